import { createCaseClient } from '../conformance/case-client.ts';
import type { CaseDescription } from '../conformance/case.ts';
import type { DeclaredCase } from '../conformance/conformance-test.ts';
import type { LiveNews } from '../conformance/live-news.ts';
import type { RunInput } from '../conformance/run-input.ts';
import { openSharedRun, type SharedRun } from '../conformance/shared-run.ts';
import { underJudge } from '../conformance/under-judge.ts';
import type { CaseEnd } from '../report/fold-checks.ts';
import { type LoadedSuite, loadSuite } from './loaded-suite.ts';

/** How each case ended, and the faults of the suite that belong to no case. */
export interface RunnerResult {
  readonly cases: readonly CaseEnd[];
  readonly suiteFaults: readonly string[];
}

/** What is told while cases run. */
export interface RunnerEvents {
  collected(total: number): void;
  caseEnded(end: CaseEnd): void;
  /** What a run tells before it is over. */
  news?(news: LiveNews): void;
}

/** What is run, besides where. */
export interface CasesToRun {
  /** With these alone; all cases where it is null. */
  readonly selected: ReadonlySet<string> | null;
  /** Asked when all cases have ended: which of them run once more. */
  readonly casesToRepeat: () => ReadonlySet<string>;
  /** No case begins, and no request is sent, once this has fired. */
  readonly stop: AbortSignal;
}

/** Requests are counted where they are sent; many cases wait for a page that another one has asked for. */
const CASES_A_REQUEST = 3;

/**
 * Runs every case against the target of `input`, stage after stage, and once more those that `casesToRepeat` names
 * afterwards: a violation that does not show again is marked, and stays one. The journal is closed when `casesToRepeat` is
 * called, and when the run has ended. Never rejects for anything that a case or the target does.
 */
export async function runCases(
  input: RunInput,
  { selected, casesToRepeat, stop }: CasesToRun,
  events: RunnerEvents,
): Promise<RunnerResult> {
  const { stages, faults } = await loadSuite();
  const chosen = stages.map((stage) => stage.filter((each) => selected === null || selected.has(idOf(each))));
  events.collected(chosen.flat().length);
  const cases = await runStages(input, chosen, stop, events);
  const again = stop.aborted ? new Set<string>() : casesToRepeat();
  if (again.size > 0) {
    const repeated = chosen.map((stage) => stage.filter((each) => again.has(idOf(each))));
    await runStages({ ...input, again: true }, repeated, stop, { ...events, caseEnded: () => undefined });
  }
  return { cases, suiteFaults: faults };
}

/** The cases of the suite, and the faults that kept others from being among them. */
export async function collectCases(): Promise<{
  readonly cases: readonly CaseDescription[];
  readonly faults: readonly string[];
}> {
  const { stages, faults } = await loadSuite();
  return { cases: stages.flat().map(({ description }) => description), faults };
}

function idOf({ description }: DeclaredCase): string {
  return description.caseId;
}

async function runStages(
  input: RunInput,
  stages: LoadedSuite['stages'],
  stop: AbortSignal,
  events: RunnerEvents,
): Promise<readonly CaseEnd[]> {
  const ends = new Map<string, CaseEnd>();
  const all = stages.flat();
  function ended(end: CaseEnd): void {
    ends.set(end.description.caseId, end);
    events.caseEnded(end);
  }
  try {
    const shared = await openSharedRun(input, stop, (news) => events.news?.(news));
    try {
      for (const stage of stages) await runStage(stage, shared, stop, ended);
    } finally {
      await shared.close();
    }
  } catch (error) {
    for (const { description } of all.filter((each) => !ends.has(idOf(each)))) ended(failed(description, error));
  }
  return all.map(({ description }) => ends.get(description.caseId) ?? { description, state: 'pending', errors: [] });
}

async function runStage(
  stage: readonly DeclaredCase[],
  shared: SharedRun,
  stop: AbortSignal,
  ended: (end: CaseEnd) => void,
): Promise<void> {
  const waiting = [...stage];
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && !stop.aborted; next = waiting.shift()) {
      ended(await runCase(next, shared));
    }
  }
  const lanes = Math.min(shared.run.configuration.concurrency * CASES_A_REQUEST, stage.length);
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runCase({ description, body }: DeclaredCase, shared: SharedRun): Promise<CaseEnd> {
  const { run, catalogue, turns } = shared;
  const { caseId, requirements } = description;
  try {
    const judged = await underJudge({ caseId, cited: requirements, journal: run.journal }, async (judge) => {
      catalogue.requireTarget(judge);
      const endTurn = await turns?.take();
      try {
        await body({ run, catalogue, judge, client: createCaseClient(run, judge) });
      } finally {
        judge.finish();
        endTurn?.();
      }
    });
    return { description, state: judged.kind === 'done' ? 'passed' : 'skipped', errors: [] };
  } catch (error) {
    return failed(description, error);
  }
}

function failed(description: CaseDescription, error: unknown): CaseEnd {
  return { description, state: 'failed', errors: [error instanceof Error ? error.message : String(error)] };
}
