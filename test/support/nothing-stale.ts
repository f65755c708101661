import type { StaleRecords } from '../../lab/stale-records.ts';

/** All records are of the current sources. */
export const NOTHING_STALE: StaleRecords = {
  rules: false,
  cases: [],
  changedCases: [],
  services: [],
  gone: [],
  sizes: false,
  firstDrafts: false,
  frameworks: false,
};
