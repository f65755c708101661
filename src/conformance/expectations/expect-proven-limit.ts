import { describeAnimals } from '../../contract/describe.ts';
import type { Judge } from '../judge.ts';
import { pageLimit, type Page } from '../page.ts';
import type { Run } from '../run.ts';

/**
 * Judges that a page holds at most its limit (parts 4.1 and 8). Satisfied only where more matches than the limit were
 * known when it was asked for; with fewer, a service that ignores the limit would give the same page.
 */
export function expectProvenLimit(run: Run, judge: Judge, page: Page): void {
  const limit = pageLimit(page.query);
  const known = run.sightings.knownBefore(page.answer.sentAt, page.query.status);
  if (page.size <= limit && known <= limit) {
    const matches = page.query.status === undefined ? 'animals' : `animals that are ${page.query.status}`;
    judge.notVerified(
      'LIST-LIMIT-MAX',
      `Only ${known} ${matches} were known, so that a page of at most ${limit} proves nothing.`,
      `Raise --max-creates (PETSTORE_MAX_CREATES), or put more than ${limit} ${matches} into the catalogue.`,
      [page.answer],
    );
    return;
  }
  judge.check('LIST-LIMIT-MAX', page.size <= limit, {
    expected: `at most ${describeAnimals(limit)}`,
    actual: `${describeAnimals(page.size)}, with ${known} known to match`,
    answers: [page.answer],
  });
}
