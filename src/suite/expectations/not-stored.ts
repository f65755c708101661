import type { Pet } from '../../contract/pet.ts';
import { pageLimit, type ListQuery } from '../api-request.ts';
import { isComplete, type Page, isFlawed, NO_COMPLETE_PAGE } from '../page.ts';
import type { Marks, MarkedBody } from '../pets.ts';
import type { CompleteResponse, Evidence } from '../response.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { oneFaultBodies } from '../bodies/one-fault-bodies.ts';
import { CaseStopped, HarnessFault } from '../judge.ts';
import { shuffled } from '../random-numbers.ts';
import { PROFILES } from '../../settings/profiles.ts';

const DECIDED_LATER =
  'The run decides later, from larger pages, whether this page was complete. The cases stored/full then judge it.';

/**
 * Judges that a rejected body left no pet behind. A pet with the marks of the body is a violation on any page. Only a
 * complete page proves that there is none.
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
    const { profile } = run.configuration;
    const reason = PROFILES[profile].addsPets
      ? 'The body has no field that identifies a stored pet.'
      : `The profile ${profile} does not send bodies that could be stored.`;
    judge.notApplicable(requirement, reason, [rejected]);
    return;
  }
  const { exchangeId, sentAt } = rejected;
  run.known.recordRejected({ mark, requirement, caseId: judge.caseId, exchangeId, sentAt });
  // A service may store the pet without its status, so the unfiltered page is read too.
  const queries: readonly ListQuery[] = [{ limit: 100 }, ...(status === undefined ? [] : [{ limit: 100, status }])];
  const pages = await Promise.all(queries.map((query) => api.sharePage(query)));
  const stored = pages.flatMap(({ pets }) => pets).find((pet) => hasMarks(pet, marks) && !wasKnown(run, pet, rejected));
  const responses = [rejected, ...pages.map(({ response }) => response)];
  if (stored === undefined && !decidesAbsence(run, pages)) {
    const isFull = pages[0] !== undefined && pages[0].size >= pageLimit(pages[0].query);
    judge.notApplicable(requirement, isFull ? NO_COMPLETE_PAGE : DECIDED_LATER, responses);
    return;
  }
  judge.check(requirement, stored === undefined, {
    expected: 'no pet stored for the rejected body',
    actual: stored === undefined ? 'no such pet in a complete page' : `pet ${stored.id} stored for it`,
    responses,
    assumesComplete: stored === undefined ? pages : [],
  });
}

/**
 * Judges that no response of the run has shown a pet with the mark of a rejected body. A late list shows such a pet only
 * some time after the rejection, so call this after a read that waited for pets added later.
 */
export function expectNoRejectedPetStored({ run, judge }: CaseContext): void {
  const shown = run.known.petsFromRejectedBodies();
  const expected = 'no pet stored for a rejected body';
  for (const requirement of ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const) {
    const stored = shown.find(({ body }) => body.requirement === requirement);
    if (stored !== undefined) {
      const actual = `pet ${stored.pet.id} stored for it, as a later response shows`;
      const responses = [stored.body, ...(stored.shownBy === null ? [] : [stored.shownBy])];
      judge.check(requirement, false, { expected, actual, responses });
      continue;
    }
    const bodies = run.known.rejectedBodies().filter((body) => body.requirement === requirement);
    const page = run.snapshots
      .map(({ listing }) => listing.unfiltered)
      .find((each) => isComplete(each, run.known) && bodies.every(({ sentAt }) => sentAt < each.response.sentAt));
    if (bodies.length === 0)
      judge.notApplicable(requirement, 'The service did not reject a body that identifies its pet.');
    else if (page === undefined) judge.notApplicable(requirement, NO_COMPLETE_PAGE);
    else {
      const actual = 'no such pet in a complete page that was read after all of them';
      judge.check(requirement, true, { expected, actual, responses: [page.response], assumesComplete: [page] });
    }
  }
}

/** The most ids that are read between those of pets that the run added. */
const MOST_IDS_READ = 24;
/** A service that counts its ids gives the run's additions ids that are nearer to each other than this. */
const WIDEST_GAP = 100n;

/**
 * Judges the same after it has read ids between those of pets that the run added. A service that counts its ids stores the pet
 * of a rejected body there, also in a catalogue that is too large for a list to show it.
 */
export async function expectNoRejectedPetBetweenIds(context: CaseContext): Promise<void> {
  const { run, judge, api } = context;
  const ids = run.known.own().map(({ id }) => id);
  const ascending = ids.toSorted((left, right) => (left < right ? -1 : 1));
  const between = ascending.flatMap((id, index) => {
    const gap = (ascending[index + 1] ?? id) - id - 1n;
    return gap < WIDEST_GAP
      ? Array.from({ length: Math.max(0, Number(gap)) }, (_, step) => id + 1n + BigInt(step))
      : [];
  });
  const unknown = between.filter((id) => run.known.find(id) === undefined);
  const read = shuffled(unknown, run.randomFor(judge.caseId)).slice(0, MOST_IDS_READ);
  await Promise.all(read.map((id) => api.getPet(id, { expects: [200, 404] })));
  expectNoRejectedPetStored(context);
}

/** A complete filtered page proves absence only if the unfiltered page is below its limit (our reading of part 4.1). */
function decidesAbsence(run: Run, [unfiltered, filtered]: readonly Page[]): boolean {
  if (unfiltered === undefined) return false;
  if (isComplete(unfiltered, run.known)) return true;
  return filtered !== undefined && isComplete(filtered, run.known) && unfiltered.size < pageLimit(unfiltered.query);
}

function hasMarks(pet: Pet, { name, categoryId }: Marks): boolean {
  return name === undefined ? pet.categoryId === categoryId : pet.name === name;
}

function wasKnown(run: Run, pet: Pet, rejected: CompleteResponse): boolean {
  const known = run.known.find(pet.id);
  return known !== undefined && known.firstKnownAt < rejected.sentAt;
}

/** What is sent between two reads of the list: the body, another rejected body with a name, or nothing. */
type Round = 'body' | 'named' | 'nothing';

/** The rounds run in random order, so neither chance nor a client that writes regularly can match them. */
const ROUNDS: readonly Round[] = [
  ...Array.from({ length: 5 }, () => 'body' as const),
  ...Array.from({ length: 3 }, () => 'named' as const),
  ...Array.from({ length: 3 }, () => 'nothing' as const),
];

/** How many bodies are sent again if a pet has appeared. */
export const REPEATED_BODIES = ROUNDS.filter((round) => round !== 'nothing').length;

const REQUIREMENT = 'CREATE-REFUSED-NOT-STORED';

/**
 * Judges that rejected bodies without marks leave no pet behind: the pages before and after them show the same pets. Other
 * clients may add pets in between. A new pet is a violation only if a pet with the same values appears each time that one
 * body is sent, and none when nothing is sent. The run must add nothing at the same time.
 */
export async function expectUnmarkedBodiesNotStored(context: CaseContext): Promise<void> {
  const { run, judge, api, pets } = context;
  const bodies = pets.unmarked();
  const before = await readPage(context);
  const sent = await Promise.allSettled(
    bodies.map(async (body) => (await api.sharePost(body)) ?? (await api.createPet(body))),
  );
  for (const each of sent) if (each.status === 'rejected' && !(each.reason instanceof CaseStopped)) throw each.reason;
  // A body without a response leaves the case unsettled. The others can still show a violation.
  const answered = bodies.filter((_body, index) => sent[index]?.status === 'fulfilled');
  const after = await readPage(context);
  const responses = [before.response, after.response];
  if (before.size >= pageLimit(before.query) || !showsAll(run, after))
    return judge.notApplicable(REQUIREMENT, NO_COMPLETE_PAGE, responses);
  const expected = 'no new pet after the rejected bodies';
  if (newcomers(run, before, after).length === 0) {
    const actual = 'the same pets before and after';
    judge.check(REQUIREMENT, true, { expected, actual, responses, assumesComplete: [before, after] });
    return;
  }
  const rounds = shuffled(ROUNDS, run.randomFor(judge.caseId));
  for (const body of answered) {
    const found = await findStored(context, rounds, body);
    if (found === null) continue;
    const actual = `pet ${found.pet.id}, and an equal pet each time the run sends a body in which ${body.title}`;
    judge.check(REQUIREMENT, false, { expected, actual, responses: found.responses });
    return;
  }
  judge.notApplicable(REQUIREMENT, 'Other clients add pets, so a new pet proves nothing.', responses);
}

interface Stored {
  readonly pet: Pet;
  readonly responses: readonly Evidence[];
}

/** Finds the last pet that was stored for a body; null if no pet certainly was. */
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

/** Sends a body that is rejected for its status alone. Returns the name that a pet stored for it would have. */
async function sendNamed({ api, pets }: CaseContext): Promise<string> {
  const fault = oneFaultBodies().find(({ kind, field }) => kind === 'not-in-enumeration' && field === 'status');
  if (fault === undefined) throw new HarnessFault('The suite has no body with a status outside the enumeration.');
  const body = pets.invalid(fault);
  await api.createPet(body);
  return body.marks.name ?? '';
}

function readPage({ api }: CaseContext): Promise<Page> {
  return api.readPage({ limit: 100 });
}

/** Pets that only the later page shows, and that the run neither added nor knew. */
function newcomers(run: Run, earlier: Page, later: Page): readonly Pet[] {
  const { sentAt } = earlier.response;
  return later.pets.filter(({ id }) => {
    const known = run.known.find(id);
    return (
      known === undefined || (!known.own && known.firstKnownAt > sentAt && !earlier.pets.some((pet) => pet.id === id))
    );
  });
}

/** Whether the page is complete, or at least holds every pet that the run knows. */
function showsAll(run: Run, page: Page): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  const shown = new Set(page.pets.map(({ id }) => id));
  return isComplete(page, run.known) || run.known.all().every(({ pet }) => shown.has(pet.id));
}

function isLike(left: Pet, right: Pet): boolean {
  return left.name === right.name && left.categoryId === right.categoryId && left.status === right.status;
}
