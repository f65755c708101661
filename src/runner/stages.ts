/**
 * The stages of a run, in their order. The cases of a stage go on at the same time, whichever spec file they stand in; a
 * stage begins when the one before it has ended. On a target that is some way off every border costs the wait for the
 * slowest case, so there are as few as the catalogue allows:
 *
 * - `small`: what needs a catalogue that hardly anything was added to.
 * - `growing`: the first additions, and bodies that are refused while complete pages can show that nothing was stored.
 * - `settled`: reads back what was added so far, while nothing is added; so it can be seen that bad keys add nothing.
 * - `open`: whatever needs none of this, a new spec file too.
 * - `full`: proves the limits, for which the catalogue is filled.
 * - `last`: reads back everything. Generated cases are the last, so that many examples leave the rest its budget.
 */
export const STAGES = ['small', 'growing', 'settled', 'open', 'full', 'last'] as const;

export type Stage = (typeof STAGES)[number];

/** The specs of each stage, those with long chains of requests first. Those that are not named here are open. */
const SPECS: Readonly<Record<Stage, readonly string[]>> = {
  small: ['before-adding', 'list-catalogue', 'list-status'],
  growing: [
    'deprecation',
    'get-pet',
    'create',
    'create-ids',
    'create-category',
    'create-required-fields',
    'create-name-type',
    'create-category-type',
    'create-status-type',
    'create-malformed',
  ],
  settled: ['list-back', 'authentication', 'authentication-connection', 'errors'],
  open: ['create-names'],
  full: ['list-limit', 'open-questions'],
  last: ['generated', 'read-back'],
};

const NAMED: ReadonlySet<string> = new Set(Object.values(SPECS).flat());

/** The specs of a stage among some, by their names without endings, in their order. */
export function specsOf(stage: Stage, specs: readonly string[]): readonly string[] {
  const named = SPECS[stage].filter((spec) => specs.includes(spec));
  const others = stage === 'open' ? specs.filter((spec) => !NAMED.has(spec)).toSorted() : [];
  return [...named, ...others];
}
