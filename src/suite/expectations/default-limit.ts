import { describePets } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { ListQuery } from '../api-request.ts';
import { findOnPage, isFlawed, type Page } from '../page.ts';
import { pollUntil } from '../poll-until.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';

const REQUIREMENT = 'LIST-LIMIT-DEFAULT';

/** A page without a limit between two with the limit that it should have. */
interface Comparison {
  readonly before: Page;
  readonly page: Page;
  readonly after: Page;
}

/** Reads the pages one after another. */
async function compare({ api }: CaseContext, filter: ListQuery): Promise<Comparison> {
  const before = await api.readPage({ ...filter, limit: LIMIT_DEFAULT });
  const page = await api.readPage(filter);
  return { before, page, after: await api.readPage({ ...filter, limit: LIMIT_DEFAULT }) };
}

function isSame({ before, page, after }: Comparison): boolean {
  return before.size === after.size && page.size === before.size;
}

/**
 * Judges LIST-LIMIT-DEFAULT (part 4.1): a page without a limit holds as many pets as two pages with the limit 20 around it
 * agree on. It looks again while they differ, since other clients write and a list may be late. Satisfied only if more than
 * 20 matches were known; a lasting difference is a violation however many there are.
 */
export async function expectDefaultLimit(context: CaseContext, status: PetStatus | undefined): Promise<void> {
  const { run, judge } = context;
  const filter: ListQuery = status === undefined ? {} : { status };
  const { before, page, after } = await pollUntil(run, () => compare(context, filter), isSame, 'decides-later');
  if (before.size !== after.size) {
    const reason = 'The catalogue changed at every look at it.';
    judge.notVerified(REQUIREMENT, reason, 'Run again while fewer clients write.');
    return;
  }
  const responses = [before.response, after.response, page.response];
  const known = run.known.countBefore(before.response.sentAt, status);
  const same = page.size === before.size;
  if (same && known <= LIMIT_DEFAULT) {
    judge.notVerified(
      REQUIREMENT,
      `Only ${known} matching pets were known, so that a page of at most ${LIMIT_DEFAULT} proves nothing.`,
      `Raise --max-creates (PETSTORE_MAX_CREATES), or put more than ${LIMIT_DEFAULT} such pets into the catalogue.`,
      responses,
    );
    return;
  }
  judge.check(REQUIREMENT, same, {
    expected: `${describePets(before.size)}, as many as the limit ${LIMIT_DEFAULT} gives before and after`,
    actual: describePets(page.size),
    responses,
  });
}

/**
 * Judges LIST-LIMIT-DEFAULT while the catalogue is small: the list without a limit leaves out nothing that the limit 20
 * shows. Only a page below 20 can tell, and only pets of this run do: those of others may come and go between two pages.
 */
export async function expectDefaultWhileSmall(context: CaseContext): Promise<void> {
  const { run, judge } = context;
  const seen = await pollUntil(
    run,
    () => compare(context, {}),
    (each) => missingFrom(run, each).length === 0,
  );
  const { before, page, after } = seen;
  const responses = [before.response, after.response, page.response];
  const shown = shownAround(run, seen);
  if (shown.length === 0 || page.size >= LIMIT_DEFAULT || isFlawed(page)) {
    judge.notApplicable(REQUIREMENT, `The list was not below ${LIMIT_DEFAULT} pets.`, responses);
    return;
  }
  const [missing] = missingFrom(run, seen);
  judge.check(REQUIREMENT, missing === undefined, {
    expected: `the ${describePets(shown.length)} of this run that the limit ${LIMIT_DEFAULT} shows before and after`,
    actual: missing === undefined ? 'all of them' : `the pet ${missing.id} is missing`,
    responses,
  });
}

function shownAround(run: Run, { before, after }: Comparison): readonly Pet[] {
  return run.known.own().filter(({ id }) => [before, after].every((page) => findOnPage(page, id) !== undefined));
}

/** None if the page is as long as the others: then a cap of the service may have chosen what it shows. */
function missingFrom(run: Run, around: Comparison): readonly Pet[] {
  const { before, page, after } = around;
  if (isFlawed(page) || page.size >= Math.min(LIMIT_DEFAULT, before.size, after.size)) return [];
  return shownAround(run, around).filter(({ id }) => findOnPage(page, id) === undefined);
}
