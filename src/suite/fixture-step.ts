import type { CaseDescription } from './case.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { TestableId } from '../contract/requirements.ts';
import { type CaseScope, createScope, inScope } from './case-scope.ts';
import { type CaseTools, createTools } from './case-tools.ts';
import type { Judge } from './judge.ts';
import { isViolation, type RunRecord } from './records.ts';
import type { Run } from './run.ts';
import { obstacleAfter, type Obstacle } from './transport-failures.ts';

/** The case under which the requests of fixtures are judged and reported. */
export const FIXTURES_CASE = 'fixtures';

/** The fixtures as a case without declared requirements. */
export const FIXTURES: CaseDescription = {
  caseId: FIXTURES_CASE,
  title: 'fixtures: finds and adds what the cases need',
  place: 'src/suite/fixtures.ts',
  requirements: [],
  mayCreate: 0,
  needs: [],
  stage: 'untouched catalogue',
  repeatGroup: FIXTURES_CASE,
};

/** The end of a fixture step: its result, or why it stopped. `failure` is set if no response came. */
export type StepResult<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly obstacle: Obstacle; readonly failure: TransportFailure | null };

/** Runs one step of a fixture in a scope of its own. The second try repeats steps that found a violation. */
export type Step = <T>(work: (tools: StepTools) => Promise<T>) => Promise<StepResult<T>>;

/** The tools of a fixture step. */
export interface StepTools extends Pick<CaseTools<TestableId>, 'api' | 'expect'> {
  readonly judge: Judge;
  readonly scope: CaseScope;
}

/** Failures after which a step runs again, so many times in a run. */
const TIME_OUTS: ReadonlySet<TransportFailure['kind']> = new Set([
  'connect-timeout',
  'response-timeout',
  'body-timeout',
]);
const MOST_TIME_OUTS = 3;

/** The requirements that fixtures judge in addition to the response rules. */
const JUDGED = ['CREATE-CATEGORY-INT64', 'CREATE-NAMES', 'GET-UNKNOWN'] as const;

/** Runs the steps of the fixtures of a run, and repeats those that found a violation. */
export function createSteps(run: Run): { readonly step: Step; readonly repeatViolated: () => Promise<void> } {
  /** The first step that violated each requirement. A second try must not repeat a hundred additions. */
  const violated = new Map<string, () => Promise<unknown>>();

  async function runStep<T>(work: (tools: StepTools) => Promise<T>, isRepeat: boolean): Promise<StepResult<T>> {
    const scope = createScope(run, FIXTURES_CASE, JUDGED, (record: RunRecord) => {
      run.record(record);
      if (isRepeat || !isViolation(record)) return;
      const { requirement } = record.judgement;
      if (!violated.has(requirement)) violated.set(requirement, () => runStep(work, true));
    });
    const { judge } = scope;
    const ended = await inScope(scope, () => work({ ...createTools(run, scope), judge, scope }));
    run.records.caseEnded(FIXTURES_CASE);
    if (ended.kind === 'done') return ended;
    const { stop } = ended;
    return { kind: 'stopped', obstacle: obstacleAfter(stop, stop.howToResolve), failure: scope.failure() };
  }

  let timeOuts = 0;

  return {
    async step(work) {
      for (;;) {
        const ended = await runStep(work, false);
        // If no request ever got a response, further attempts would take as long.
        const isTimeOut = ended.kind === 'stopped' && ended.failure !== null && TIME_OUTS.has(ended.failure.kind);
        if (!isTimeOut || !run.keys.hasAccepted('listPets')) return ended;
        timeOuts += 1;
        if (timeOuts > MOST_TIME_OUTS) return ended;
      }
    },
    async repeatViolated() {
      for (const repeat of violated.values()) await repeat();
    },
  };
}

/** Adds a pet that the service may reject for its category. Returns the pet, or null if it was rejected. */
export async function tryPet(pet: NewPet, { api, expect }: StepTools): Promise<Pet | null> {
  const response = await api.createPet(pet, { expects: [201, 400] });
  return expect('CREATE-CATEGORY-INT64').addedOrRejected(response)?.pet ?? null;
}
