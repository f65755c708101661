import { BroadcastChannel } from 'node:worker_threads';
import { createVitest, type Reporter, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import type { CaseDescription } from '../conformance/case.ts';
import { stopChannel, type RunInput } from '../conformance/run-input.ts';
import type { CaseEnd } from '../report/fold-checks.ts';
import { vitestOptions } from './vitest-options.ts';

/** What the test runner saw: how each case ended, and the faults of the suite that belong to no case. */
export interface RunnerResult {
  readonly cases: readonly CaseEnd[];
  readonly suiteFaults: readonly string[];
}

/** What is told while cases run. */
export interface RunnerEvents {
  collected(total: number): void;
  caseEnded(end: CaseEnd): void;
}

/** A run under way, which can be told to stop. */
export interface RunningCases {
  readonly finished: Promise<RunnerResult>;
  stop(): void;
}

/** Runs every case against the target of `input`. Never rejects for anything that a case or the target does. */
export function runCases(input: RunInput, cacheDirectory: string, events: RunnerEvents): RunningCases {
  const channel = new BroadcastChannel(stopChannel(input.runId));
  channel.unref();
  let vitest: Vitest | undefined;
  let stopped = false;
  async function run(): Promise<RunnerResult> {
    const collector = createCollector(events);
    vitest = await createVitest('test', vitestOptions(input, collector.reporter, cacheDirectory), {
      server: { watch: null },
    });
    try {
      const specifications = await vitest.globTestSpecifications();
      if (!stopped) await vitest.runTestSpecifications(specifications, true);
    } finally {
      await vitest.close();
      channel.close();
    }
    return collector.result();
  }
  return {
    finished: run(),
    stop() {
      stopped = true;
      channel.postMessage('stop');
      void vitest?.cancelCurrentRun('keyboard-input');
    },
  };
}

/** Lists the cases without running any. */
export async function collectCases(cacheDirectory: string): Promise<readonly CaseDescription[]> {
  const collector = createCollector({ collected: () => undefined, caseEnded: () => undefined });
  const vitest = await createVitest('test', vitestOptions(null, collector.reporter, cacheDirectory), {
    server: { watch: null },
  });
  try {
    const { testModules } = await vitest.collect();
    return testModules.flatMap((testModule) => endsOf(testModule).map(({ description }) => description));
  } finally {
    await vitest.close();
  }
}

function createCollector(events: RunnerEvents): { readonly reporter: Reporter; result(): RunnerResult } {
  const modules: TestModule[] = [];
  const faults: string[] = [];
  let total = 0;
  return {
    reporter: {
      onTestModuleCollected(testModule) {
        total += [...testModule.children.allTests()].length;
        events.collected(total);
      },
      onTestCaseResult(testCase) {
        const end = endOf(testCase);
        if (end !== null) events.caseEnded(end);
      },
      onTestRunEnd(testModules, unhandled) {
        modules.push(...testModules);
        faults.push(...unhandled.map((error) => `An error outside every case: ${error.message}`));
      },
    },
    result: () => ({ cases: modules.flatMap(endsOf), suiteFaults: [...faults, ...modules.flatMap(faultsOf)] }),
  };
}

function endsOf(testModule: TestModule): readonly CaseEnd[] {
  return [...testModule.children.allTests()].map(endOf).filter((end) => end !== null);
}

function endOf(testCase: TestCase): CaseEnd | null {
  const description = testCase.meta().conformance;
  if (description === undefined) return null;
  const { state, errors } = testCase.result();
  return { description, state, errors: (errors ?? []).map((error) => error.message) };
}

/** A module that did not load has no cases and would vanish; a test that is no case would not be judged. */
function faultsOf(testModule: TestModule): readonly string[] {
  const name = testModule.relativeModuleId;
  const broken = testModule.errors().map((error) => `${name} did not load: ${error.message}`);
  const strays = [...testModule.children.allTests()].filter((testCase) => testCase.meta().conformance === undefined);
  const empty =
    broken.length === 0 && [...testModule.children.allTests()].length === 0 ? [`${name} holds no case.`] : [];
  return [
    ...broken,
    ...empty,
    ...strays.map((testCase) => `${name} holds a test that is no conformance case: ${testCase.name}`),
  ];
}
