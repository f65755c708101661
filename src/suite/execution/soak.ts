import { findRequirement } from '../../contract/requirements.ts';
import type { ConformanceCase } from '../case.ts';
import { countRequests, isViolation, type SoakFacts, type StopRecord } from '../records/records.ts';
import { recordsOf } from '../rules/judge-history.ts';
import type { Run } from '../run.ts';
import { randomFor, shuffled } from '../random-numbers.ts';
import { type Execution, hasSeenEnough, runAgain } from './run-cases.ts';

/** What a soak needs beside the run. */
interface SoakSetting {
  readonly minutes: number;
  readonly isStopped: () => boolean;
  /** Runs a case once more. Returns why it stopped; null if it did not. */
  readonly repeat: (each: ConformanceCase) => Promise<StopRecord | null>;
  /** Judges the history of the last cases, and forgets what shows no violation. */
  readonly judgeBatch: () => Promise<void>;
  readonly progress: (soakedMinutes: number) => void;
}

/** Pauses in milliseconds. One in ten is long enough for a service to close idle resources. */
const SHORT_PAUSE = 1000;
const LONG_PAUSE = 120_000;
const LONG_PAUSES = 0.1;
/** A long pause takes at most this share of the soak. */
const LONGEST_SHARE = 0.1;
/** The soak ends after so many cases in a row in which a request had no response. */
const UNANSWERED_IN_ROW = 5;
const CASES_IN_BATCH = 50;

/** Sends and judges requests at a low rate, one case at a time. It records violations alone: the full run has decided the rest. */
export async function soak(
  run: Run,
  cases: readonly ConformanceCase[],
  { minutes, isStopped, repeat, judgeBatch, progress }: SoakSetting,
): Promise<Omit<SoakFacts, 'requests'>> {
  const random = randomFor(run.configuration, 'soak');
  const [startedAt, length, spentBefore] = [run.clock.now(), minutes * 60_000, run.budget.spent()];
  const soaked = (): number => Math.min(run.clock.now() - startedAt, length);
  const spent = (): number => run.budget.spent() - spentBefore;
  const left = run.configuration.maxCreates - spentBefore;
  let [done, withoutResponse, inRow] = [0, 0, 0];
  let end: StopRecord | null = null;
  progress(0);
  for (const each of deal(cases, random)) {
    if (soaked() >= length || isStopped() || end !== null) break;
    // Additions are spread over the time.
    if (each.description.mayCreate <= left * (soaked() / length) - spent()) {
      const stop = await repeat(each);
      done += 1;
      const isUnanswered = stop?.cause === 'no-response';
      if (isUnanswered) withoutResponse += 1;
      inRow = isUnanswered ? inRow + 1 : 0;
      if (inRow >= UNANSWERED_IN_ROW || stop?.cause === 'lockout') end = stop;
      if (done % CASES_IN_BATCH === 0) await judgeBatch();
      progress(soaked() / 60_000);
    }
    const longest = random() < LONG_PAUSES ? Math.min(LONG_PAUSE, length * LONGEST_SHARE) : SHORT_PAUSE;
    await run.clock.pause(random() * longest);
  }
  await judgeBatch();
  const endedBy = end === null ? null : `${end.reason} ${end.howToResolve ?? ''}`.trim();
  return {
    minutes: soaked() / 60_000,
    wantedMinutes: minutes,
    cases: done,
    creates: spent(),
    withoutResponse,
    endedBy,
  };
}

/** Soaks a run, if it can be judged: cases run once more, and the history is judged in batches. */
export async function soakRun(execution: Execution): Promise<void> {
  const { run, cases, hooks, fixtures } = execution;
  const { soak: minutes } = run.configuration;
  if (minutes === 0 || hasSeenEnough(execution) || (await fixtures.target()) !== null) return;
  const requestsBefore = countRequests(run.records.all());
  const facts = await soak(run, cases, {
    minutes,
    isStopped: () => isSoakOver(execution),
    repeat: (each) => runAgain(execution, each, 'soak'),
    judgeBatch: createBatches(execution),
    progress: (soakedMinutes) => hooks.publish({ type: 'soak', soakedMinutes, minutes }),
  });
  run.records.add({ type: 'soak', soak: { ...facts, requests: countRequests(run.records.all()) - requestsBefore } });
}

function isSoakOver({ hooks, run }: Execution): boolean {
  return hooks.stop.aborted || run.client.obstacle() !== null;
}

/** Judges the history after some cases. A soak has no end, so the report and the history omit what shows no violation. */
function createBatches(execution: Execution): () => Promise<void> {
  const { run, settling } = execution;
  const recorded = new Set<string>();
  return async () => {
    await settling.settle(() => isSoakOver(execution));
    const violations = recordsOf(run.history.judge()).filter(isViolation);
    for (const each of violations.filter(({ attempt }) => attempt === 'soak')) {
      const key = JSON.stringify([each.judgement.requirement, each.judgement.exchanges]);
      if (!recorded.has(key)) run.records.add(each);
      recorded.add(key);
    }
    run.records.omitSoak();
    run.history.forgetSoak();
  };
}

/** Deals cases in random order for ever, each required requirement as often as the others. */
function* deal(cases: readonly ConformanceCase[], random: () => number): Generator<ConformanceCase> {
  const required = cases.flatMap((each) => {
    const { judges, feeds, stage } = each.description;
    const requirement = [...judges, ...feeds].find((id) => findRequirement(id)?.level === 'required');
    return stage !== 'untouched catalogue' && requirement !== undefined ? [{ each, requirement }] : [];
  });
  const groups = [...Map.groupBy(required, ({ requirement }) => requirement).values()].map((group) =>
    shuffled(group, random),
  );
  for (let round = 0; groups.length > 0; round += 1) {
    for (const group of shuffled(groups, random)) {
      const next = group[round % group.length];
      if (next !== undefined) yield next.each;
    }
  }
}
