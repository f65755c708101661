import { describeAnimals } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/limits.ts';
import type { Pet } from '../../contract/pet.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { lookAgain } from '../look-again.ts';
import { findOnPage, isFlawed, type Page } from '../page.ts';
import type { Run } from '../run.ts';

/**
 * Judges that the list without a limit leaves out nothing that the limit 20 shows (part 4.1). Only a page below 20 can
 * tell, and only animals of this run do: those of others may come and go between two pages. Needs the citation
 * LIST-LIMIT-DEFAULT.
 */
export async function expectDefaultWhileSmall(run: Run, client: CaseClient, judge: Judge): Promise<void> {
  const look = async (): Promise<Around> => {
    const before = await client.list({ limit: LIMIT_DEFAULT });
    const page = await client.list();
    return { before, page, after: await client.list({ limit: LIMIT_DEFAULT }) };
  };
  const seen = await lookAgain(run, look, (around) => missingFrom(run, around).length === 0);
  const { before, page, after } = seen;
  const answers = [before.answer, after.answer, page.answer];
  const shown = shownAround(run, seen);
  if (shown.length === 0 || page.size >= LIMIT_DEFAULT || isFlawed(page)) {
    judge.notApplicable('LIST-LIMIT-DEFAULT', `The list was not below ${LIMIT_DEFAULT} animals.`, answers);
    return;
  }
  const [missing] = missingFrom(run, seen);
  judge.check('LIST-LIMIT-DEFAULT', missing === undefined, {
    expected: `the ${describeAnimals(shown.length)} of this run that the limit ${LIMIT_DEFAULT} shows before and after`,
    actual: missing === undefined ? 'all of them' : `the animal ${missing.id} is missing`,
    answers,
  });
}

/** A page without a limit between two with the limit that it should have. */
interface Around {
  readonly before: Page;
  readonly page: Page;
  readonly after: Page;
}

function shownAround(run: Run, { before, after }: Around): readonly Pet[] {
  const isShown = ({ id }: Pet): boolean => [before, after].every((page) => findOnPage(page, id) !== undefined);
  return run.sightings.own().flatMap(({ pet }) => (isShown(pet) ? [pet] : []));
}

/** None where the page is as long as the others: then a cap of the service may have chosen what it shows. */
function missingFrom(run: Run, around: Around): readonly Pet[] {
  const { before, page, after } = around;
  if (isFlawed(page) || page.size >= Math.min(LIMIT_DEFAULT, before.size, after.size)) return [];
  return shownAround(run, around).filter(({ id }) => findOnPage(page, id) === undefined);
}
