import { findTriedValues } from '../../../src/suite/operations/find-tried-values.ts';
import { createDisturbedRequests } from '../../../src/suite/execution/disturbed-requests.ts';
import { createBudget } from '../../../src/suite/execution/budget.ts';
import { type CaseScope, createScope, sendUnjudged } from '../../../src/suite/case-scope.ts';
import { type CaseTools, createTools } from '../../../src/suite/case-tools.ts';
import { CaseStopped } from '../../../src/suite/judge.ts';
import { createRecords } from '../../../src/suite/records/record-store.ts';
import type { Judgement, RunRecord } from '../../../src/suite/records/records.ts';
import { createRiskyProbes } from '../../../src/suite/execution/risky-probes.ts';
import { nothingFound, type Run } from '../../../src/suite/run.ts';
import { createSharedRequests } from '../../../src/suite/shared-requests.ts';
import { createKnowledge } from '../../../src/suite/knowledge.ts';
import { type Attempt, createHistory } from '../../../src/suite/history.ts';
import { judgeHistory } from '../../../src/suite/rules/judge-history.ts';
import type { ApiRequest, ListQuery } from '../../../src/suite/api-request.ts';
import { type CompleteResponse, responseOf, type ShownPage } from '../../../src/suite/responses/response.ts';
import { readJsonOnce, writeJson } from '../../../src/contract/json.ts';
import { isPetStatus, type Pet } from '../../../src/contract/pet.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import type { HttpResult, OutgoingRequest, ReceivedResponse } from '../../../src/http/request.ts';
import { createLockouts } from '../../../src/suite/execution/lockouts.ts';
import { credentialsFor } from '../../../src/suite/keys/credentials.ts';
import type { TransportFailureKind } from '../../../src/http/failure-kinds.ts';
import { configured } from '../../support/configuration-under-test.ts';
import * as histories from './rules/histories.ts';

/** The response of a fake service: JSON with its media type unless `headers` differ, or a transport failure. `body` is then what arrived. */
export interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly failure?: TransportFailureKind;
  readonly connection?: 'fresh' | 'reused';
  /** The depth limit for reading a body. */
}

export type Service = (request: OutgoingRequest, serial: number) => Reply;

export const KEY = 'sk_test_4f9Kq7Zr2mXw8bTn';
export const credentials = credentialsFor(KEY, () => 0.5);

export const listRequest: ApiRequest = {
  method: 'GET',
  path: '/pets',
  operation: 'listPets',
  credential: credentials.valid,
  query: {},
  expects: [200],
};

/** The result that the client returns for a reply. Times are in milliseconds. */
export function httpResultOf(
  reply: Reply,
  request: OutgoingRequest = listRequest,
  exchangeId = 'x1',
  sentAt = 10,
  doneAt = 11,
): HttpResult {
  const { status = 200, body = '', connection = 'fresh', failure } = reply;
  const headers = new Map(Object.entries({ 'content-type': ['application/json'], ...reply.headers }));
  const bytes = new TextEncoder().encode(body);
  const received: ReceivedResponse = {
    kind: 'response',
    status,
    headers,
    body: bytes,
    json: readJsonOnce(bytes),
    connection,
    httpVersion: '1.1',
  };
  return {
    exchangeId,
    request,
    sentAt,
    doneAt,
    attempts: [
      {
        startedAt: '2030-01-01T00:00:00.000Z',
        milliseconds: 1,
        connection,
        status: failure === undefined ? status : (reply.status ?? null),
        failure: failure === undefined ? null : { kind: failure, message: `It failed: ${failure}.` },
        waitedMilliseconds: 0,
      },
    ],
    result:
      failure === undefined
        ? received
        : {
            kind: 'no-response',
            status: reply.status ?? null,
            failure: { kind: failure, message: `It failed: ${failure}.` },
            ...(body === '' ? {} : { arrived: { ...received, isBroken: true } }),
          },
  };
}

export interface FakeRun {
  readonly run: Run;
  readonly records: RunRecord[];
  readonly sent: OutgoingRequest[];
  readonly paused: number[];
  /** The number of open dedicated connections. */
  readonly openConnections: () => number;
}

/** A run against a service function. Each request is sent two seconds after the one before, and takes a second. Pauses take no time. */
export function fakeRun(
  service: Service,
  changes: Partial<Run> = {},
  flags: Readonly<Record<string, string>> = {},
): FakeRun {
  const records: RunRecord[] = [];
  const kept = createRecords({ redact: (record) => record, kept: (record) => void records.push(record) });
  let isSimple = false;
  const sent: OutgoingRequest[] = [];
  const paused: number[] = [];
  const knowledge = createKnowledge();
  const history = createHistory(knowledge.read);
  let clock = 0;
  let names = 0;
  let open = 0;
  const send = (request: OutgoingRequest): Promise<HttpResult> => {
    sent.push(request);
    clock += 2000;
    return Promise.resolve(
      httpResultOf(service(request, sent.length), request, `x${sent.length}`, clock, clock + 1000),
    );
  };
  const configuration = configured({
    given: { baseUrl: 'http://127.0.0.1:1/v1', ...flags },
    environment: { PETSTORE_API_KEY: KEY },
  });
  const run: Run = {
    configuration,
    client: {
      send,
      obstacle: () => null,
      responds: () => Promise.resolve(true),
      openConnection() {
        open += 1;
        return { send, close: () => void (open -= 1) };
      },
      largestBody: () => 1,
      pacing: () => ({
        waits: 0,
        waitedMilliseconds: 0,
        disturbances: {},
        concurrency: 1,
        lowestConcurrency: 1,
        requestsPerSecond: null,
      }),
      close: () => undefined,
    },
    credentials,
    records: kept,
    history: Object.assign(history, {
      judge() {
        const { settleTimeout, profile } = configuration;
        return judgeHistory(history.entries, {
          settlingTime: settleTimeout * 1000,
          phase: run.phase,
          profile,
        });
      },
    }),
    knowledge,
    budget: createBudget(1000, 0, configuration.maxWrongKeys),
    found: { ...nothingFound(), categories: [1n] },
    probes: createRiskyProbes(knowledge, kept, (read, caseId) =>
      sendUnjudged(run, caseId, { ...read, credential: credentials.valid }),
    ),
    disturbed: createDisturbedRequests((request) => findTriedValues(request, (id) => knowledge.find(id)?.pet)),
    lockouts: createLockouts({
      knowledge: { ...knowledge, hasAccepted: () => false },
      clock: { now: () => 0, pause: async () => undefined },
      isAccepted: async () => true,
    }),
    shared: { ...createSharedRequests(), page: (_, read) => read() },
    phase: 'before',
    names: {
      next: () =>
        isSimple
          ? `L${String((names += 1)).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`
          : `name ${(names += 1)}`,
      simplify: () => void (isSimple = true),
    },
    clock: {
      // The times of the fake client stay as they are, but for microseconds.
      now: () => performance.now(),
      pause: async (milliseconds) => void paused.push(milliseconds),
    },
    ...changes,
  };
  return { run, records, sent, paused, openConnections: () => open };
}

/** Records a pet as added by the run. */
export function addOwn({ history }: Run, each: Pet, doneAt = 0): void {
  history.append(histories.added(each, { at: doneAt - 1 }));
}

/** Records that a response showed a pet. It says nothing about the key. */
export function showKnown({ history }: Run, each: Pet, doneAt = 0): void {
  history.append(histories.read(each.id, each, { at: doneAt - 1, request: { expects: [] } }));
}

/** The setup of a case: its requirements, the known pets, and changes to the fake run. */
export interface Given {
  /** Default `first`. */
  readonly attempt?: Attempt;
  readonly cites?: readonly TestableId[];
  /** What rules judge by the requests of the case. */
  readonly feeds?: readonly TestableId[];
  /** Pets that an earlier response showed at `knownAt`. */
  readonly known?: readonly Pet[];
  readonly knownAt?: number;
  /** Pets that the run added before. */
  readonly own?: readonly Pet[];
  readonly run?: Partial<Run>;
  readonly flags?: Readonly<Record<string, string>>;
}

export interface CaseUnderTest extends CaseTools<TestableId> {
  readonly whole: Run;
  readonly scope: CaseScope;
}

export interface Tried extends FakeRun {
  /**
   * `REQUIREMENT outcome` for each judgement of the case and each violated rule, sorted, without duplicates, and separated
   * by commas. If the case was stopped, `stopped OUTCOME` follows.
   */
  readonly verdicts: string;
  /** The satisfied requirements, from the case and from response rules. */
  readonly satisfied: readonly string[];
  /** The violated requirements, sorted, without duplicates, and separated by spaces. */
  readonly violated: string;
  readonly judgements: readonly Judgement[];
  /** All texts of judgements and stops: reasons, resolutions, expected and actual values. */
  readonly words: string;
}

/** The judgements of a record. Each satisfied rule counts as a judgement. */
function judgementsIn(record: RunRecord): readonly Judgement[] {
  if (record.type === 'judgement' || record.type === 'rule-violated') return [record.judgement];
  if (record.type !== 'rules-satisfied') return [];
  const blank = {
    outcome: 'satisfied',
    expected: '',
    actual: '',
    pointer: null,
    reason: null,
    howToResolve: null,
  } as const;
  return Object.entries(record.rules).map(([id, exchanges]) => ({
    ...blank,
    requirement: id as TestableId,
    exchanges,
  }));
}

/** Runs a case, and returns whether it was stopped. */
export async function isStopped(body: () => unknown): Promise<boolean> {
  try {
    await body();
    return false;
  } catch (error) {
    if (error instanceof CaseStopped) return true;
    throw error;
  }
}

/** Runs the body of a case against a fake service. */
export async function tryCase(
  service: Service,
  body: (tools: CaseUnderTest) => unknown,
  {
    cites = [],
    feeds = [],
    known = [],
    knownAt = 0,
    own = [],
    attempt = 'first',
    run: changes = {},
    flags = {},
  }: Given = {},
): Promise<Tried> {
  const fake = fakeRun(service, changes, flags);
  const { run, records } = fake;
  for (const each of known) showKnown(run, each, knownAt);
  for (const each of own) addOwn(run, each);
  const scope = createScope(run, { caseId: 'some/case', attempt, judges: cites, feeds });
  await isStopped(() => body({ ...createTools(scope), whole: run, scope }));
  await scope.finish();
  const judgements = records.flatMap(judgementsIn);
  const withOutcome = (wanted: string): readonly string[] =>
    judgements.flatMap(({ requirement, outcome }) => (outcome === wanted ? [requirement] : []));
  const ofCase = records.flatMap((record) => (record.type === 'judgement' ? [record.judgement] : []));
  const reported = [
    ...ofCase,
    ...records.flatMap((record) => (record.type === 'rule-violated' ? [record.judgement] : [])),
  ];
  const ends = records.flatMap((record) => (record.type === 'stopped' ? [record] : []));
  const verdicts = reported.map(({ requirement, outcome }) => `${requirement} ${outcome}`);
  const words = reported.flatMap(({ reason, howToResolve, expected, actual }) => [
    reason,
    howToResolve,
    expected,
    actual,
  ]);
  return {
    ...fake,
    judgements,
    verdicts: [...new Set([...verdicts.sort(), ...ends.map(({ outcome }) => `stopped ${outcome}`)])].join(', '),
    satisfied: withOutcome('satisfied'),
    violated: [...new Set(withOutcome('violated'))].sort().join(' '),
    words: [...words, ...ends.flatMap(({ reason, howToResolve }) => [reason, howToResolve])].join('\n'),
  };
}

export function pet(id: bigint, fields: Partial<Pet> = {}): Pet {
  return { id, name: `Rex ${id}`, categoryId: 1n, status: 'sold', ...fields };
}

/** `count` pets with ids from 1. */
export const pets = (count: number, fields: Partial<Pet> = {}): Pet[] =>
  Array.from({ length: count }, (_, index) => pet(BigInt(index + 1), fields));

export function petText({ id, name, categoryId, status }: Pet): string {
  return writeJson({ id, name, categoryId, ...(status === undefined ? {} : { status }) });
}

export function errorText(status: number): string {
  return writeJson({ code: 'some_code', message: 'Some message.', status });
}

export const errorReply = (status: number): Reply => ({
  status,
  body: errorText(status),
  ...(status === 401 ? { headers: { 'www-authenticate': ['Bearer'] } } : {}),
});

export const pageReply = (shown: readonly Pet[]): Reply => ({ body: `[${shown.map(petText).join()}]` });

/** Converts a reply to a complete response. */
export function responseTo(reply: Reply, request: ApiRequest = listRequest): CompleteResponse {
  const received = httpResultOf(reply, request);
  if (received.result.kind === 'no-response') throw new TypeError('The reply is a failure, not a response.');
  return responseOf(request, received, received.result);
}

/** A page of pets. `size` also counts elements that are not pets. */
export function page(shown: readonly Pet[], query: ListQuery = {}, size = shown.length): ShownPage {
  return { ...histories.page(query, shown, { size }), response: responseTo(pageReply(shown)) };
}

/** A minimal service that satisfies the contract. A test may change its catalogue. */
export function petStore(catalogue: Pet[] = []): Service {
  return (request) => {
    if (request.credential.id !== 'valid') return errorReply(401);
    const url = new URL(request.path, 'http://127.0.0.1');
    if (request.method === 'POST') return add(catalogue, String(request.body ?? ''));
    const id = /^\/pets\/(-?\d+)$/.exec(url.pathname)?.[1];
    if (id !== undefined) {
      const found = catalogue.find((each) => each.id === BigInt(id));
      return found === undefined ? errorReply(404) : { body: petText(found) };
    }
    const status = url.searchParams.get('status');
    const matches = catalogue.filter((each) => status === null || each.status === status);
    return pageReply(matches.slice(0, Number(url.searchParams.get('limit') ?? 20)));
  };
}

/** A service that sends one reply after another, and repeats the last reply. */
export const inTurn =
  (...replies: readonly Reply[]): Service =>
  (_, serial) =>
    replies[Math.min(serial, replies.length) - 1] ?? {};

function add(catalogue: Pet[], body: string): Reply {
  const sent = JSON.parse(body) as {
    readonly name?: unknown;
    readonly categoryId?: unknown;
    readonly status?: unknown;
  };
  const { name, categoryId, status } = sent;
  if (typeof name !== 'string' || !Number.isInteger(categoryId)) return errorReply(400);
  const added = pet(BigInt(1000 + catalogue.length), {
    name,
    categoryId: BigInt(Number(categoryId)),
    status: isPetStatus(status) ? status : undefined,
  });
  catalogue.push(added);
  return { status: 201, body: petText(added) };
}
