import { LIMIT_DEFAULT, LIMIT_MAX, type OperationId } from '../contract/operations.ts';
import type { TransportFailureKind } from '../http/exchange.ts';
import { draftPet, drawUnknownId } from './pets.ts';
import type { Run } from './run.ts';
import { FIXTURES_CASE, type Step, type StepResult, tryPet } from './fixture-step.ts';
import { type Obstacle, resolutionOf } from './transport-failures.ts';

const KEY_REJECTED: Obstacle = {
  reason: 'The configured key is rejected by every operation.',
  howToResolve: 'Set PETSTORE_API_KEY (or --api-key-file) to a key that the service accepts.',
};

/** Finds out why the target cannot be judged: it does not respond, or every operation rejects the key. Null if it can. */
export async function findTarget(run: Run, step: Step): Promise<Obstacle | null> {
  const listed = await list(step);
  if (listed.kind === 'stopped' && listed.failure !== null) {
    const { message, kind } = listed.failure;
    return { reason: message, howToResolve: resolutionOf(kind) };
  }
  const tried: OperationId[] = ['listPets'];
  const isRejected = (): boolean => tried.every((operation) => run.keys.rejects(operation));
  for (const [operation, send] of otherOperations(run, step)) {
    if (!isRejected()) return null;
    await send();
    tried.push(operation);
  }
  return isRejected() ? KEY_REJECTED : null;
}

/** After one of these failures a second attempt would wait just as long. */
const TIMED_OUT: ReadonlySet<TransportFailureKind> = new Set([
  'connect-timeout',
  'response-timeout',
  'body-timeout',
  'rate-limited',
  'disturbed',
  'refused',
  'closed-before-response',
]);

/**
 * Sends the first request, and again after a failure that was not a time-out. If the page is full there may be more pets, so
 * the largest page is read too.
 */
async function list(step: Step): Promise<StepResult<unknown>> {
  const first = await step(({ api }) => api.readPage());
  const isFinal = first.kind === 'done' || first.failure === null || TIMED_OUT.has(first.failure.kind);
  const listed = isFinal ? first : await step(({ api }) => api.readPage());
  if (listed.kind === 'done' && listed.result.size >= LIMIT_DEFAULT)
    await step(({ api }) => api.readPage({ limit: LIMIT_MAX }));
  return listed;
}

/** The other operations that this run may use. A removed operation does not show whether the key is valid. */
function otherOperations(run: Run, step: Step): readonly (readonly [OperationId, () => Promise<unknown>])[] {
  const mayAdd = run.configuration.profile !== 'read-only' && run.budget.hasRoom();
  return [
    ...(run.phase === 'before' ? [['getPet', () => readUnknown(run, step)] as const] : []),
    ...(mayAdd ? [['createPet', () => add(run, step)] as const] : []),
  ];
}

function readUnknown(run: Run, step: Step): Promise<unknown> {
  const id = drawUnknownId(run, run.randomFor(FIXTURES_CASE), 'positive');
  return step(async ({ api, judge, scope }) => {
    const response = await api.getPet(id, { expects: [404] });
    if (api.mayShowPet(response, id)) return;
    scope.skipStatusRules(response);
    const finding = { expected: 'status 404 with an Error', actual: `status ${response.status}` };
    judge.check('GET-UNKNOWN', response.status === 404, { ...finding, responses: [response] });
  });
}

function add(run: Run, step: Step): Promise<unknown> {
  const categoryId = run.configuration.categoryId ?? 1n;
  return step((tools) => tryPet(draftPet(run, FIXTURES_CASE, { categoryId, status: 'available' }), tools));
}
