/**
 * Specs that must come early or late; all others run between them in the order of their names. What needs a small
 * catalogue comes first; what reads back everything that was added comes after the catalogue was filled. Generated cases
 * are the last, so that many examples of them leave the rest of the run its budget.
 */
const FIRST = [
  'before-adding',
  'list-catalogue',
  'list-status',
  'create',
  'create-ids',
  'create-category',
  'list-back',
  'create-required-fields',
  'create-name-type',
  'create-category-type',
  'create-status-type',
  'create-malformed',
  'authentication',
];
const LAST = ['list-limit', 'open-questions', 'read-back', 'generated'];

const SPEC = /([\w-]+)\.spec\.[jt]s$/;

/** Whether a path is that of a spec file. */
export function isSpec(path: string): boolean {
  return SPEC.test(path);
}

/** Where a spec file stands in a run; lower is earlier. */
export function placeOf(path: string): number {
  const name = SPEC.exec(path)?.[1] ?? '';
  const first = FIRST.indexOf(name);
  if (first !== -1) return first - FIRST.length;
  return LAST.indexOf(name) + 1;
}

/** Orders the paths of spec files for a run. */
export function compareSpecs(left: string, right: string): number {
  return placeOf(left) - placeOf(right) || (left < right ? -1 : 1);
}
