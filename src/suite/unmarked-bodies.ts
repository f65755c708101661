import { LIMIT_MAX } from '../contract/operations.ts';
import { type Pet, petDifferences } from '../contract/pet.ts';
import { pageLimit } from './api-request.ts';
import { FAULTY_BODIES } from './bodies/faulty-bodies.ts';
import { CaseStopped, HarnessFault } from './judge.ts';
import { isFlawed, NO_COMPLETE_PAGE, type Page } from './catalogue/page.ts';
import type { UnmarkedBody } from './pets.ts';
import { shuffled } from './execution/random-numbers.ts';
import type { Evidence } from './responses/response.ts';
import type { Run } from './run.ts';
import type { CaseContext } from './expect.ts';
import { describeId } from './responses/text-ids.ts';

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
export async function expectUnmarkedNotStored(context: CaseContext, bodies: readonly UnmarkedBody[]): Promise<void> {
  const { run, judge, api } = context;
  const before = await readPage(context);
  const sent = await Promise.allSettled(bodies.map((body) => api.createShared(body)));
  for (const each of sent) if (each.status === 'rejected' && !(each.reason instanceof CaseStopped)) throw each.reason;
  // A body without a response leaves the case unsettled. The others can still show a violation.
  const withResponse = bodies.filter((_body, index) => sent[index]?.status === 'fulfilled');
  const after = await readPage(context);
  const responses = [before.response, after.response];
  if (before.size >= pageLimit(before.query) || !showsAll(run, after))
    return judge.notApplicable(REQUIREMENT, NO_COMPLETE_PAGE, responses);
  const expected = 'no new pet after the rejected bodies';
  if (newcomers(run, before, after).length === 0) {
    const actual = 'the same pets before and after';
    judge.check(REQUIREMENT, true, { expected, actual, responses });
    return;
  }
  const rounds = shuffled(ROUNDS, run.randomFor(judge.caseId));
  for (const body of withResponse) {
    const found = await findStored(context, rounds, body);
    if (found === null) continue;
    const actual = `pet ${describeId(found.pet.id)}, and an equal pet each time the run sends a body in which ${body.title}`;
    judge.check(REQUIREMENT, false, { expected, actual, responses: found.responses });
    return;
  }
  judge.notApplicable(REQUIREMENT, 'Other clients add pets, so a new pet proves nothing.', responses);
}

/** A service that stores rejected bodies may replace every name with the default of a string. */
const DEFAULT_NAME = '';

interface Stored {
  readonly pet: Pet;
  readonly responses: readonly Evidence[];
}

/** Finds the last pet that was stored for a body; null if no pet certainly was. */
async function findStored(context: CaseContext, rounds: readonly Round[], body: UnmarkedBody): Promise<Stored | null> {
  const { run, api } = context;
  let stored: Stored | null = null;
  for (const round of rounds) {
    const before = await readPage(context);
    if (round !== 'body') {
      const ownNames = round === 'named' ? [await sendNamed(context), DEFAULT_NAME] : [];
      const others = newcomers(run, before, await readPage(context)).filter(({ name }) => !ownNames.includes(name));
      if (others.length > 0) return null;
      continue;
    }
    const response = await api.createPet(body);
    const after = await readPage(context);
    const [pet, ...others] = newcomers(run, before, after);
    if (pet === undefined || others.length > 0 || response.status !== 400) return null;
    if (stored !== null && petDifferences({ ...stored.pet, id: pet.id }, pet).length > 0) return null;
    stored = { pet, responses: [before.response, response, after.response] };
  }
  return stored;
}

/** Sends a body that is rejected for its status alone. Returns the name that a pet stored for it would have. */
async function sendNamed({ api, pets }: CaseContext): Promise<string> {
  const fault = FAULTY_BODIES.find(({ kind, field }) => kind === 'not-in-enumeration' && field === 'status');
  if (fault === undefined) throw new HarnessFault('The suite has no body with a status outside the enumeration.');
  const body = pets.invalid(fault);
  await api.createPet(body);
  return body.marks.name ?? '';
}

function readPage({ api }: CaseContext): Promise<Page> {
  return api.readPage({ limit: LIMIT_MAX });
}

/** Pets that only the later page shows, and that the run neither added nor knew. */
function newcomers(run: Run, earlier: Page, later: Page): readonly Pet[] {
  const { sentAt } = earlier.response;
  return later.pets.filter(({ id }) => {
    const known = run.known.find(id);
    return (
      known === undefined || (!known.isOwn && known.firstKnownAt > sentAt && !earlier.pets.some((pet) => pet.id === id))
    );
  });
}

/** Whether the page holds every pet that the run added, so it is neither late nor cut. */
function showsAll(run: Run, page: Page): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  const shown = new Set(page.pets.map(({ id }) => id));
  return run.known.own().every(({ id }) => shown.has(id));
}
