import { effectOf } from '../../contract/operations.ts';
import { BOUNDS } from '../../http/bounds.ts';
import { meaningOf } from '../../http/failure-kinds.ts';
import type { HttpResult } from '../../http/request.ts';
import type { ApiRequest } from '../api-request.ts';
import type { TrialTools, TriedValue } from '../operations/tried-value.ts';
import { createScope, inScope, rememberUnjudged } from '../case-scope.ts';
import { asDemanded } from '../demands.ts';
import { isValidKey } from '../keys/credentials.ts';
import { draftPet } from '../new-pets.ts';
import { drawUnknownId } from '../pets.ts';
import { type DisturbedRequest, PETS_AFTER_TRIAL, PETS_FOR_TRIALS } from './disturbed-requests.ts';
import { randomFor, shuffled } from '../random-numbers.ts';
import { isExpectedKind } from '../responses/response.ts';
import type { Run } from '../run.ts';
import { sendWithinBudget } from './send-request.ts';

/** The pets and random numbers of trials have this name. */
const TRIALS_NAME = 'controlled-trials';

type Role = 'request' | 'control' | 'other';

interface Trial {
  readonly value: TriedValue;
  readonly caseId: string;
  readonly request: ApiRequest;
  readonly control: ApiRequest;
  /** Requests that share only the tried value with the disturbed one. */
  readonly others: readonly ApiRequest[];
  readonly sent: { readonly role: Role; readonly exchangeId: string; readonly hasResponse: boolean }[];
  /** Whether a request of the trial could not be sent, or the service is down, so the trial shows nothing. */
  isUnsendable: boolean;
}

/**
 * Finds out whether requests cause the disturbances that they met. Each is sent several times beside a control that differs only
 * in the tried value. The value is the cause if every control gets a response that the contract specifies, or a wrong success, and no
 * other request gets any. Each topic gets one of the few trials before a topic gets another, and a value gets one trial in a run. The pets
 * that are set aside for trials may not suffice, so a case that adds few comes first. Returns the cases whose requests must be judged, first
 * those of the trials.
 */
export async function runTrials(
  run: Run,
  topicOf: (caseId: string) => string,
  petsOf: (caseId: string) => number,
): Promise<readonly string[]> {
  // Disturbances that met only harmless values depend on something else, unless they are over.
  if (!(await areOver(run, run.disturbed.unexplained()))) return [];
  const suspects = run.disturbed.all().toSorted((one, other) => petsOf(one.caseId) - petsOf(other.caseId));
  const trials = chooseTrials(
    run,
    firstOfEach(suspects, ({ caseId }) => topicOf(caseId)),
  );
  await sendInRandomOrder(run, trials);
  for (const trial of trials)
    for (const other of trial.others) if (isPossible(trial)) await send(run, trials, [trial], 'other', other);
  const isByValue = !trials.some(({ sent }) => sent.some(({ role, hasResponse }) => role === 'other' && hasResponse));
  for (const trial of trials) {
    const { value, caseId, others } = trial;
    const ids = { requests: idsOf(trial, 'request'), controls: idsOf(trial, 'control'), others: idsOf(trial, 'other') };
    // If one value got a response in another request, more than the value decides: a gateway may choose back ends by the path.
    const isProven = isByValue && isPossible(trial) && ids.others.length === others.length;
    run.disturbed.noteTrial(value);
    if (isProven) run.disturbed.prove(value);
    run.records.add({ type: 'trial', trial: { case: caseId, tried: value.label, isProven, ...ids } });
  }
  const judged = [...trials.filter(({ request }) => run.disturbed.isProven(request)), ...run.disturbed.takeProven()];
  return [...new Set(judged.map(({ caseId }) => caseId))];
}

/** Sends requests again that were disturbed before. False once one is disturbed again, or may not be sent. */
async function areOver(run: Run, disturbed: readonly DisturbedRequest[]): Promise<boolean> {
  for (const { caseId, request } of disturbed) {
    const sent = await sendOnce(run, caseId, request);
    if ('notSent' in sent || sent.result.kind !== 'response') return false;
  }
  return true;
}

/** The first item of each group, then the others. */
export function firstOfEach<Item>(items: readonly Item[], groupOf: (item: Item) => string): readonly Item[] {
  const first = new Set([...Map.groupBy(items, groupOf).values()].flatMap((group) => group.slice(0, 1)));
  return [...first, ...items.filter((item) => !first.has(item))];
}

/** One trial for each value, for as many different topics and cases as possible. */
function chooseTrials(run: Run, suspects: readonly DisturbedRequest[]): readonly Trial[] {
  const trials = new Map<string, Trial>();
  let petsLeft = PETS_FOR_TRIALS;
  for (const suspect of suspects) {
    if (trials.size >= BOUNDS.trials) break;
    // If the value is the cause, it explains this disturbance too. If not, the control of a trial for another value may fail by it.
    if ([...trials.values()].some(({ value }) => run.disturbed.tries(suspect.request, value))) continue;
    const trial = trialOf(run, suspect);
    if (trial === null) continue;
    const control = sharedControl(trial, [...trials.values()]);
    const isAddition = effectOf(suspect.request.operation) === 'adds a pet';
    // A control with a wrong key adds no pet.
    const addsControls = control === undefined && isValidKey(trial.control.credential);
    const mostPets = isAddition ? BOUNDS.sendsOfEach * (addsControls ? 2 : 1) + PETS_AFTER_TRIAL : 0;
    if (mostPets > petsLeft) continue;
    petsLeft -= mostPets;
    trials.set(trial.value.key, control === undefined ? trial : { ...trial, control });
  }
  return [...trials.values()];
}

/** The control of another trial that is right for this one too. */
function sharedControl({ value: { sharedControl: shared } }: Trial, trials: readonly Trial[]): ApiRequest | undefined {
  return shared === undefined ? undefined : trials.find(({ value }) => value.sharedControl === shared)?.control;
}

function trialOf(run: Run, { caseId, request }: DisturbedRequest): Trial | null {
  const value = run.disturbed.suspectIn(request);
  if (value === null || run.disturbed.wasTried(value)) return null;
  const tools = toolsOf(run);
  const controls = value.controls(tools);
  // A value that got a response before is harmless. Where there is no choice, the trial itself shows whether the control is.
  const harmless = controls.find((each) => run.disturbed.suspectIn(each) === null);
  const control = harmless ?? (controls.length === 1 ? controls[0] : undefined);
  const others = value
    .others(tools)
    .filter((other) => run.disturbed.tries(other, value))
    .slice(0, BOUNDS.otherPaths);
  if (control === undefined || others.length === 0) return null;
  return { value, caseId, request, control, others, sent: [], isUnsendable: false };
}

function toolsOf(run: Run): TrialTools {
  const random = randomFor(run.configuration, TRIALS_NAME);
  return {
    validKey: run.credentials.valid,
    own: run.knowledge.own(),
    draft: (fields) => draftPet(run, TRIALS_NAME, fields),
    unknownId: (range) => drawUnknownId(run, random, range),
  };
}

/** Sends the requests and controls of all trials, spread over some seconds. */
async function sendInRandomOrder(run: Run, trials: readonly Trial[]): Promise<void> {
  const requests = trials.map((trial) => ({ role: 'request', request: trial.request, of: [trial] }) as const);
  const sharing = Map.groupBy(trials, ({ control }) => control);
  const controls = [...sharing].map(([request, of]) => ({ role: 'control', request, of }) as const);
  const rounds = [...requests, ...controls].flatMap((round) => Array.from({ length: BOUNDS.sendsOfEach }, () => round));
  const pause = ((run.configuration.trialSeconds ?? BOUNDS.trialSeconds) * 1000) / rounds.length;
  for (const { role, request, of } of shuffled(rounds, randomFor(run.configuration, TRIALS_NAME))) {
    const possible = of.filter(isPossible);
    if (possible.length === 0) continue;
    await send(run, trials, possible, role, request);
    await run.clock.pause(pause);
  }
}

/** Whether the value may still be the cause: all controls, and only they, got a response. */
function isPossible({ sent, isUnsendable }: Trial): boolean {
  return !isUnsendable && sent.every(({ role, hasResponse }) => hasResponse === (role === 'control'));
}

/** Sends a request of one trial, or a control of several (`of`). */
async function send(
  run: Run,
  trials: readonly Trial[],
  of: readonly Trial[],
  role: Role,
  request: ApiRequest,
): Promise<void> {
  const sent = await sendOnce(run, of[0]?.caseId ?? TRIALS_NAME, request);
  // An unsent request is no evidence.
  if ('notSent' in sent) {
    for (const each of of) each.isUnsendable = true;
    return;
  }
  // Any response speaks against the request as the cause; a control must get one that the contract specifies, or a wrong success.
  const status = usualStatus(run, sent);
  const hasResponse = status !== null && (role !== 'control' || isExpectedKind(request, status));
  for (const each of of) each.sent.push({ role, exchangeId: sent.exchangeId, hasResponse });
  // The request may have ended the process. While a new one starts, no control gets a response.
  if (status === null && !(await isUpAgain(run))) for (const each of trials) each.isUnsendable = true;
}

/** Waits until the service responds to a read. False if it does not. */
async function isUpAgain({ client, clock }: Run): Promise<boolean> {
  for (const wait of BOUNDS.restartWaits) {
    await clock.pause(wait);
    if (await client.responds()) return true;
  }
  return false;
}

/** The status of a response; null without one. A cut body is a usual response of a service that cuts them without any disturbance. */
function usualStatus(run: Run, { result }: HttpResult): number | null {
  if (result.kind === 'response') return result.status;
  const { violates } = meaningOf(result.failure.kind);
  const isUsual = violates !== undefined && run.records.hasViolated(violates);
  return isUsual ? (result.arrived?.status ?? null) : null;
}

/** Sends a request without a further attempt. A response is judged by the response rules. */
async function sendOnce(run: Run, caseId: string, request: ApiRequest): ReturnType<typeof sendWithinBudget> {
  const formed = request.detour === undefined ? asDemanded(run, request) : request;
  const once = { ...formed, isRetried: false };
  const sending = { purpose: 'trials', isDecided: false, send: run.client.send } as const;
  const sent = await sendWithinBudget(run, caseId, once, sending);
  if ('notSent' in sent) return sent;
  if (sent.result.kind !== 'response') rememberUnjudged(run, { caseId, attempt: 'first' }, formed, sent);
  else {
    const scope = createScope(run, { caseId, attempt: 'trial', isShared: true });
    await inScope(scope, async () => scope.receive(formed, sent));
  }
  return sent;
}

function idsOf({ sent }: Trial, role: Role): readonly string[] {
  return sent.filter((each) => each.role === role).map(({ exchangeId }) => exchangeId);
}
