import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { lookFor, presenceOf } from '../src/conformance/expectations/expect-listed.ts';
import { isThatAnimal } from '../src/conformance/expectations/expect-unknown.ts';
import { findOnPage } from '../src/conformance/page.ts';
import { isOnRemovalDay } from '../src/contract/removal-calendar.ts';
import type { CaseClient } from '../src/conformance/case-client.ts';
import type { Catalogue } from '../src/conformance/catalogue.ts';
import type { Judge } from '../src/conformance/judge.ts';
import { PET_STATUSES, type Pet, type PetStatus } from '../src/contract/pet.ts';

/** How a service says that an operation is gone. */
const LOOKS_REMOVED = [301, 302, 303, 307, 308, 404, 405, 410, 501];

conformanceTest(
  'reading one works until its removal, and gives the animal no more after it',
  { requirements: ['DEPRECATION-DATE'] },
  async ({ client, judge, run }) => {
    if (run.phase === 'on-the-day') return judge.stopNotApplicable('On the day of the removal both are right.');
    const page = await client.list({ limit: 5 });
    // However many a page holds, so many requests are enough.
    const ids = page.pets.slice(0, 5).map((pet) => pet.id);
    if (ids.length === 0) {
      return judge.stop('The list shows no animal to read.', 'Put an animal into the catalogue.', [page.answer]);
    }
    if (run.phase === 'before') return judgeWorking(client, judge, ids);
    for (const id of ids) {
      const whole = await client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'open');
      const given = isThatAnimal(judge, whole, id);
      judge.check('DEPRECATION-DATE', !given, {
        expected: 'anything but the animal, after the removal',
        actual: given ? 'status 200 with the animal' : `status ${whole.answered.status}`,
        answers: [whole.answer],
      });
    }
  },
);

/** The operation counts as removed where it gives none of some animals that are in the list, each as gone. */
async function judgeWorking(client: CaseClient, judge: Judge, ids: readonly bigint[]): Promise<void> {
  const answers = await Promise.all(
    ids.map((id) => client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'named')),
  );
  const statuses = answers.map(({ answered }) => answered.status);
  const removed = statuses.every((status) => LOOKS_REMOVED.includes(status));
  if (!removed && !statuses.includes(200))
    return judge.stop('No animal could be read, which is judged as GET-OK.', null);
  judge.check('DEPRECATION-DATE', !removed, {
    expected: 'an animal, before the removal',
    actual: `the statuses ${statuses.join(', ')}`,
    answers: answers.map(({ answer }) => answer),
  });
}

for (const status of PET_STATUSES) {
  conformanceTest(
    `an animal that is ${status} can be had from the list in the place of reading it alone`,
    { requirements: ['DEPRECATION-REPLACEMENT'] },
    async ({ client, judge, catalogue, run }) => {
      const own = catalogue.starters.find((pet) => pet.status === status);
      const look = own === undefined ? null : await lookFor(run, client, [own], status);
      const decided = own !== undefined && look !== null && presenceOf(look, own, run.sightings) !== 'undecided';
      const wanted = decided ? own : await readListed(client, judge, catalogue, status);
      const page = (decided ? look.filtered : null) ?? (await client.list({ status, limit: 100 }));
      const listed = findOnPage(page, wanted.id) !== undefined;
      if (!decided && !listed)
        return judge.stopNotApplicable('The catalogue is too large to find one animal again.', [page.answer]);
      judge.check('DEPRECATION-REPLACEMENT', listed, {
        expected: `the animal ${wanted.id} in the list of those that are ${status}`,
        actual: listed ? 'listed there' : 'missing there',
        answers: [page.answer],
      });
    },
  );
}

/** In a large catalogue: some animal of a filtered page that, read alone, has that status. */
async function readListed(client: CaseClient, judge: Judge, catalogue: Catalogue, status: PetStatus): Promise<Pet> {
  const page = await client.list({ status, limit: 100 });
  const [listed] = page.pets;
  if (listed === undefined)
    return judge.stop(`No animal is ${status}.`, `Put an animal that is ${status} into the catalogue.`);
  catalogue.requireReadingOne(judge);
  const { pet, answer } = await client.read(listed.id);
  if (pet.status !== status) {
    return judge.stop('The animal changed between two looks at it.', 'Run again while fewer clients write.', [answer]);
  }
  return pet;
}

conformanceTest(
  'a Sunset header names the removal date; what else announces the deprecation is left open',
  { requirements: ['DEPRECATION-SUNSET', 'OPEN-DEPRECATION-HEADERS'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const { id } = catalogue.anyAnimal(judge);
    const { answer, answered } = await client.send(
      { method: 'GET', path: `/pets/${id}`, operation: 'getPet' },
      'named',
    );
    const shown = ['deprecation', 'sunset', 'link'].flatMap((name) =>
      (answered.headers.get(name) ?? []).map((value) => `${name}: ${value}`),
    );
    judge.observe('OPEN-DEPRECATION-HEADERS', {
      expected: 'left open',
      actual: shown.length === 0 ? 'no header announces it' : shown.join(', '),
      answers: [answer],
    });
    const [sunset] = answered.headers.get('sunset') ?? [];
    if (sunset === undefined) return judge.notApplicable('DEPRECATION-SUNSET', 'There is no Sunset header.', [answer]);
    judge.check('DEPRECATION-SUNSET', isOnRemovalDay(new Date(sunset)), {
      expected: 'Sunset on 5 December 2030',
      actual: `Sunset: ${sunset}`,
      answers: [answer],
    });
  },
);
