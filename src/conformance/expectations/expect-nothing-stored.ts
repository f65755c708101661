import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { Answer } from '../../target/answer.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { isComplete, pageLimit, type ListQuery, type Page } from '../page.ts';
import type { Run } from '../run.ts';

/** What an animal stored for a refused body would show. `categoryId` only where no other animal has it. */
export interface StoredMarks {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

/**
 * Judges that a refused body left no animal behind. An animal that bears its marks is a violation wherever it is seen;
 * its absence is settled only by a complete page.
 */
export async function expectNothingStored(
  run: Run,
  client: CaseClient,
  judge: Judge,
  requirement: 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT',
  marks: StoredMarks,
  refused: Answer,
): Promise<void> {
  const { name, categoryId, status } = marks;
  const mark = name ?? categoryId;
  if (mark === undefined) {
    const reason =
      run.configuration.profile === 'read-only'
        ? 'The profile read-only sends no body that could be stored.'
        : 'The body holds nothing by which a stored animal could be recognised.';
    judge.notApplicable(requirement, reason, [refused]);
    return;
  }
  run.sightings.refused({ mark, requirement, exchangeId: refused.exchangeId, sentAt: refused.sentAt });
  // A service may store the animal without its status, so the unfiltered page is looked at as well.
  const queries: readonly ListQuery[] = [{ limit: 100 }, ...(status === undefined ? [] : [{ limit: 100, status }])];
  const pages = await Promise.all(queries.map((query) => client.look(query)));
  const stored = pages.flatMap(({ pets }) => pets).find((pet) => bears(pet, marks) && !knownBefore(run, pet, refused));
  const answers = [refused, ...pages.map((page) => page.answer)];
  if (stored === undefined && !decidesAbsence(run, pages)) {
    judge.notApplicable(
      requirement,
      'The catalogue is too large for a complete page, so that absence from one proves nothing.',
      answers,
    );
    return;
  }
  judge.check(requirement, stored === undefined, {
    expected: 'no animal stored for the refused body',
    actual: stored === undefined ? 'none in a complete page' : `the animal ${stored.id} was stored for it`,
    answers,
  });
}

/**
 * Judges that no answer of the run has shown an animal with the mark of a refused body. A list that is late shows one
 * only after the looks beside that body, so this belongs behind a look that waited for animals which were added later.
 */
export function judgeStoredLater(run: Run, judge: Judge): void {
  const shown = run.sightings.storedThough();
  for (const requirement of ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const) {
    const stored = shown.find(({ body }) => body.requirement === requirement);
    if (stored === undefined)
      judge.notApplicable(requirement, 'Nothing was shown; absence is judged beside each body.');
    else {
      judge.check(requirement, false, {
        expected: 'no animal stored for the refused body',
        actual: `the animal ${stored.pet.id} was stored for it, as a later answer showed`,
        answers: [stored.body, ...(stored.shownBy === null ? [] : [{ exchangeId: stored.shownBy }])],
      });
    }
  }
}

/** A complete filtered page decides only beside an unfiltered one that is below its limit (reading of part 4.1). */
function decidesAbsence(run: Run, [unfiltered, filtered]: readonly Page[]): boolean {
  if (unfiltered === undefined) return false;
  if (isComplete(unfiltered, run.sightings)) return true;
  return filtered !== undefined && isComplete(filtered, run.sightings) && unfiltered.size < pageLimit(unfiltered.query);
}

function bears(pet: Pet, { name, categoryId }: StoredMarks): boolean {
  return name === undefined ? pet.categoryId === categoryId : pet.name === name;
}

function knownBefore(run: Run, pet: Pet, refused: Answer): boolean {
  const known = run.sightings.find(pet.id);
  return known !== undefined && known.firstKnownAt < refused.sentAt;
}
