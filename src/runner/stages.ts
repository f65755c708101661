/** Cases that go on at the same time, after those of the stage before. `specs` are names of spec files without ending. */
export interface Stage {
  readonly name: string;
  readonly specs: readonly string[];
}

/** The stage of every spec that none of the others names. */
const ANY = 'bodies, keys and ids';

/**
 * What needs a small catalogue comes first; what reads back everything that was added comes after the catalogue was
 * filled. Generated cases are among the last, so that many examples of them leave the rest of the run its budget.
 */
const ORDER: readonly Stage[] = [
  { name: 'a small catalogue', specs: ['before-adding', 'list-catalogue', 'list-status'] },
  { name: 'additions', specs: ['create', 'create-ids', 'create-category'] },
  { name: 'additions in the list', specs: ['list-back'] },
  { name: ANY, specs: ['create-required-fields', 'create-name-type', 'create-category-type', 'create-status-type'] },
  { name: 'a full catalogue', specs: ['list-limit', 'open-questions'] },
  { name: 'everything read back', specs: ['read-back', 'generated'] },
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
