/** The value of an option that may be given again: all values, in their order. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** The value of an option of names with commas between them: given twice, it holds the names of both. */
export function joinNames(names: string, before: string | undefined): string {
  return before === undefined ? names : `${before},${names}`;
}
