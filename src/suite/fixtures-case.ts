import type { CaseDescription } from './case.ts';

/** The case under which the requests of fixtures are judged and reported. */
export const FIXTURES_CASE = 'fixtures';

/** The same as a case. It declares no requirement. */
export const FIXTURES: CaseDescription = {
  caseId: FIXTURES_CASE,
  title: 'fixtures: what the cases need is found and added',
  place: 'src/suite/fixtures.ts',
  requirements: [],
  creates: 0,
  needs: [],
  stage: 'untouched catalogue',
};
