import type { Pet } from '../../contract/pet.ts';
import { pageLimit, type ListQuery } from '../api-request.ts';
import { isComplete, type Page, isFlawed } from '../page.ts';
import type { Marks, MarkedBody } from '../pets.ts';
import type { CompleteResponse, Evidence } from '../response.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { oneFaultBodies } from '../bodies/one-fault-bodies.ts';
import { HarnessFault } from '../judge.ts';
import { shuffled } from '../random-numbers.ts';

/**
 * Judges that a rejected body left no pet behind. A pet that bears its marks is a violation wherever it is seen; its absence
 * is settled only by a complete page.
 */
export async function expectNothingStored(
  { run, judge, api }: CaseContext,
  requirement: 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT',
  marks: Marks,
  rejected: CompleteResponse,
): Promise<void> {
  const { name, categoryId, status } = marks;
  const mark = name ?? categoryId;
  if (mark === undefined) {
    const isReadOnly = run.configuration.profile === 'read-only';
    const reason = isReadOnly
      ? 'The profile read-only sends no body that could be stored.'
      : 'The body holds nothing by which a stored pet could be recognised.';
    judge.notApplicable(requirement, reason, [rejected]);
    return;
  }
  run.known.recordRejected({ mark, requirement, exchangeId: rejected.exchangeId, sentAt: rejected.sentAt });
  // A service may store the pet without its status, so the unfiltered page is read as well.
  const queries: readonly ListQuery[] = [{ limit: 100 }, ...(status === undefined ? [] : [{ limit: 100, status }])];
  const pages = await Promise.all(queries.map((query) => api.sharePage(query)));
  const stored = pages.flatMap(({ pets }) => pets).find((pet) => bears(pet, marks) && !wasKnown(run, pet, rejected));
  const responses = [rejected, ...pages.map(({ response }) => response)];
  if (stored === undefined && !decidesAbsence(run, pages)) {
    const reason = 'The catalogue is too large for a complete page, so absence from one proves nothing.';
    judge.notApplicable(requirement, reason, responses);
    return;
  }
  judge.check(requirement, stored === undefined, {
    expected: 'no pet stored for the rejected body',
    actual: stored === undefined ? 'none in a complete page' : `the pet ${stored.id} was stored for it`,
    responses,
  });
}

/**
 * Judges that no response of the run has shown a pet with the mark of a rejected body. A late list shows one only after the
 * looks beside that body, so this belongs behind a look that waited for pets which were added later.
 */
export function expectNoRejectedPetStored({ run, judge }: CaseContext): void {
  const shown = run.known.petsFromRejectedBodies();
  for (const requirement of ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const) {
    const stored = shown.find(({ body }) => body.requirement === requirement);
    if (stored === undefined) {
      judge.notApplicable(requirement, 'Nothing was shown; absence is judged beside each body.');
      continue;
    }
    judge.check(requirement, false, {
      expected: 'no pet stored for the rejected body',
      actual: `the pet ${stored.pet.id} was stored for it, as a later response showed`,
      responses: [stored.body, ...(stored.shownBy === null ? [] : [stored.shownBy])],
    });
  }
}

/** A complete filtered page decides only beside an unfiltered one that is below its limit (reading of part 4.1). */
function decidesAbsence(run: Run, [unfiltered, filtered]: readonly Page[]): boolean {
  if (unfiltered === undefined) return false;
  if (isComplete(unfiltered, run.known)) return true;
  return filtered !== undefined && isComplete(filtered, run.known) && unfiltered.size < pageLimit(unfiltered.query);
}

function bears(pet: Pet, { name, categoryId }: Marks): boolean {
  return name === undefined ? pet.categoryId === categoryId : pet.name === name;
}

function wasKnown(run: Run, pet: Pet, rejected: CompleteResponse): boolean {
  const known = run.known.find(pet.id);
  return known !== undefined && known.firstKnownAt < rejected.sentAt;
}

/** What is sent between two pages: the body, a rejected body with a name, or nothing that could add a pet. */
type Round = 'body' | 'named' | 'nothing';

/** Chance, or a client that acts on every so many requests, would have to tell these apart in any order. */
const ROUNDS: readonly Round[] = [
  ...Array.from({ length: 5 }, () => 'body' as const),
  ...Array.from({ length: 3 }, () => 'named' as const),
  ...Array.from({ length: 3 }, () => 'nothing' as const),
];

/** How many bodies are sent once more if a pet has appeared. */
export const REPEATED_BODIES = ROUNDS.filter((round) => round !== 'nothing').length;

const REQUIREMENT = 'CREATE-REFUSED-NOT-STORED';

/**
 * Judges that rejected bodies without a mark leave no pet behind: the page before them and the one after them show the same
 * pets. Others may add pets in between, so one that appears is a violation only if one with the same values appears each
 * time that one body is sent, and none while nothing is sent; with another rejected body only one without a name, which no
 * client adds each time. The run itself must add nothing meanwhile.
 */
export async function expectUnmarkedNotStored(context: CaseContext): Promise<void> {
  const { run, judge, api, pets } = context;
  const bodies = pets.unmarked();
  const before = await readPage(context);
  await Promise.all(bodies.map((body) => api.createPet(body)));
  const after = await readPage(context);
  const responses = [before.response, after.response];
  if (before.size >= pageLimit(before.query) || !showsAll(run, after))
    return judge.notApplicable(REQUIREMENT, 'The page was not certain to hold the complete catalogue.', responses);
  const expected = 'no pet that appears whenever one of the rejected bodies is sent';
  if (newcomers(run, before, after).length === 0) {
    judge.check(REQUIREMENT, true, { expected, actual: 'the same pets before and after', responses });
    return;
  }
  const rounds = shuffled(ROUNDS, run.randomFor(judge.caseId));
  for (const body of bodies) {
    const found = await findStored(context, rounds, body);
    if (found === null) continue;
    const actual = `${body.title}: the pet ${found.pet.id} was stored for it, and one like it each time`;
    judge.check(REQUIREMENT, false, { expected, actual, responses: found.responses });
    return;
  }
  judge.notApplicable(REQUIREMENT, 'Other clients add pets, so a new one proves nothing.', responses);
}

interface Stored {
  readonly pet: Pet;
  readonly responses: readonly Evidence[];
}

/** The pet that was stored for a body, the last of those that were; null if none certainly was. */
async function findStored(context: CaseContext, rounds: readonly Round[], body: MarkedBody): Promise<Stored | null> {
  const { run, api } = context;
  let stored: Stored | null = null;
  for (const round of rounds) {
    const before = await readPage(context);
    if (round !== 'body') {
      const name = round === 'named' ? await sendNamed(context) : null;
      const others = newcomers(run, before, await readPage(context)).filter((pet) => pet.name !== name);
      if (others.some((pet) => round === 'nothing' || pet.name !== '')) return null;
      continue;
    }
    const response = await api.createPet(body);
    const after = await readPage(context);
    const [pet, ...others] = newcomers(run, before, after);
    if (pet === undefined || others.length > 0 || response.status !== 400) return null;
    if (stored !== null && !isLike(pet, stored.pet)) return null;
    stored = { pet, responses: [before.response, response, after.response] };
  }
  return stored;
}

/** Sends a body to be rejected for its status alone: a pet that is stored for it would have its name, which is returned. */
async function sendNamed({ api, pets }: CaseContext): Promise<string> {
  const fault = oneFaultBodies().find(({ kind, field }) => kind === 'not-in-enumeration' && field === 'status');
  if (fault === undefined) throw new HarnessFault('No status is outside the enumeration.');
  const body = pets.invalid(fault);
  await api.createPet(body);
  return body.marks.name ?? '';
}

function readPage({ api }: CaseContext): Promise<Page> {
  return api.readPage({ limit: 100 });
}

/** Pets that only the later page shows, and that the run neither added nor knew before. */
function newcomers(run: Run, earlier: Page, later: Page): readonly Pet[] {
  const { sentAt } = earlier.response;
  return later.pets.filter(({ id }) => {
    const known = run.known.find(id);
    return (
      known === undefined || (!known.own && known.firstKnownAt > sentAt && !earlier.pets.some((pet) => pet.id === id))
    );
  });
}

/** Whether nothing is left out: the page is complete, or at least holds every pet that the run knows. */
function showsAll(run: Run, page: Page): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  const shown = new Set(page.pets.map(({ id }) => id));
  return isComplete(page, run.known) || run.known.all().every(({ pet }) => shown.has(pet.id));
}

function isLike(left: Pet, right: Pet): boolean {
  return left.name === right.name && left.categoryId === right.categoryId && left.status === right.status;
}
