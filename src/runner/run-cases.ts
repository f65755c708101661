import { BroadcastChannel } from 'node:worker_threads';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { CaseDescription } from '../conformance/case.ts';
import { hearNews, type LiveNews } from '../conformance/live-news.ts';
import { stopChannel, type RunInput } from '../conformance/run-input.ts';
import { SET_UP_CASE } from '../conformance/set-up-case.ts';
import type { CaseEnd } from '../report/fold-checks.ts';
import { allowMissingBundler } from './bundler.ts';
import { caseThread, type CaseThread } from './case-thread.ts';
import { endPhase } from './phases.ts';
import { specFiles } from './spec-files.ts';
import { ALL_CASES, vitestOptions } from './vitest-options.ts';

/** What the test runner saw: how each case ended, and the faults of the suite that belong to no case. */
export interface RunnerResult {
  readonly cases: readonly CaseEnd[];
  readonly suiteFaults: readonly string[];
}

/** What is told while cases run. */
export interface RunnerEvents {
  /** The thread of the cases has begun to load them, and this one waits for it. */
  loading?(): void;
  collected(total: number): void;
  caseEnded(end: CaseEnd): void;
  /** What a run tells before it is over. */
  news?(news: LiveNews): void;
}

/** A run under way, which can be told to stop. */
export interface RunningCases {
  readonly finished: Promise<RunnerResult>;
  readonly stop: () => void;
}

/** The cases of the suite, and the faults that kept others from being among them. */
export interface CollectedCases {
  readonly cases: readonly CaseDescription[];
  readonly suiteFaults: readonly string[];
}

/** A test runner that is ready, for one run after another. */
export interface CaseRunner {
  /**
   * Runs every case against the target of `input`, and once more those that `casesToRepeat` names afterwards: a
   * violation that does not show again is marked, and stays one. With `selected` only these cases exist. The journal is
   * closed when `casesToRepeat` is called, and again when the run has finished, unless the thread of the cases has died.
   * Never rejects for anything that a case or the target does.
   */
  readonly run: (
    input: RunInput,
    events: RunnerEvents,
    casesToRepeat: () => ReadonlySet<string>,
    selected?: ReadonlySet<string> | null,
  ) => RunningCases;
  /** Lists the cases without running any, with the faults of specs that did not load. */
  readonly collect: () => Promise<CollectedCases>;
  readonly close: () => Promise<void>;
}

/** What a test runner is made of. */
export interface RunnerParts {
  /** An empty folder for what vitest keeps of its own. */
  readonly cacheDirectory: string;
  /** How many requests go at a time. */
  readonly concurrency: number;
  /** May have been started before. */
  readonly thread?: CaseThread;
  /** Is given the start of the test runner, to do it. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Opens a test runner, which starts meanwhile: a run may begin before it is ready. Where it cannot start, all uses reject. */
export function openRunner({
  cacheDirectory,
  concurrency,
  thread = caseThread(),
  around = (work) => work(),
}: RunnerParts): CaseRunner {
  let collector = createCollector(SILENT);

  async function start(): Promise<Vitest> {
    allowMissingBundler();
    const { createVitest } = await import('vitest/node');
    const reporter = forwardTo(() => collector.reporter);
    const options = vitestOptions(reporter, thread.pool, cacheDirectory, concurrency);
    // Vite warns of a # in the path of the package, which matters only to builds for browsers.
    const vitest = await createVitest('test', options, { server: { watch: null }, logLevel: 'error' });
    endPhase('runner');
    return vitest;
  }

  let collecting: Promise<readonly TestModule[]> | null = null;
  /** The ids by which the test runner knows the cases, which stay the same; nothing of it is reported. */
  function collected(): Promise<readonly TestModule[]> {
    collecting ??= starting
      .then((vitest) => vitest.collectTests([allCases(vitest)]))
      .then(({ testModules }) => testModules);
    return collecting;
  }

  const starting = around(start);
  // Whoever uses it is told.
  starting.catch(() => undefined);

  async function runOnce(
    input: RunInput,
    isStopped: () => boolean,
    casesToRepeat: () => ReadonlySet<string>,
    selected: ReadonlySet<string> | null,
  ): Promise<RunnerResult> {
    thread.begin(input);
    const vitest = await starting;
    const specifications = selected === null ? [allCases(vitest)] : selectFrom(await collected(), selected, vitest);
    vitest.provide('run', input);
    if (isStopped() || specifications.length === 0) await thread.abandon(input);
    else await vitest.runTestSpecifications(specifications, selected === null);
    collector.freeze();
    const again = isStopped() ? [] : collector.select(casesToRepeat(), vitest);
    if (again.length > 0) {
      vitest.provide('run', { ...input, again: true });
      await vitest.runTestSpecifications(again, false);
    }
    return collector.result();
  }

  return {
    run(input, events, casesToRepeat, selected = null) {
      const channel = new BroadcastChannel(stopChannel(input.runId));
      channel.unref();
      const news = hearNews(input.runId, (heard) => events.news?.(heard));
      let stopped = false;
      collector = createCollector(events, selected);
      return {
        finished: runOnce(input, () => stopped, casesToRepeat, selected).finally(() => {
          channel.close();
          news.close();
        }),
        stop() {
          stopped = true;
          channel.postMessage('stop');
          starting.then((vitest) => vitest.cancelCurrentRun('keyboard-input')).catch(() => undefined);
        },
      };
    },
    async collect() {
      const vitest = await starting;
      const { testModules, unhandledErrors } = await vitest.collectTests([allCases(vitest)]);
      const cases = testModules.flatMap((testModule) => endsOf(testModule).map(({ description }) => description));
      const suiteFaults = [...unhandledErrors.map(outsideEveryCase), ...testModules.flatMap(faultsOf)];
      return { cases, suiteFaults: cases.length === 0 ? [...suiteFaults, 'No case was collected.'] : suiteFaults };
    },
    async close() {
      // In this order: the test runner waits for a word of the thread.
      await starting.then(
        (vitest) => vitest.close(),
        () => undefined,
      );
      await thread.close();
    },
  };
}

/** Named directly: a search by vitest takes the path for a pattern, and fails on brackets and braces. */
function allCases(vitest: Vitest): TestSpecification {
  return vitest.getRootProject().createSpecification(ALL_CASES);
}

const SILENT: RunnerEvents = { collected: () => undefined, caseEnded: () => undefined };

/** A reporter that hands everything to the one of the run that goes on. */
function forwardTo(current: () => Reporter): Reporter {
  return {
    onTestModuleQueued: (testModule) => current().onTestModuleQueued?.(testModule),
    onTestModuleCollected: (testModule) => current().onTestModuleCollected?.(testModule),
    onTestCaseResult: (testCase) => current().onTestCaseResult?.(testCase),
    onTestRunEnd: (testModules, errors, reason) => current().onTestRunEnd?.(testModules, errors, reason),
  };
}

interface Collector {
  readonly reporter: Reporter;
  /** Keeps what was collected as the result; what is reported later belongs to the second try. */
  freeze(): void;
  select(cases: ReadonlySet<string>, vitest: Vitest): TestSpecification[];
  result(): RunnerResult;
}

function createCollector(events: RunnerEvents, selected: ReadonlySet<string> | null = null): Collector {
  const modules: TestModule[] = [];
  const faults: string[] = [];
  let total = 0;
  const isSelected = ({ description }: CaseEnd): boolean => selected === null || selected.has(description.caseId);
  let result: RunnerResult | null = null;
  const current = (): RunnerResult => ({
    cases: modules.flatMap(endsOf).filter(isSelected),
    suiteFaults: [...faults, ...modules.flatMap(faultsOf)],
  });
  return {
    freeze() {
      result = current();
    },
    select(cases, vitest) {
      const ends = modules.flatMap(endsOf).filter(isSelected);
      return selectFrom(modules, withCase(cases, ends), vitest);
    },
    reporter: {
      onTestModuleQueued() {
        if (result === null) events.loading?.();
      },
      onTestModuleCollected(testModule) {
        if (result !== null) return;
        total += endsOf(testModule).filter(isSelected).length;
        events.collected(total);
      },
      onTestCaseResult(testCase) {
        const end = endOf(testCase);
        if (end !== null && result === null && isSelected(end)) events.caseEnded(end);
      },
      onTestRunEnd(testModules, unhandled) {
        if (result !== null) return;
        modules.push(...testModules);
        faults.push(...unhandled.map(outsideEveryCase));
      },
    },
    result: () => result ?? current(),
  };
}

function outsideEveryCase(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return `An error outside every case: ${String(hasMessage ? error.message : error)}`;
}

/** The set-up comes before any case: where it alone is tried again, it needs a case, and one that adds nothing. */
function withCase(cases: ReadonlySet<string>, ends: readonly CaseEnd[]): ReadonlySet<string> {
  const known = ends.map(({ description }) => description);
  if (!cases.has(SET_UP_CASE) || known.some(({ caseId }) => cases.has(caseId))) return cases;
  const carrier = known.find(({ creates }) => creates === 0) ?? known[0];
  return new Set(carrier === undefined ? [] : [carrier.caseId]);
}

/** Some cases of some modules, as the test runner takes them. */
function selectFrom(modules: readonly TestModule[], cases: ReadonlySet<string>, vitest: Vitest): TestSpecification[] {
  return modules.flatMap((testModule) => {
    const tests = [...testModule.children.allTests()];
    const testIds = tests.filter((test) => cases.has(test.meta().conformance?.caseId ?? '')).map(({ id }) => id);
    return testIds.length === 0 ? [] : [vitest.getRootProject().createSpecification(testModule.moduleId, { testIds })];
  });
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

/** A spec that did not load or holds no case would vanish; a test that is no case would not be judged. */
function faultsOf(testModule: TestModule): readonly string[] {
  const tests = [...testModule.children.allTests()];
  const broken = [...testModule.errors(), ...[...testModule.children.allSuites()].flatMap((suite) => suite.errors())];
  const strays = tests.filter((testCase) => testCase.meta().conformance === undefined);
  const places = endsOf(testModule).map(({ description }) => description.place);
  const empty = [...specFiles().keys()].filter((spec) => !places.some((place) => place.includes(`/${spec}.spec.`)));
  return [
    ...broken.map((error) => `The cases did not load: ${error.message}`),
    ...strays.map((testCase) => strayFault(testCase)),
    ...empty.map((spec) => `The spec ${spec} holds no case.`),
  ];
}

function strayFault(testCase: TestCase): string {
  const [error] = testCase.result().errors ?? [];
  return `A test is no conformance case: ${testCase.name}${error === undefined ? '' : ` (${error.message})`}`;
}
