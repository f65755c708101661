import type { Api } from '../api.ts';
import type { CaseScope } from '../case-scope.ts';
import type { Judge } from '../judge.ts';
import type { Pets } from '../pets.ts';
import type { Run } from '../run.ts';

/** What an expectation of one case works with. */
export interface CaseContext {
  readonly run: Run;
  readonly scope: CaseScope;
  readonly judge: Judge;
  readonly api: Api;
  readonly pets: Pets;
}
