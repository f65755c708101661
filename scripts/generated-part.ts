/** The comments around the part of a page that is generated. The rest of the page is written by hand. */
export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** Replaces what stands between the marks of a page. Throws if the page at `path` does not have both, in this order. */
export function withGeneratedPart(path: string, page: string, { begin, end }: Marks, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`${path} has no place for its generated part, from ${begin} to ${end}.`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
