/** Counts of matches: on a filtered page, on the unfiltered page of the same limit, and known to be in the catalogue. */
export interface FilterReach {
  readonly filtered: number;
  readonly among: number;
  readonly known: number;
}

/** How far a filter looks: in the whole catalogue, or only among the pets of the page that is given without it. */
export function describeFilterReach({ filtered, among, known }: FilterReach, limit: number): string {
  const wanted = Math.min(limit, known);
  if (wanted <= among) return 'the page without it shows as many matches as could be found, so nothing tells';
  if (filtered >= wanted) return 'it finds matches in the whole catalogue';
  const shown = `${filtered} of ${known} known matches with the limit ${limit}`;
  return filtered > among
    ? `it finds ${shown}, where the page without it shows ${among}`
    : `it finds ${shown}, only among the pets of the page without it`;
}
