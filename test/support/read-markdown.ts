/** The facts that the lines of a Markdown report contain. Ids are in code spans. */
export interface ReadMarkdown {
  readonly title: string;
  /** Counts of requirements, of required requirements and of checks, by outcome word. */
  readonly counts: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** The first cells of the table of findings. */
  readonly rows: readonly string[];
  readonly outcomes: ReadonlyMap<string, string>;
  /** Ids with their own entry, by section heading without its number. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** Reads the tables and headings of a Markdown report. */
export function readMarkdown(text: string): ReadMarkdown {
  const counts = new Map<string, Readonly<Record<string, number>>>();
  const outcomes = new Map<string, string>();
  const entries = new Map<string, string[]>();
  const rows: string[] = [];
  let columns: readonly string[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).replace(/ \(\d+\)$/, '');
    const count = section === 'Counts' ? /^- (\w+): (.*)$/.exec(line) : null;
    if (count !== null) counts.set(count[1] ?? '', countsIn(count[2] ?? ''));
    const finding = /^(`.*`), part|^(`.*`), `part|^- Also: `?([A-Z0-9-]+):/.exec(line);
    if (finding !== null)
      entries.set(section, [...(entries.get(section) ?? []), unspan(finding[1] ?? finding[2] ?? finding[3] ?? '')]);
    if (!line.startsWith('| ') || line.startsWith('| ---')) continue;
    const cells = line.slice(2, -2).split(' | ');
    const [first = '', ...others] = cells;
    if (['Finding', 'Requirement'].includes(first)) columns = cells;
    else if (columns[0] === 'Requirement') outcomes.set(unspan(first), others[2] ?? '');
    else rows.push(first);
  }
  return { title: text.split('\n')[0] ?? '', counts, rows, outcomes, entries };
}

/** The counts of a line such as "1 violated, 2 not verified". */
function countsIn(line: string): Readonly<Record<string, number>> {
  const parts = line.split(', ').map((part) => /^(\d+) (.*)$/.exec(part));
  return Object.fromEntries(parts.flatMap((part) => (part === null ? [] : [[part[2] ?? '', Number(part[1])]])));
}

function unspan(span: string): string {
  return /^(`+) ?(.*?) ?\1$/.exec(span)?.[2] ?? span;
}
