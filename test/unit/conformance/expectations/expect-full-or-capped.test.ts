import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectFullOrCapped } from '../../../../src/conformance/expectations/expect-full-or-capped.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { court, fakeRun, pageReply, pet } from '../fakes.ts';

const ADDED: readonly Pet[] = Array.from({ length: 30 }, (_, index) => pet(BigInt(index + 1)));

/** Judges a page with the limit 20 of a catalogue of thirty, where a page of this size was the largest of the run. */
async function outcomeOf(size: number, largest: number, laterSize = size): Promise<string | undefined> {
  let asked = 0;
  const { run } = fakeRun(() => {
    asked += 1;
    return pageReply(ADDED.slice(0, asked === 1 ? size : laterSize));
  });
  for (const each of ADDED) run.sightings.added(each, 0);
  run.sightings.page(largest);
  const { judge, judgements } = court(['LIST-COMPLETE']);
  const client = createCaseClient(run, judge);
  await expectFullOrCapped(run, client, judge, await client.list({ limit: 20 }));
  return judgements().find(({ requirement }) => requirement === 'LIST-COMPLETE')?.outcome;
}

describe('a page that is asked for with a limit, where more animals are known', () => {
  it('may be full', async () => {
    expect(await outcomeOf(20, 30)).toBe('satisfied');
  });

  it('may be as small as the largest page, which a cap explains', async () => {
    expect(await outcomeOf(10, 10)).toBe('satisfied');
  });

  it.each([0, 19])('is wrong with %d animals, which neither its limit nor a cap explains', async (size) => {
    expect(await outcomeOf(size, 30)).toBe('violated');
  });

  it('may be late', async () => {
    expect(await outcomeOf(19, 30, 20)).toBe('satisfied');
  });
});
