import { findRequirement } from '../../contract/requirements.ts';
import type { ConformanceCase } from '../case.ts';
import type { TakeRecord } from '../judge.ts';
import { shuffled } from './random-numbers.ts';
import { decisiveStop, isViolation, type SoakFacts, type StopRecord } from '../records/records.ts';
import { forgetEarlierTry, type Run } from '../run.ts';

/** What a soak needs beside the run. */
interface SoakSetting {
  readonly minutes: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly isStopped: () => boolean;
  /** Runs a case once more in a run. Its records go to `record`. */
  readonly repeat: (run: Run, each: ConformanceCase, record: TakeRecord) => Promise<unknown>;
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

/**
 * Continues to send and judge requests at a low rate: one case at a time, with pauses. Only violations are recorded, because
 * the full run has settled the rest. Additions are spread over the time, within what the full run left of --max-creates.
 */
export async function soak(
  run: Run,
  cases: readonly ConformanceCase[],
  { minutes, now, isStopped, repeat, progress }: SoakSetting,
): Promise<Omit<SoakFacts, 'requests'>> {
  const random = run.randomFor('soak');
  const [startedAt, length, spentBefore] = [now(), minutes * 60_000, run.budget.spent()];
  const soaked = (): number => Math.min(now() - startedAt, length);
  const spent = (): number => run.budget.spent() - spentBefore;
  const left = run.configuration.maxCreates - spentBefore;
  let [done, withoutResponse, inRow] = [0, 0, 0];
  let end: StopRecord | null = null;
  progress(0);
  for (const each of deal(cases, random)) {
    if (soaked() >= length || isStopped() || end !== null) break;
    if (each.description.mayCreate <= left * (soaked() / length) - spent()) {
      const stop = await repeatCase(run, each, repeat);
      done += 1;
      const isOpen = stop?.cause === 'no-response';
      if (isOpen) withoutResponse += 1;
      inRow = isOpen ? inRow + 1 : 0;
      if (inRow >= UNANSWERED_IN_ROW || stop?.cause === 'lockout') end = stop;
      forgetEarlierTry(run);
      progress(soaked() / 60_000);
    }
    const longest = random() < LONG_PAUSES ? Math.min(LONG_PAUSE, length * LONGEST_SHARE) : SHORT_PAUSE;
    await run.pause(random() * longest);
  }
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

/** Repeats a case and records its violations. Returns why it stopped; null if it did not. */
async function repeatCase(run: Run, each: ConformanceCase, repeat: SoakSetting['repeat']): Promise<StopRecord | null> {
  const stops: StopRecord[] = [];
  await repeat(withoutExchanges(run), each, (record) => {
    if (record.type === 'stopped') stops.push(record);
    else if (isViolation(record)) run.record(record);
  });
  return decisiveStop(stops) ?? null;
}

/** Deals cases in random order for ever, each required requirement as often as the others. */
function* deal(cases: readonly ConformanceCase[], random: () => number): Generator<ConformanceCase> {
  const required = cases.flatMap((each) => {
    const requirement = each.description.requirements.find((id) => findRequirement(id)?.level === 'required');
    return each.description.stage !== 'untouched catalogue' && requirement !== undefined ? [{ each, requirement }] : [];
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
