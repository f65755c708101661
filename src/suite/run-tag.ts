/** What all names of a run have in common, by which an operator finds its pets. */
export function runTag(seed: number): string {
  return (seed >>> 0).toString(36).slice(-4);
}
