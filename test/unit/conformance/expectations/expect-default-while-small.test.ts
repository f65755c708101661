import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectDefaultWhileSmall } from '../../../../src/conformance/expectations/expect-default-while-small.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { court, fakeRun, pet, petStore, type Service } from '../fakes.ts';

const pets = (count: number): Pet[] => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

/** The outcomes on a service of which the run has added some animals. */
async function tryOn(service: Service, own: readonly Pet[]) {
  const fake = fakeRun(service);
  for (const each of own) fake.run.sightings.added(each, 0);
  const { judge, judgements } = court(['LIST-LIMIT-DEFAULT']);
  await expectDefaultWhileSmall(fake.run, createCaseClient(fake.run, judge), judge);
  return judgements().flatMap(({ requirement, outcome }) => (requirement === 'LIST-LIMIT-DEFAULT' ? [outcome] : []));
}

/** A service that shows something else where no limit is given. */
function byDefault(catalogue: Pet[], shows: (pets: Pet[]) => Pet[]): Service {
  return (request, serial) => petStore(request.path.includes('limit=') ? catalogue : shows(catalogue))(request, serial);
}

describe('the list without a limit', () => {
  it('shows what the limit 20 shows', async () => {
    expect(await tryOn(petStore(pets(12)), pets(12))).toEqual(['satisfied']);
  });

  it('leaves out none of the animals that the run has added', async () => {
    const hiding = byDefault(pets(12), (all) => all.slice(0, 11));
    expect(await tryOn(hiding, pets(12))).toEqual(['violated']);
    expect(await tryOn(hiding, pets(11))).toEqual(['satisfied']);
  });

  it('may leave out animals beyond the twentieth, and whatever a cap leaves out', async () => {
    expect(
      await tryOn(
        byDefault(pets(30), (all) => all.toReversed()),
        pets(30),
      ),
    ).toEqual(['not-applicable']);
    const capped: Service = (request, serial) => {
      const from = request.path.includes('limit=') ? 0 : 2;
      return petStore(pets(12).slice(from, from + 10))(request, serial);
    };
    expect(await tryOn(capped, pets(12))).toEqual(['satisfied']);
  });

  it('may show an animal late', async () => {
    let looks = 0;
    const late = byDefault(pets(12), (all) => {
      looks += 1;
      return looks < 3 ? all.slice(1) : all;
    });
    expect(await tryOn(late, pets(12))).toEqual(['satisfied']);
  });

  it('tells nothing where the run has added nothing that is shown', async () => {
    expect(await tryOn(petStore(pets(12)), [])).toEqual(['not-applicable']);
  });
});
