/** Cases that go on at the same time, after those of the stage before. `specs` are names of spec files without ending. */
export interface Stage {
  readonly name: string;
  readonly specs: readonly string[];
}

/** The stage of every spec that none of the others names. */
const ANY = 'ids, and all else';

/**
 * Every border waits for the slowest case before it, so there are as few as the catalogue allows. What shows that nothing
 * was stored needs a small one: keys are refused first, then bodies. The list is looked at, until it shows everything,
 * while nothing is added, and again as soon as it holds every name, when a page still has room for all: with more beside
 * that, what a service hides would be looked for until the page is full. The last stage begins by filling the catalogue;
 * generated cases wait for that, so that many examples of them leave the rest of the run its budget, and nothing beside
 * them could be changed by what they add. Within a stage bodies are refused before others are added; else long chains of
 * requests begin first.
 */
const ORDER: readonly Stage[] = [
  {
    name: 'a small catalogue, and keys',
    specs: ['list-catalogue', 'before-adding', 'list-status', 'authentication-connection', 'authentication'],
  },
  {
    name: 'refused bodies, and additions',
    specs: [
      'create-required-fields',
      'create-name-type',
      'create-category-type',
      'create-status-type',
      'create-malformed',
      'deprecation',
      'get-pet',
      'create',
      'create-category',
    ],
  },
  { name: 'additions in the list', specs: ['list-back', 'errors'] },
  { name: 'names', specs: ['create-names'] },
  { name: 'names in the list', specs: ['list-names', 'open-questions'] },
  { name: ANY, specs: ['create-ids', 'open-additions'] },
  { name: 'a full catalogue', specs: ['read-back', 'generated', 'list-limit', 'open-list'] },
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
