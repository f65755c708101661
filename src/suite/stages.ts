/**
 * The stages of a run, in their order. The cases of a stage run together, after those of the stage before. A stage ends
 * with its slowest case, so there are only as many as the state of the catalogue demands.
 */
export const STAGES = [
  /** Nothing was added yet: the only time at which a list may be empty. */
  'untouched catalogue',
  /** A few pets exist, so that every page is complete. Requests with wrong keys add nothing. */
  'small catalogue',
  /** The same, while pets are added one by one. Rejected bodies add nothing. */
  'additions and rejections',
  /** Everything added so far is looked for in the list while nothing is added. */
  'first listing',
  'names',
  /** The same while a page still has room for every name. */
  'names listing',
  'main',
  /** More pets than the largest page holds. */
  'full catalogue',
  /** Many examples: they come last, so that they leave the rest of the run its budget. */
  'properties',
] as const;

export type Stage = (typeof STAGES)[number];
