/** What a Markdown report tells, read back from its lines. Ids stand in code spans. */
export interface ReadMarkdown {
  readonly title: string;
  /** Numbers by table, row and column. */
  readonly counts: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly totals: readonly number[];
  readonly outcomes: ReadonlyMap<string, string>;
  /** Ids that have an entry of their own, by the heading of their section without its number. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** Reads the tables and headings of a Markdown report. */
export function readMarkdown(text: string): ReadMarkdown {
  const counts = new Map<string, Readonly<Record<string, number>>>();
  const outcomes = new Map<string, string>();
  const entries = new Map<string, string[]>();
  let columns: readonly string[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).replace(/ \(\d+\)$/, '');
    if (line.startsWith('### ')) entries.set(section, [...(entries.get(section) ?? []), unspan(line.slice(4))]);
    if (!line.startsWith('| ') || line.startsWith('| ---')) continue;
    const cells = line.slice(2, -2).split(' | ');
    const [first = '', ...others] = cells;
    if (['Requirements', 'Checks', 'Requirement'].includes(first)) columns = cells;
    else if (columns[0] === 'Requirement') outcomes.set(unspan(first), others[2] ?? '');
    else {
      const numbers = others.map((cell, index) => [columns[index + 1] ?? '', Number(cell)] as const);
      counts.set(`${columns[0]} ${first}`, Object.fromEntries(numbers));
    }
  }
  const totals = /^Warnings: (\d+)\. Cases: (\d+)\. Exchanges: (\d+)\. Pets added: (\d+)\.$/m.exec(text) ?? [];
  return { title: text.split('\n')[0] ?? '', counts, totals: totals.slice(1).map(Number), outcomes, entries };
}

function unspan(span: string): string {
  return /^(`+) ?(.*?) ?\1$/.exec(span)?.[2] ?? span;
}
