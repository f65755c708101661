import { type CaseDescription, type ConformanceCase, type Stage, STAGES } from './case.ts';
import { createScope } from './case-scope.ts';
import { firstOfEach, runTrials } from './controlled-trials.ts';
import { boundRequests } from './transport-failures.ts';
import { createTools } from './case-tools.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { CaseStopped, createJudge, type TakeRecord } from './judge.ts';
import { type RunHooks, openRun, type SuiteOptions } from './open-run.ts';
import { countRequests, isViolation, type OmittedExchanges, operationsOf, type RunRecord } from './records.ts';
import { runProperty } from './run-property.ts';
import type { Run } from './run.ts';
import { soak } from './soak.ts';
import { isRaise } from './budget.ts';
import { lookForDamage } from './risky-probes.ts';
import { bodiesThatFit } from '../http/pacing/concurrency-limit.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import { messageOf } from '../contract/errors.ts';

/** How a case ended. A `pending` case never started. */
export interface CaseEnd {
  readonly description: CaseDescription;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages of faults of the suite. */
  readonly errors: readonly string[];
}

/** The result of a run, in memory. */
export interface SuiteResult {
  readonly cases: readonly CaseEnd[];
  readonly records: readonly RunRecord[];
  readonly omitted: readonly OmittedExchanges[];
  /** Messages of faults of the suite outside a case. */
  readonly faults: readonly string[];
}

/** A run of some cases against one target, in this process. A test runner can ask for the outcomes in any order. */
export interface SuiteRun {
  readonly cases: readonly ConformanceCase[];
  /**
   * Runs a case, with the fixtures that it needs, unless it has run. Never rejects because of the target. Throws a RangeError
   * for an unknown case and after the run has finished.
   */
  outcome(caseId: string): Promise<CaseEnd>;
  /** Runs all remaining cases stage by stage, a few at a time. */
  runAll(): Promise<void>;
  /** Continues to send and judge requests for the minutes of the setting `soak`, after all cases have run. */
  soak(): Promise<void>;
  /** The records so far. */
  records(): readonly RunRecord[];
  /** Closes the run and returns its result. If `secondTry`, repeats cases that found a violation first. */
  finish(secondTry: boolean): Promise<SuiteResult>;
}

/** How a caller follows a run. `caseEnded` is called after the first try of each case. */
interface SuiteRunHooks extends RunHooks {
  readonly caseEnded: (end: CaseEnd) => void;
  /** Whether the run has seen enough: then no further case starts, and the violations are tried again. Default: never. */
  readonly hasSeenEnough?: () => boolean;
}

/** More cases run than requests are sent, since many cases wait for a shared page. */
const CASES_A_REQUEST = 3;
/** Bytes of response bodies that the cases in progress may hold. Read as JSON, a body takes five times as much memory. */
const ROOM_OF_CASES = 8 * 1024 * 1024;
/** The most requests that repeat cases in which a request had no response. */
const REPEAT_REQUESTS = 20;
/** As each may take a time-out, the repeats end after so many in a row without a response. */
const REPEATS_WITHOUT_RESPONSE = 3;

/** Starts a run. It sends nothing until a case is asked for. */
export function startRun(input: SuiteOptions, cases: readonly ConformanceCase[], following: SuiteRunHooks): SuiteRun {
  const { run, records, close } = openRun(input, following);
  const { stop, caseEnded, hasSeenEnough = () => false } = following;
  const fixtures = createFixtures(run, input.unreachable ?? null);
  const ends = new Map<string, Promise<CaseEnd>>();
  const faults: string[] = [];
  let isFinished = false;
  const { concurrency, oneCaseAtATime } = input.configuration;
  const mostCases = oneCaseAtATime === true ? 1 : concurrency * CASES_A_REQUEST;
  const repeatClient = boundRequests(run.client, REPEAT_REQUESTS);

  function outcome(each: ConformanceCase): Promise<CaseEnd> {
    const { caseId } = each.description;
    const known = ends.get(caseId);
    if (known !== undefined) return known;
    const end = runCase(run, fixtures, each, run.record);
    ends.set(caseId, end);
    void end.then(caseEnded);
    return end;
  }

  /** Makes the fixtures of each stage, then runs its cases concurrently. `ended` follows each stage. */
  async function inStages(
    chosen: readonly ConformanceCase[],
    work: (each: ConformanceCase) => Promise<unknown>,
    ended: (stage: Stage) => Promise<void> = async () => undefined,
    isOver: () => boolean = () => stop.aborted,
  ): Promise<void> {
    for (const stage of STAGES) {
      const waiting = chosen.filter(({ description }) => description.stage === stage);
      if (waiting.length === 0 || isOver()) continue;
      // A failed fixture fails again in every case that needs it.
      await fixtures.make(waiting.flatMap(({ description }) => description.needs)).catch(() => undefined);
      const atATime = stage === 'risky probes' ? () => 1 : () => casesAtATime(mostCases, run.client.largestBody());
      await runBounded(waiting, atATime, async (each) => {
        if (!isOver()) await work(each);
      });
      await ended(stage);
    }
  }

  /** Runs a case once more. Its end stays that of its first run, so faults of the suite are kept here. */
  async function runAgain(target: Run, each: ConformanceCase, record: TakeRecord): Promise<void> {
    const { description, errors } = await runCase(target, fixtures, each, record);
    faults.push(...errors.map((message) => `${description.caseId} could not run again: ${message}`));
  }

  /** Judges the disturbances that requests cause themselves, which controlled trials show. */
  async function tryDisturbed(): Promise<void> {
    if (stop.aborted || run.client.isGone()) return;
    const topics = new Map(cases.map(({ description: { caseId, requirements } }) => [caseId, requirements[0]]));
    const proven = await runTrials(run, (caseId) => topics.get(caseId) ?? caseId);
    const judged = cases.filter(({ kind, description }) => kind === 'once' && proven.has(description.caseId));
    await inStages(judged, (each) => runAgain(run, each, run.record));
  }

  /** Repeats the cases of some stages in which a request had no response, alone and one after another. */
  async function repeatWithoutResponse(isOfStage: (stage: Stage) => boolean): Promise<void> {
    const withoutResponse = casesWithoutResponse(records.all());
    const repeated = cases.filter(
      ({ kind, description }) =>
        kind === 'once' && withoutResponse.has(description.caseId) && isOfStage(description.stage),
    );
    let inRow = 0;
    for (const each of firstOfEach(repeated, ({ description }) => description.repeatGroup)) {
      if (stop.aborted || run.client.isGone() || repeatClient.isSpent() || inRow >= REPEATS_WITHOUT_RESPONSE) return;
      const { caseId } = each.description;
      run.record({ type: 'repeat', caseId });
      await runAgain({ ...run, client: repeatClient }, each, run.record);
      inRow = casesWithoutResponse(records.all()).has(caseId) ? inRow + 1 : 0;
    }
  }

  /** Records the pets that the service stored although it rejected their bodies. */
  function recordStored(): void {
    const recorded = new Set(records.all().map((record) => (record.type === 'addition' ? record.addition.id : null)));
    for (const { pet, body } of run.known.petsFromRejectedBodies()) {
      const id = pet.id.toString();
      if (recorded.has(id)) continue;
      const { caseId, exchangeId: exchange } = body;
      const shown = { id, name: pet.name, caseId, exchange };
      run.record({ type: 'addition', addition: { ...shown, intended: false, sentAt: null, outcome: 'claimed' } });
    }
  }

  function recordNotStarted(notStarted: readonly ConformanceCase[]): void {
    const reason = 'The run ended at the first violation.';
    const howToResolve = `Run without ${nameByFlag('failFast')}.`;
    const stopped = { type: 'stopped', outcome: 'not-verified', reason, howToResolve, exchanges: [] } as const;
    for (const { description } of notStarted) run.record({ ...stopped, caseId: description.caseId });
  }

  async function tryAgain(): Promise<void> {
    const violating = casesToTryAgain(records.all());
    if (violating.size === 0 || stop.aborted) return;
    run.record({ type: 'second-try' });
    // The second try must see the pets of rejected bodies again.
    recordStored();
    run.known.forgetPetsFromRejectedBodies();
    run.snapshots.length = 0;
    run.sharedAdditions.clear();
    await fixtures.repeatViolated();
    const again = cases.filter(({ description }) => violating.has(description.caseId));
    await inStages(again, (each) => runAgain(run, each, repeatRecord(run, each.description.stage)));
  }

  return {
    cases,
    outcome(caseId) {
      const found = cases.find(({ description }) => description.caseId === caseId);
      if (found === undefined) throw new RangeError(`This run has no case ${caseId}.`);
      if (isFinished) throw new RangeError('This run has finished.');
      return outcome(found);
    },
    records: () => records.all(),
    runAll: () =>
      inStages(
        cases,
        outcome,
        async (stage) => {
          // From now on the catalogue is changed.
          if (stage === UNTOUCHED) await repeatWithoutResponse((each) => each === UNTOUCHED);
        },
        () => stop.aborted || hasSeenEnough(),
      ),
    async soak() {
      const { soak: minutes } = input.configuration;
      if (minutes === 0 || input.unreachable || hasSeenEnough()) return;
      const requestsBefore = countRequests(records.all());
      const facts = await soak(run, cases, {
        minutes,
        now: input.elapsed ?? (() => performance.now()),
        isStopped: () => stop.aborted || run.client.isGone(),
        repeat: (each, record) => runAgain(withoutExchanges(run), each, record),
        progress: (soakedMinutes) => following.publish({ type: 'soak', soakedMinutes, minutes }),
      });
      run.record({ type: 'soak', soak: { ...facts, requests: countRequests(records.all()) - requestsBefore } });
    },
    async finish(secondTry) {
      isFinished = true;
      const ended = new Map((await Promise.all(ends.values())).map((end) => [end.description.caseId, end]));
      if (hasSeenEnough()) recordNotStarted(cases.filter(({ description }) => !ended.has(description.caseId)));
      try {
        if (run.probing.damage === null) {
          if (!hasSeenEnough()) {
            await tryDisturbed();
            await repeatWithoutResponse((stage) => stage !== UNTOUCHED);
          }
          if (secondTry) await tryAgain();
        }
      } catch (error) {
        faults.push(`A case could not run again: ${messageOf(error)}`);
      }
      recordStored();
      await close();
      const all = cases.map(
        ({ description }): CaseEnd => ended.get(description.caseId) ?? { description, state: 'pending', errors: [] },
      );
      return { cases: all, records: records.all(), omitted: records.omitted(), faults };
    },
  };
}

/** How many cases may be in progress: fewer after a large body (in bytes), which a case may hold until it ends. */
export function casesAtATime(most: number, largestBody: number): number {
  return Math.min(most, bodiesThatFit(ROOM_OF_CASES, largestBody));
}

/**
 * Works on all items, at most `atATime` of them at a time. If `atATime` falls, work slows down. If it rises again, the lower
 * limit stays.
 */
export async function runBounded<Item>(
  items: readonly Item[],
  atATime: () => number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let lanes = Math.min(atATime(), waiting.length);
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await work(next);
      if (lanes <= atATime()) continue;
      lanes -= 1;
      return;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The run, for a repetition whose exchanges the report omits unless they show a violation. */
function withoutExchanges(run: Run): Run {
  return {
    ...run,
    records: {
      ...run.records,
      caseEnded(caseId) {
        run.records.omit(caseId);
        run.records.caseEnded(caseId);
      },
    },
  };
}

/** The most cases that try a violated response rule of an operation again. */
const TRIES_OF_RULE = 10;

/**
 * The cases that found a violation, fixtures included. A second try shows whether it is stable. Every response may violate a
 * rule, so only the first cases that found it try it again.
 */
export function casesToTryAgain(records: readonly RunRecord[]): ReadonlySet<string> {
  const operations = operationsOf(records);
  const ofRules = new Map<string, Set<string>>();
  const chosen = new Set<string>();
  for (const record of records) {
    if (!isViolation(record)) continue;
    const { type, caseId, judgement } = record;
    if (type === 'rule-violated') {
      const rule = `${operations.get(judgement.exchanges.at(-1) ?? '')} ${judgement.requirement}`;
      const tried = ofRules.get(rule) ?? new Set();
      ofRules.set(rule, tried);
      if (tried.size === TRIES_OF_RULE) continue;
      tried.add(caseId);
    }
    chosen.add(caseId);
  }
  return chosen;
}

const UNTOUCHED: Stage = 'untouched catalogue';

/**
 * The cases in which a request had no response, at their last run if they were repeated. A violation settles a case, and a
 * repeat changes nothing where a limit of the run prevents the request.
 */
function casesWithoutResponse(records: readonly RunRecord[]): ReadonlySet<string> {
  const violating = new Set(records.filter(isViolation).map(({ caseId }) => caseId));
  const withoutResponse = new Set<string>();
  for (const record of records) {
    if (record.type === 'repeat') withoutResponse.delete(record.caseId);
    if (record.type !== 'stopped' || record.hadNoResponse !== true || isRaise(record.howToResolve)) continue;
    if (!violating.has(record.caseId)) withoutResponse.add(record.caseId);
  }
  return withoutResponse;
}

/** The second try cannot restore the untouched catalogue, so only violations count there. */
function repeatRecord(run: Run, stage: Stage): TakeRecord {
  if (stage !== UNTOUCHED) return run.record;
  return (record) => {
    if (isViolation(record)) run.record(record);
  };
}

async function runCase(run: Run, fixtures: Fixtures, each: ConformanceCase, record: TakeRecord): Promise<CaseEnd> {
  const { description } = each;
  const { caseId, requirements, needs } = description;
  try {
    await fixtures.require(needs, createJudge(caseId, requirements, record));
    if (each.kind === 'property') await runProperty(run, description, each);
    else await runOnce(run, each, record);
    return { description, state: 'passed', errors: [] };
  } catch (error) {
    if (error instanceof CaseStopped) return { description, state: 'skipped', errors: [] };
    return { description, state: 'failed', errors: [messageOf(error)] };
  } finally {
    run.records.caseEnded(caseId);
  }
}

async function runOnce(
  run: Run,
  { description, body }: Extract<ConformanceCase, { readonly kind: 'once' }>,
  record: TakeRecord,
): Promise<void> {
  const scope = createScope(run, description.caseId, description.requirements, record);
  const added = run.budget.spent();
  try {
    await body(createTools(run, scope));
  } finally {
    await scope.finish();
    const mayHaveAdded = run.budget.spent() > added;
    if (mayHaveAdded && description.needs.includes('risky probe')) await lookForDamage(run, description.caseId);
  }
}
