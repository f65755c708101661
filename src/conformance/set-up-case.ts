import type { CaseDescription } from './case.ts';

/** The case under which the requests of the set-up are judged and reported. */
export const SET_UP_CASE = 'set-up';

/** The same as a case. It cites nothing, and is no test. */
export const SET_UP: CaseDescription = {
  caseId: SET_UP_CASE,
  title: 'setting up: the catalogue is read and the first animals are added',
  place: 'src/conformance/set-up.ts',
  requirements: [],
  creates: 0,
};
