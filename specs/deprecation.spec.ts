import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { lookFor, presenceOf } from '../src/conformance/expectations/expect-listed.ts';
import { isThatAnimal } from '../src/conformance/expectations/expect-unknown.ts';
import { findOnPage } from '../src/conformance/page.ts';
import { isOnRemovalDay } from '../src/contract/removal-calendar.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

conformanceTest(
  'reading one works until its removal, and gives the animal no more after it',
  { requirements: ['DEPRECATION-DATE'] },
  async ({ client, judge, catalogue, run }) => {
    if (run.phase === 'on-the-day') return judge.stopNotApplicable('On the day of the removal both are right.');
    const { id } = catalogue.anyAnimal(judge);
    if (run.phase === 'before') {
      const { answer } = await client.read(id);
      judge.check('DEPRECATION-DATE', true, {
        expected: 'the animal, before the removal',
        actual: 'the animal',
        answers: [answer],
      });
      return;
    }
    const whole = await client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'open');
    const given = isThatAnimal(whole, id);
    judge.check('DEPRECATION-DATE', !given, {
      expected: 'anything but the animal, after the removal',
      actual: given ? 'status 200 with the animal' : `status ${whole.answered.status}`,
      answers: [whole.answer],
    });
  },
);

for (const status of PET_STATUSES) {
  conformanceTest(
    `an animal that is ${status} can be had from the list in the place of reading it alone`,
    { requirements: ['DEPRECATION-REPLACEMENT'] },
    async ({ client, judge, catalogue, run }) => {
      const page = await client.list({ status, limit: 100 });
      const own = catalogue.starters.find((pet) => pet.status === status);
      const look = own === undefined ? null : await lookFor(run, client, [own], status);
      if (own !== undefined && look !== null && presenceOf(look, own, run.sightings) !== 'undecided') {
        const listed = look.filtered === null ? undefined : findOnPage(look.filtered, own.id);
        judge.check('DEPRECATION-REPLACEMENT', listed !== undefined, {
          expected: `the animal ${own.id} in the list of those that are ${status}`,
          actual: listed === undefined ? 'missing there' : 'listed there',
          answers: look.filtered === null ? [] : [look.filtered.answer],
        });
        return;
      }
      const [listed] = page.pets;
      if (listed === undefined)
        return judge.stop(`No animal is ${status}.`, `Put an animal that is ${status} into the catalogue.`);
      catalogue.requireReadingOne(judge);
      const { pet, answer } = await client.read(listed.id);
      const same = pet.status === status;
      if (!same)
        return judge.stop('The animal changed between two looks at it.', 'Run again while fewer clients write.', [
          answer,
        ]);
      judge.check('DEPRECATION-REPLACEMENT', same, {
        expected: `the animal ${pet.id}, as it is read alone, in the list of those that are ${status}`,
        actual: 'listed there',
        answers: [page.answer, answer],
      });
    },
  );
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
