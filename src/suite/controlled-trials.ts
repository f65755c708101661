import { LIMIT_DEFAULT, operations, type RequestKind } from '../contract/operations.ts';
import { PET_STATUSES, type PetStatus } from '../contract/pet.ts';
import { createRequest, getRequest, listRequest, settleAddition } from './api.ts';
import { ADDITION_TRIALS, type DisturbedRequest, TRIAL_TIMES, type TriedValue } from './disturbed-requests.ts';
import { FIXTURES_CASE } from './fixture-step.ts';
import { draftPet, drawUnknownId } from './pets.ts';
import { shuffled } from './random-numbers.ts';
import type { ControlledTrial } from './records.ts';
import type { ApiRequest, UnsentRequest } from './response.ts';
import type { Run } from './run.ts';

/** Trials of one run. All of them take place in the same ten seconds. */
const MOST_TRIALS = 10;
const DEFAULT_SECONDS = 10;
const NAME = 'controlled-trials';

interface Trial {
  readonly value: TriedValue;
  readonly suspect: DisturbedRequest;
  readonly control: ApiRequest;
  /** Shares only the tried value with the suspect. */
  readonly second: ApiRequest;
  readonly requests: string[];
  readonly controls: string[];
  hasFailed: boolean;
}

/**
 * Finds out whether requests cause the disturbances that they met: each is sent several times beside a control that differs
 * only in the tried value, in random order. It is the cause if every control is answered as the contract says, the request
 * never, and a second request with the same value neither. `topicOf` says what a case is about: there are few trials, so
 * each topic gets one before a topic gets another. Gives the cases whose requests are to be judged.
 */
export async function runTrials(run: Run, topicOf: (caseId: string) => string): Promise<ReadonlySet<string>> {
  const trials = chooseTrials(run, topicOf);
  if (trials.length === 0) return new Set();
  const rounds = trials.flatMap((trial) => {
    const isFirst = trials.find(({ control }) => control === trial.control) === trial;
    const roles = isFirst ? (['request', 'control'] as const) : (['request'] as const);
    return Array.from({ length: TRIAL_TIMES }, () => roles.map((role) => ({ trial, role }))).flat();
  });
  const pause = ((run.configuration.trialSeconds ?? DEFAULT_SECONDS) * 1000) / rounds.length;
  for (const { trial, role } of shuffled(rounds, run.randomFor(NAME))) {
    const sharing = role === 'request' ? [trial] : trials.filter(({ control }) => control === trial.control);
    if (sharing.every(({ hasFailed }) => hasFailed)) continue;
    const { isAnswered, exchangeId } = await send(run, trial, role);
    for (const each of sharing) {
      each[role === 'request' ? 'requests' : 'controls'].push(exchangeId);
      if (isAnswered !== (role === 'control')) each.hasFailed = true;
    }
    await run.pause(pause);
  }
  for (const trial of trials) await conclude(run, trial);
  return new Set(
    run.disturbed.all().flatMap(({ caseId, request }) => (run.disturbed.isProven(request) ? [caseId] : [])),
  );
}

/** Sends the second request of a trial, and records the trial. */
async function conclude(run: Run, trial: Trial): Promise<void> {
  const last = trial.hasFailed ? null : await send(run, trial, 'second');
  const isProven = last !== null && !last.isAnswered;
  if (isProven) run.disturbed.prove(trial.value.label);
  const record: ControlledTrial = {
    case: trial.suspect.caseId,
    tried: trial.value.label,
    isProven,
    requests: trial.requests,
    controls: trial.controls,
    second: last?.exchangeId ?? null,
  };
  run.record({ type: 'trial', trial: record });
}

async function send(run: Run, trial: Trial, role: 'request' | 'control' | 'second') {
  const request = role === 'request' ? trial.suspect.request : trial[role];
  const { caseId } = trial.suspect;
  const isAddition = request.operation === 'createPet';
  if (isAddition && !run.budget.reserve('trials')) return { isAnswered: role !== 'control', exchangeId: '' };
  if (!run.wrongKeys.reserve(request.credential)) return { isAnswered: role !== 'control', exchangeId: '' };
  const sent = await run.client.sendOnce(request, caseId);
  if (isAddition) settleAddition(run, caseId, request, sent);
  const { result } = sent;
  // Any complete response speaks against the request as the cause; a control must be answered as the contract says.
  const isAnswered = result.kind === 'response' && (role !== 'control' || request.expects.includes(result.status));
  return { isAnswered, exchangeId: sent.exchangeId };
}

/** The first item of each group, then the others. */
export function firstOfEach<Item>(items: readonly Item[], groupOf: (item: Item) => string): readonly Item[] {
  const first = new Set([...Map.groupBy(items, groupOf).values()].flatMap((group) => group.slice(0, 1)));
  return [...first, ...items.filter((item) => !first.has(item))];
}

/** One trial for each value, for as many different topics and cases as possible. */
function chooseTrials(run: Run, topicOf: (caseId: string) => string): readonly Trial[] {
  const trials = new Map<string, Trial>();
  const newPet = validAddition(run);
  let additions = 0;
  for (const suspect of firstOfEach(run.disturbed.all(), ({ caseId }) => topicOf(caseId))) {
    const value = run.disturbed.suspectIn(suspect.request);
    if (value === null || trials.has(value.label) || trials.size >= MOST_TRIALS) continue;
    const isAddition = suspect.request.operation === 'createPet';
    if (isAddition && additions >= ADDITION_TRIALS) continue;
    const control = controlFor(run, value, suspect.request, newPet);
    const second = secondFor(run, value, suspect.request);
    if (control === null || second === null) continue;
    if (isAddition) additions += 1;
    trials.set(value.label, { value, suspect, control, second, requests: [], controls: [], hasFailed: false });
  }
  return [...trials.values()];
}

/** The same request with another value that must be accepted. */
function controlFor(run: Run, value: TriedValue, request: ApiRequest, newPet: ApiRequest): ApiRequest | null {
  const { operation, call } = request;
  switch (value.kind) {
    case 'credential':
      return { ...request, credential: run.credentials.valid, expects: statusesWithRightKey(operation) };
    case 'limit':
    case 'status filter':
      return otherList(run, request, value.kind);
    case 'unknown id': {
      const [own] = run.known.own();
      return own === undefined ? null : { ...request, ...getRequest(own.id) };
    }
    case 'body':
      return newPet;
    case 'pet status':
    case 'name': {
      if (call.kind !== 'create') return null;
      const { categoryId } = call.pet;
      const status = value.kind === 'name' ? call.pet.status : otherStatus(call.pet.status);
      return { ...request, ...createRequest(draftPet(run, NAME, { categoryId, status })) };
    }
  }
}

/** What an operation may respond to a request that was sent with a wrong key before. */
function statusesWithRightKey(operation: RequestKind): readonly number[] {
  if (operation === 'other') return [];
  const { success, errors } = operations[operation];
  return [success, ...errors.filter((status) => status !== 401)];
}

/** A request that shares only the tried value. */
function secondFor(run: Run, value: TriedValue, request: ApiRequest): ApiRequest | null {
  const { call } = request;
  if (value.kind === 'unknown id')
    return asked(request, getRequest(drawUnknownId(run, run.randomFor(NAME), 'positive')));
  if (call.kind === 'list') {
    const query = {
      ...(value.kind === 'limit' ? { limit: call.query.limit } : { limit: call.query.limit === 11 ? 12 : 11 }),
      ...(value.kind === 'status filter' ? { status: call.query.status } : {}),
      ...(value.kind === 'limit' && call.query.status === undefined ? { status: 'available' as const } : {}),
    };
    const defined = Object.fromEntries(Object.entries(query).filter(([, each]) => each !== undefined));
    return asked(request, listRequest(defined));
  }
  if (call.kind === 'create' && value.kind !== 'credential') {
    const { name, status, categoryId } = call.pet;
    const fields = value.kind === 'name' ? { name, status: otherStatus(status) } : { status };
    return asked(request, createRequest(draftPet(run, NAME, { categoryId, ...fields })));
  }
  // The complete body is the tried value, or the target is: only a header differs.
  return { ...request, headers: [...(request.headers ?? []), ['Accept', 'application/json, */*;q=0.1']] };
}

/** The request with what another one asks for. What the contract says about its response stays. */
function asked(request: ApiRequest, other: UnsentRequest): ApiRequest {
  return { ...request, ...other, expects: request.expects };
}

/** The same list request with another limit or filter that was answered before. */
function otherList(run: Run, request: ApiRequest, kind: 'limit' | 'status filter'): ApiRequest | null {
  if (request.call.kind !== 'list') return null;
  const { limit, status } = request.call.query;
  const queries =
    kind === 'limit'
      ? [LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 1]
          .filter((each) => each !== limit)
          .map((each) => ({ limit: each, ...(status === undefined ? {} : { status }) }))
      : PET_STATUSES.filter((each) => each !== status).map((each) => ({
          ...(limit === undefined ? {} : { limit }),
          status: each,
        }));
  return (
    queries
      .map((query) => asked(request, listRequest(query)))
      .find((control) => run.disturbed.suspectIn(control) === null) ?? null
  );
}

/** An ordinary addition, shared by all trials of bodies. */
function validAddition(run: Run): ApiRequest {
  const pet = draftPet(run, FIXTURES_CASE, { status: 'available' });
  return { ...createRequest(pet), credential: run.credentials.valid, isSpecified: true };
}

function otherStatus(status: PetStatus | undefined): PetStatus {
  return PET_STATUSES.find((each) => each !== status) ?? 'available';
}
