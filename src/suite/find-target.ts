import { LIMIT_DEFAULT, LIMIT_MAX, type OperationWith } from '../contract/operations.ts';
import type { TransportFailureKind } from '../http/exchange.ts';
import type { HttpResult } from '../http/request.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import { type ApiRequest, getRequest, listRequest } from './api-request.ts';
import type { Page } from './page.ts';
import { rejectsKey } from './response.ts';
import { draftPet, drawUnknownId } from './pets.ts';
import type { Run } from './run.ts';
import { FIXTURES_CASE, type Step, type StepResult, type StepTools, tryPet } from './fixture-step.ts';
import { type Obstacle, obstacleOf } from './transport-failures.ts';
import { PROFILES } from '../settings/profiles.ts';

const KEY_REJECTED: Obstacle = {
  reason: 'The configured key is rejected by every operation.',
  howToResolve: 'Set PETSTORE_API_KEY (or --api-key-file) to a key that the service accepts.',
};

/**
 * Finds why the target cannot be judged: no response, the same response to every request, or the key rejected by every operation.
 * Null if it can.
 */
export async function findTarget(run: Run, step: Step): Promise<Obstacle | null> {
  const request: ApiRequest = { ...listRequest(), credential: run.credentials.valid };
  const send = (): Promise<HttpResult> => run.client.send(request, FIXTURES_CASE);
  let first: HttpResult | null = await send();
  const alike = await respondsAlike(run, first);
  if (alike !== null) return alike;
  const listed = await list(step, async ({ api, scope }) => {
    // A second try sends the request again.
    const sent = first ?? (await send());
    first = null;
    return api.pageOf(scope.receive(request, sent));
  });
  if (listed.kind === 'stopped' && listed.failure !== null) return obstacleOf(listed.failure);
  if (!run.keys.rejects('listPets')) return null;
  for (const [operation, sendOther] of otherOperations(run, step)) {
    await sendOther();
    if (!run.keys.rejects(operation)) return null;
  }
  return KEY_REJECTED;
}

/**
 * The target is no pet store if a list, a pet and a list without a key get the same redirect, 4xx or HTML page.
 * Rejections of the key have a reason of their own.
 */
async function respondsAlike(run: Run, listed: HttpResult): Promise<Obstacle | null> {
  const kind = foreignKind(listed);
  if (kind === null) return null;
  const { valid, none } = run.credentials;
  const id = drawUnknownId(run, run.randomFor(FIXTURES_CASE), 'positive');
  const others = [
    { ...getRequest(id), credential: valid },
    { ...listRequest(), credential: none },
  ];
  for (const other of others) if (foreignKind(await run.client.send(other, FIXTURES_CASE)) !== kind) return null;
  return {
    reason: `The target gives every request the same response: ${kind}. It may be a login page, a gateway or another service.`,
    howToResolve: `Check ${nameByFlag('baseUrl')}, and that this machine and the key have access.`,
  };
}

/** A response that a pet store does not give to a list, in words; null for any other. */
function foreignKind({ result }: HttpResult): string | null {
  if (result.kind !== 'response' || result.status >= 500) return null;
  const location = result.headers.get('location')?.[0];
  const type = result.headers.get('content-type')?.[0]?.replace(/;.*$/s, '').trim().toLowerCase();
  // The address that was asked for is often a part of the query.
  if (location !== undefined) return `status ${result.status} to ${location.replace(/[?#].*$/s, '')}`;
  const isOfStore = result.status < 300 || rejectsKey(result);
  if (result.status === 401 || (isOfStore && type !== 'text/html')) return null;
  return `status ${result.status} with ${type === undefined ? 'no media type' : `a body of type ${type}`}`;
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
 * Judges the first request, and sends it again after a failure that was not a time-out. If the page is full there may be more pets, so
 * the largest page is read too.
 */
async function list(step: Step, readFirst: (tools: StepTools) => Promise<Page>): Promise<StepResult<unknown>> {
  const first = await step(readFirst);
  const isFinal = first.kind === 'done' || first.failure === null || TIMED_OUT.has(first.failure.kind);
  const listed = isFinal ? first : await step(({ api }) => api.readPage());
  if (listed.kind === 'done' && listed.result.size >= LIMIT_DEFAULT)
    await step(({ api }) => api.readPage({ limit: LIMIT_MAX }));
  return listed;
}

/** The operations that can show whether the key is valid, and that change no pet. */
type OtherOperation = Exclude<OperationWith<'none' | 'adds a pet'>, 'listPets'>;

/** A request to each other operation that this run may use. A removed operation says nothing about the key. */
function otherOperations(run: Run, step: Step): readonly (readonly [OtherOperation, () => Promise<unknown>])[] {
  const mayAdd = PROFILES[run.configuration.profile].addsPets && run.budget.hasRoom();
  /** Reads come first. Null: the run may not use the operation. */
  const requests: Readonly<Record<OtherOperation, (() => Promise<unknown>) | null>> = {
    getPet: run.phase === 'before' ? () => readUnknown(run, step) : null,
    createPet: mayAdd ? () => add(run, step) : null,
  };
  return (Object.keys(requests) as OtherOperation[]).flatMap((operation) => {
    const send = requests[operation];
    return send === null ? [] : [[operation, send] as const];
  });
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
