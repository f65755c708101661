import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectListed, judgeLook, lookFor } from '../../../../src/conformance/expectations/expect-listed.ts';
import type { Run } from '../../../../src/conformance/run.ts';
import { setUpCatalogue } from '../../../../src/conformance/set-up.ts';
import type { Pet, PetStatus } from '../../../../src/contract/pet.ts';
import { court, fakeRun, isLeft, pageReply, pet, petStore, type Service } from '../fakes.ts';
import { STATE } from '../../../support/fake-records.ts';

const CITED = ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME', 'CREATE-STORED'] as const;
const ANIMAL = pet(900n);
const others = (count: number): Pet[] => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

/** The outcomes of the four requirements, as far as they were judged, for animals that were added before. */
async function expectOn(
  service: Service,
  pets: readonly Pet[] = [ANIMAL],
  status: PetStatus | null = 'sold',
  changes: Partial<Run> = {},
) {
  const fake = fakeRun(service, changes);
  fake.run.sightings.page(50);
  for (const each of pets) fake.run.sightings.added(each, 0);
  const { judge, judgements } = court(CITED);
  const left = await isLeft(() =>
    expectListed(fake.run, createCaseClient(fake.run, judge), judge, pets, status ?? undefined),
  );
  const own = judgements().filter(({ requirement }) => CITED.some((cited) => cited === requirement));
  return {
    left,
    fake,
    outcomes: Object.fromEntries(
      CITED.map((cited) => [
        cited,
        [...new Set(own.filter(({ requirement }) => requirement === cited).map(({ outcome }) => outcome))].join(),
      ]),
    ),
  };
}

/** A store whose list leaves an animal out where `hides` says so of the path; reading it alone still works. */
function hiding(catalogue: readonly Pet[], hides: (path: string, serial: number) => boolean): Service {
  return (request, serial) => {
    const hidden = request.path.includes('?') && hides(request.path, serial);
    return petStore(hidden ? catalogue.filter(({ id }) => id !== ANIMAL.id) : [...catalogue])(request, serial);
  };
}

const all = {
  'LIST-COMPLETE': 'satisfied',
  'LIST-STATUS-COMPLETE': 'satisfied',
  'LIST-SAME': 'satisfied',
  'CREATE-STORED': 'satisfied',
};

describe('an animal of another client', () => {
  it('may have been changed by other means since it was seen', async () => {
    const fake = fakeRun(petStore([...others(5), { ...ANIMAL, name: 'Renamed' }]));
    fake.run.sightings.page(50);
    fake.run.sightings.seen([ANIMAL], 0);
    const { judge, judgements } = court(CITED);
    await expectListed(fake.run, createCaseClient(fake.run, judge), judge, [ANIMAL], 'sold');
    const same = judgements().filter(({ requirement }) => requirement === 'LIST-SAME');
    expect(same.map(({ outcome }) => outcome)).toEqual(['not-applicable']);
  });
});

describe('an added animal', () => {
  it('is in the list and in that of its status', async () => {
    const { outcomes, fake } = await expectOn(petStore([...others(5), ANIMAL]));
    expect(outcomes).toEqual(all);
    expect(fake.sent.map(({ path }) => path).sort()).toEqual(['/pets?limit=100', '/pets?limit=100&status=sold']);
  });

  it('without a status is in the list', async () => {
    const without = pet(901n, { status: undefined });
    const { outcomes } = await expectOn(petStore([...others(5), without]), [without], null);
    expect(outcomes).toEqual({ ...all, 'LIST-STATUS-COMPLETE': '' });
  });

  it('that the filter alone leaves out accuses the filter alone', async () => {
    const { outcomes } = await expectOn(hiding([...others(5), ANIMAL], (path) => path.includes('status')));
    expect(outcomes).toEqual({
      'LIST-COMPLETE': '',
      'LIST-STATUS-COMPLETE': 'violated',
      'LIST-SAME': 'satisfied',
      'CREATE-STORED': '',
    });
  });

  it('that both leave out, but that can be read, accuses the list', async () => {
    const { outcomes } = await expectOn(hiding([...others(5), ANIMAL], () => true));
    expect(outcomes).toMatchObject({ 'LIST-COMPLETE': 'violated', 'CREATE-STORED': '', 'LIST-SAME': 'not-applicable' });
  });

  it('that is nowhere was not stored', async () => {
    const { outcomes } = await expectOn(petStore(others(5)));
    expect(outcomes).toMatchObject({ 'LIST-COMPLETE': '', 'CREATE-STORED': 'violated', 'LIST-STATUS-COMPLETE': '' });
  });

  it('that is nowhere is not read where reading one is removed', async () => {
    const { outcomes, fake } = await expectOn(petStore(others(5)), [ANIMAL], 'sold', { phase: 'after' });
    expect(outcomes['CREATE-STORED']).toBe('violated');
    expect(fake.sent.every(({ operation }) => operation === 'listPets')).toBe(true);
  });

  it.each<[string, Partial<Pet>]>([
    ['name', { name: 'REX' }],
    ['category', { categoryId: 2n }],
  ])('with another %s in the list is not the same', async (_, change) => {
    const { outcomes } = await expectOn(petStore([...others(5), { ...ANIMAL, ...change }]));
    expect(outcomes).toEqual({ ...all, 'LIST-SAME': 'violated' });
  });

  it('is found among others that are missing', async () => {
    const lost = pet(902n);
    const { outcomes } = await expectOn(petStore([...others(5), ANIMAL]), [ANIMAL, lost]);
    expect(outcomes).toEqual({ ...all, 'CREATE-STORED': 'satisfied,violated' });
  });
});

describe('in a catalogue too large for a complete page', () => {
  it('absence is not held against the service', async () => {
    const { outcomes } = await expectOn(petStore([...others(150), ANIMAL]));
    expect(outcomes).toEqual(Object.fromEntries(CITED.map((requirement) => [requirement, 'not-applicable'])));
  });

  it('an animal that the page happens to show is proven', async () => {
    expect((await expectOn(petStore([ANIMAL, ...others(150)]))).outcomes).toEqual(all);
  });

  it('an animal that the filtered page shows is proven by it', async () => {
    const many = others(150).map((each) => ({ ...each, status: 'pending' as const }));
    expect((await expectOn(petStore([...many, ANIMAL]))).outcomes).toEqual(all);
  });

  it('no time is lost on looking again', async () => {
    const { fake } = await expectOn(petStore([...others(150), ANIMAL]));
    expect(fake.paused).toEqual([]);
    expect(fake.run.lost()).toBe(false);
  });
});

describe('an animal that shows only later', () => {
  it('is waited for, and the delay is noted', async () => {
    const { outcomes, fake } = await expectOn(hiding([...others(5), ANIMAL], (_, serial) => serial <= 4));
    expect(outcomes).toEqual(all);
    expect(fake.run.settlingDelays).toEqual([150]);
    expect(fake.run.lost()).toBe(false);
  });

  it('is waited for in the filtered page too', async () => {
    const late = hiding([...others(5), ANIMAL], (path, serial) => path.includes('status') && serial <= 4);
    expect((await expectOn(late)).outcomes).toEqual(all);
  });

  it('is not waited for longer than the settling time', async () => {
    const { fake } = await expectOn(hiding([...others(5), ANIMAL], () => true));
    expect(fake.paused.reduce((sum, wait) => sum + wait, 0)).toBe(fake.run.configuration.settleSeconds * 1000);
    expect(fake.run.lost()).toBe(true);
  });
});

it('a list that is broken ends the case, judged as what it is', async () => {
  const { left, outcomes } = await expectOn(() => ({ ...pageReply([]), status: 500 }));
  expect(left).toBe(true);
  expect(outcomes['LIST-COMPLETE']).toBe('');
});

describe('a look that was taken early, and is judged when larger pages were seen', () => {
  const state = {
    ...STATE,
    sightings: [{ pet: { id: '900', name: 'Rex 900', categoryId: '1', status: 'sold' as const }, own: true }],
    largestPage: 5,
  };

  /** The outcomes of an early look on a run whose largest page was as large as the whole list. */
  async function judgedLater(service: Service): Promise<readonly string[]> {
    const fake = fakeRun(service);
    const { catalogue } = await setUpCatalogue(fake.run, state);
    await catalogue.lookEarly();
    fake.run.sightings.page(50);
    const { judge, judgements } = court(CITED);
    for (const { pets, look } of catalogue.earlyLooks('sold')) {
      await judgeLook(fake.run, createCaseClient(fake.run, judge), judge, pets, look);
    }
    return judgements().flatMap(({ requirement, outcome }) => (outcome === 'violated' ? [requirement] : []));
  }

  it('proves the animals that it shows', async () => {
    expect(await judgedLater(petStore([...others(5), ANIMAL]))).toEqual([]);
  });

  it('accuses a list that leaves an animal out', async () => {
    expect(await judgedLater(hiding([...others(5), ANIMAL], () => true))).toEqual(['LIST-COMPLETE']);
  });

  it('accuses no list in which the animal shows only later', async () => {
    expect(await judgedLater(hiding([...others(5), ANIMAL], (_, serial) => serial <= 4))).toEqual([]);
  });
});

it.each([
  ['another client stays away, and others are waited for as long as before', false],
  ['this run stays away, and others are waited for less', true],
])('an animal of %s', async (_, own) => {
  const fake = fakeRun(petStore(others(3)));
  fake.run.sightings.page(50);
  if (own) fake.run.sightings.added(ANIMAL, 0);
  else fake.run.sightings.seen([ANIMAL], 0);
  await lookFor(fake.run, createCaseClient(fake.run, court(CITED).judge), [ANIMAL], ANIMAL.status);
  expect(fake.run.lost()).toBe(own);
});
