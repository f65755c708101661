import { LIMIT_MAX } from '../contract/operations.ts';
import { type Pet, petDifferences } from '../contract/pet.ts';
import { pageLimit, type RawBody } from './api-request.ts';
import { FAULTY_BODIES } from './bodies/faulty-bodies.ts';
import { CaseStopped, HarnessFault } from './judge.ts';
import { FLAWED_PAGES, NO_COMPLETE_PAGE } from './reasons.ts';
import { isFlawed } from './responses/read-body.ts';
import type { MarkedBody, UnmarkedBody } from './new-pets.ts';
import { createPets } from './pets.ts';
import { randomFor, shuffled } from './random-numbers.ts';
import type { Evidence, ShownPage } from './responses/response.ts';
import type { Run } from './run.ts';
import { type Api, createApi } from './api.ts';
import type { CaseScope } from './case-scope.ts';
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
export async function expectUnmarkedNotStored(scope: CaseScope, bodies: readonly UnmarkedBody[]): Promise<void> {
  const { run } = scope;
  const api = createApi(scope);
  const before = await readPage(api);
  const areRejected = await Promise.all(bodies.map((body) => isRejected(api, body)));
  const rejected = bodies.filter((_body, index) => areRejected[index]);
  const after = await readPage(api);
  const responses = [before.response, after.response];
  if (isFlawed(after)) return scope.notApplicable(REQUIREMENT, FLAWED_PAGES, responses);
  if (!hasRoom(before) || !showsAll(run, after)) return scope.notApplicable(REQUIREMENT, NO_COMPLETE_PAGE, responses);
  const expected = 'no new pet after the rejected bodies';
  if (newcomers(run, before, after).length === 0) {
    const actual = 'the same pets before and after';
    scope.check(REQUIREMENT, true, { expected, actual, responses });
    return;
  }
  const rounds = shuffled(ROUNDS, randomFor(run.configuration, scope.caseId));
  for (const body of rejected) {
    const found = await findStored(scope, api, rounds, body);
    if (found === null) continue;
    const actual = `pet ${describeId(found.pet.id)}, and an equal pet each time the run sends a body in which ${body.title}`;
    scope.check(REQUIREMENT, false, { expected, actual, responses: found.responses });
    return;
  }
  const adder = rejected.length === bodies.length ? 'Other clients add' : 'The service or other clients add';
  scope.notApplicable(REQUIREMENT, `${adder} pets, so a new pet proves nothing.`, responses);
}

/** Whether the body gets 400: only then it must leave no pet behind (part 4.2). A body without a response leaves the case undecided. The others can still show a violation, unless they were accepted. */
async function isRejected(api: Api, body: UnmarkedBody): Promise<boolean> {
  try {
    return (await api.createShared(body)).status === 400;
  } catch (error) {
    if (error instanceof CaseStopped) return false;
    throw error;
  }
}

interface Stored {
  readonly pet: Pet;
  readonly responses: readonly Evidence[];
}

/** A service that stores rejected bodies may replace every name with the default of a string. */
const DEFAULT_NAME = '';

/** Is a pet stored for a body each time that it is sent, and at no other time? The last such pet; null if that is not certain. */
async function findStored(
  scope: CaseScope,
  api: Api,
  rounds: readonly Round[],
  unmarked: UnmarkedBody,
): Promise<Stored | null> {
  let stored: Stored | null = null;
  for (const round of rounds) {
    if (round === 'body') {
      const { appeared, response, responses } = await sendBetweenReads(scope, api, unmarked);
      const [pet, ...others] = appeared;
      if (pet === undefined || others.length > 0 || response?.status !== 400) return null;
      if (stored !== null && petDifferences({ ...stored.pet, id: pet.id }, pet).length > 0) return null;
      stored = { pet, responses };
      continue;
    }
    const named = round === 'named' ? namedBody(scope) : null;
    const { appeared } = await sendBetweenReads(scope, api, named);
    // The service may store the named body too, which other cases judge.
    const names = named === null ? [] : [named.marks.name, DEFAULT_NAME];
    if (appeared.some(({ name }) => !names.includes(name))) return null;
  }
  return stored;
}

/** Sends a body, or nothing, between two reads of the list. */
async function sendBetweenReads(scope: CaseScope, api: Api, body: RawBody | null) {
  const before = await readPage(api);
  const response = body === null ? null : await api.createPet(body);
  const after = await readPage(api);
  const responses = [before.response, ...(response === null ? [] : [response]), after.response];
  return { appeared: newcomers(scope.run, before, after), response, responses };
}

/** A body that is rejected for its status alone. */
function namedBody(scope: CaseScope): MarkedBody {
  const fault = FAULTY_BODIES.find(({ requirement }) => requirement === 'CREATE-REFUSES-STATUS-VALUE');
  if (fault === undefined) throw new HarnessFault('The suite has no body with a status outside the enumeration.');
  return createPets(scope).invalid(fault);
}

function readPage(api: Api): Promise<ShownPage> {
  return api.readPage({ limit: LIMIT_MAX });
}

/** Pets that only the later page shows. The run has not added them, and did not know them before the earlier page. */
function newcomers({ knowledge }: Run, earlier: ShownPage, later: ShownPage): readonly Pet[] {
  const { sentAt } = earlier.response;
  return later.pets.filter(({ id }) => {
    const { isOwn = false, firstKnownAt = Infinity } = knowledge.find(id) ?? {};
    return !isOwn && firstKnownAt > sentAt && !earlier.ids.has(id);
  });
}

/** Whether the page holds every pet that the run added, so it is neither late nor cut. */
function showsAll({ knowledge }: Run, page: ShownPage): boolean {
  return hasRoom(page) && knowledge.own().every(({ id }) => page.ids.has(id));
}

function hasRoom({ size, query }: ShownPage): boolean {
  return size < pageLimit(query);
}
