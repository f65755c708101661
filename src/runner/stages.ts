/** Cases that go on at the same time, after those of the stage before. `specs` are names of spec files without ending. */
export interface Stage {
  readonly name: string;
  readonly specs: readonly string[];
}

/** The stage of every spec that none of the others names. */
const ANY = 'names, and all else';

/**
 * Every border waits for the slowest case before it, so there are as few as the catalogue allows. What needs a small one
 * comes first; bodies are refused while complete pages can show that nothing was stored, and keys while nothing else is
 * added. The limits are proven when the catalogue was filled, to which many names add; everything is read back after
 * that. Generated cases are the last, so that many examples of them leave the rest of the run its budget. Within a stage
 * long chains of requests begin first.
 */
const ORDER: readonly Stage[] = [
  { name: 'a small catalogue', specs: ['before-adding', 'list-catalogue', 'list-status'] },
  {
    name: 'additions and refused bodies',
    specs: [
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
  },
  {
    name: 'additions in the list, and keys',
    specs: ['list-back', 'authentication', 'authentication-connection', 'errors'],
  },
  { name: ANY, specs: ['create-names'] },
  { name: 'a full catalogue', specs: ['list-limit', 'open-questions'] },
  { name: 'generated examples, and everything read back', specs: ['generated', 'read-back'] },
];

/** Orders spec files, by their names without ending, into stages. A stage without a spec is left out. */
export function stagesOf(specs: readonly string[]): readonly Stage[] {
  const placed = new Set(ORDER.flatMap((stage) => stage.specs));
  const others = specs.filter((spec) => !placed.has(spec)).toSorted();
  return ORDER.map(({ name, specs: first }) => ({
    name,
    specs: [...first.filter((spec) => specs.includes(spec)), ...(name === ANY ? others : [])],
  })).filter((stage) => stage.specs.length > 0);
}
