import type { NewPet } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import type { TransportFailureKind } from '../target/exchange.ts';
import { settleBudget } from './additions.ts';
import { auditWhole, obstacleOf, type Whole } from './audit-transport.ts';
import type { Obstacle } from './catalogue.ts';
import { isThatAnimal } from './expectations/expect-unknown.ts';
import { newPetText } from './new-pet-text.ts';
import { rejectsKey } from './require-right.ts';
import type { Run } from './run.ts';
import { SET_UP_CASE } from './set-up-case.ts';
import { addRequest, type SetUpRequest, surveying } from './set-up-request.ts';
import type { SetUpStep, SetUpTools } from './set-up-step.ts';
import { drawUnknownId } from './unknown-id.ts';

/** The response of one operation to the configured key, and how it is judged if the run goes on. */
interface KeyTrial {
  readonly answer: Answer;
  readonly request: SetUpRequest;
  readonly judge: (tools: SetUpTools, whole: Whole) => unknown;
}

const KEY_REJECTED: Obstacle = {
  reason: 'The configured key is rejected by every operation.',
  supply: 'Set PETSTORE_API_KEY (or --api-key-file) to a key that the service accepts.',
};

/**
 * Why the target cannot be judged: no response comes, or every operation rejects the configured key. Null where it can be
 * judged; then its first responses are judged.
 */
export async function findTarget(run: Run, step: SetUpStep): Promise<Obstacle | null> {
  const answer = await list(run);
  const obstacle = answer.result.kind === 'unanswered' ? obstacleOf(answer.result.failure) : null;
  if (obstacle !== null) return obstacle;
  const trials: KeyTrial[] = [
    { answer, request: surveying(run, {}), judge: ({ client }, whole) => client.asPage(whole, {}) },
  ];
  for (const tryOperation of otherOperations(run)) {
    if (trials.every(isRejected)) trials.push(await tryOperation(run));
  }
  if (trials.every(isRejected)) return KEY_REJECTED;
  for (const trial of trials) {
    await step(trial.request, (tools) =>
      Promise.resolve(trial.judge(tools, auditWhole(tools.judge, trial.answer, 'named'))),
    );
  }
  return null;
}

function isRejected({ answer: { result } }: KeyTrial): boolean {
  return result.kind === 'answered' && rejectsKey(result);
}

/** After one of these a second attempt would only wait as long again. */
const WAITED: ReadonlySet<TransportFailureKind> = new Set([
  'connect-timeout',
  'answer-timeout',
  'body-timeout',
  'rate-limited',
]);

/** Sends the first request, and once more where something else than a wait kept it from a response. */
async function list(run: Run): Promise<Answer> {
  const send = (): Promise<Answer> =>
    run.client.send(
      { method: 'GET', path: '/pets', operation: 'listPets', credential: run.credentials.valid },
      SET_UP_CASE,
    );
  const answer = await send();
  const { result } = answer;
  const isSettled =
    result.kind === 'answered' || WAITED.has(result.failure.kind) || obstacleOf(result.failure) === null;
  return isSettled ? answer : send();
}

/** The operations that this run may use beside the list. One that is removed by the calendar says nothing of the key. */
function otherOperations(run: Run): readonly ((run: Run) => Promise<KeyTrial>)[] {
  const mayAdd = run.configuration.profile !== 'read-only' && run.budget.hasRoom();
  return [...(run.phase === 'before' ? [readUnknown] : []), ...(mayAdd ? [add] : [])];
}

async function readUnknown(run: Run): Promise<KeyTrial> {
  const id = drawUnknownId(run, run.randomFor(SET_UP_CASE), 'positive');
  const answer = await run.client.send(
    { method: 'GET', path: `/pets/${id}`, operation: 'getPet', credential: run.credentials.valid },
    SET_UP_CASE,
  );
  return {
    answer,
    request: { kind: 'read-unknown', id: String(id) },
    judge: ({ client, judge }, whole) => isThatAnimal(judge, whole, id) || client.refused('GET-UNKNOWN', whole, 404),
  };
}

async function add(run: Run): Promise<KeyTrial> {
  const { categoryId } = run.configuration;
  const pet: NewPet = { name: run.nextName(SET_UP_CASE), categoryId: categoryId ?? 1n, status: 'available' };
  run.budget.reserve();
  const answer = await run.client.send(
    {
      method: 'POST',
      path: '/pets',
      operation: 'createPet',
      credential: run.credentials.valid,
      body: newPetText(pet),
    },
    SET_UP_CASE,
  );
  settleBudget(run, answer);
  return {
    answer,
    request: addRequest(pet, true),
    judge: ({ client }, whole) => client.refusedOrAdded('CREATE-CATEGORY-INT64', whole, pet),
  };
}
