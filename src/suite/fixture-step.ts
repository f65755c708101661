import type { CaseDescription } from './case.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { Api } from './api.ts';
import type { CaseScope } from './case-scope.ts';
import type { Judge } from './judge.ts';
import { describeStatus, isSuccess } from './response.ts';
import type { Obstacle } from './transport-failures.ts';

/** The case under which the requests of fixtures are judged and reported. */
export const FIXTURES_CASE = 'fixtures';

/** The fixtures as a case without declared requirements. */
export const FIXTURES: CaseDescription = {
  caseId: FIXTURES_CASE,
  title: 'fixtures: finds and adds what the cases need',
  place: 'src/suite/fixtures.ts',
  requirements: [],
  creates: 0,
  needs: [],
  stage: 'untouched catalogue',
};

/** The end of a fixture step: its result, or why it stopped. `failure` is set if no response came. */
export type StepResult<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly obstacle: Obstacle; readonly failure: TransportFailure | null };

/** Runs one step of a fixture in a scope of its own. The second try repeats steps that found a violation. */
export type Step = <T>(work: (tools: StepTools) => Promise<T>) => Promise<StepResult<T>>;

/** The tools of a fixture step. */
export interface StepTools {
  readonly api: Api;
  readonly judge: Judge;
  readonly scope: CaseScope;
}

/** Adds a pet that the service may reject for its category. Returns the pet, or null if it was rejected. */
export async function tryPet(pet: NewPet, { api, judge, scope }: StepTools): Promise<Pet | null> {
  const response = await api.createPet(pet, { expects: [201, 400] });
  if (isSuccess(response)) return api.petOf(response).pet;
  scope.takeStatus(response);
  judge.check('CREATE-CATEGORY-INT64', response.status === 400, {
    expected: 'status 201 with the pet, or status 400 with an Error',
    actual: describeStatus(response),
    responses: [response],
  });
  return null;
}
