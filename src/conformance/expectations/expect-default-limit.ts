import { describeAnimals } from '../../contract/describe.ts';
import type { PetStatus } from '../../contract/pet.ts';
import { LIMIT_DEFAULT } from '../../contract/limits.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { lookAgain } from '../look-again.ts';
import type { ListQuery, Page } from '../page.ts';
import type { Run } from '../run.ts';

/**
 * Judges that leaving out the limit is the limit 20 (part 4.1): as many animals as two explicit pages around it agree
 * on. It looks again while they differ, since other clients write and a list may be late. Satisfied only where more than
 * 20 matches were known; a lasting difference is a violation however many there are.
 */
export async function expectDefaultLimit(
  run: Run,
  client: CaseClient,
  judge: Judge,
  status: PetStatus | undefined,
): Promise<void> {
  const filter: ListQuery = status === undefined ? {} : { status };
  const look = async (): Promise<Comparison> => {
    const before = await client.list({ ...filter, limit: LIMIT_DEFAULT });
    const page = await client.list(filter);
    return { before, page, after: await client.list({ ...filter, limit: LIMIT_DEFAULT }) };
  };
  const { before, page, after } = await lookAgain(run, look, isSame, 'decides-later');
  if (before.size === after.size) judgeDefault(run, judge, page, before, after);
  else
    judge.notVerified(
      'LIST-LIMIT-DEFAULT',
      'The catalogue changed at every look at it.',
      'Run again while fewer clients write.',
    );
}

function isSame({ before, page, after }: Comparison): boolean {
  return before.size === after.size && page.size === before.size;
}

/** A page without a limit between two with the limit that it should have. */
interface Comparison {
  readonly before: Page;
  readonly page: Page;
  readonly after: Page;
}

function judgeDefault(run: Run, judge: Judge, page: Page, before: Page, after: Page): void {
  const answers = [before.answer, after.answer, page.answer];
  const known = run.sightings.knownBefore(before.answer.sentAt, page.query.status);
  const same = page.size === before.size;
  if (same && known <= LIMIT_DEFAULT) {
    judge.notVerified(
      'LIST-LIMIT-DEFAULT',
      `Only ${known} matching animals were known, so that a page of at most ${LIMIT_DEFAULT} proves nothing.`,
      `Raise --max-creates (PETSTORE_MAX_CREATES), or put more than ${LIMIT_DEFAULT} such animals into the catalogue.`,
      answers,
    );
    return;
  }
  judge.check('LIST-LIMIT-DEFAULT', same, {
    expected: `${describeAnimals(before.size)}, as many as the limit ${LIMIT_DEFAULT} gives before and after`,
    actual: describeAnimals(page.size),
    answers,
  });
}
