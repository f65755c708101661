import { counted } from '../src/contract/describe.ts';
import { type DraftRow, type EarlierRow, roundsToGreen, sightOf } from '../lab/draft-sight.ts';
import type { FrameworkRecord } from '../lab/first-drafts-record.ts';
import { fraction, type Share } from '../lab/several-faults.ts';

/** Renders the section of docs/first-drafts.md about drafts of frameworks. Null: no run has measured it. */
export function frameworkLines(record: FrameworkRecord | null): readonly string[] {
  return [
    '## Drafts of frameworks',
    '',
    'Each draft is a service of up to 80 lines that follows the tutorial of a framework: neither careful nor deliberately broken. The habits of the',
    'framework show, such as its validation errors, its 404 and its body parser. An engineer first judges by the source, and by requests outside the',
    'suite, what a draft violates: `judgement.json` in its folder in `lab/first-drafts` has the reasons. Then the command judges it with all cases',
    'and default settings.',
    '',
    '- **Shown at first**: the requirements that the first run reports as violated, of those that the draft violates.',
    '- **Before**: the same with the suite of an earlier commit.',
    '- **False**: findings on requirements that the draft does not violate. _Debatable_: readers of the contract may differ.',
    '- **Rounds to green**: how many runs report something. After each run, the author corrects the draft by the report and the log of the service.',
    '  The files `draft-2`, `draft-3` and so on are these versions. Their author had judged the draft before, so another author may need more rounds.',
    '',
    ...(record === null
      ? ['Not measured with the current sources. `npm run first-drafts` measures this.']
      : figures(record)),
  ];
}

function figures({ before, drafts }: FrameworkRecord): readonly string[] {
  return [
    ...(before === null
      ? []
      : [`_Before_ is commit \`${before.commit}\`. A draft that is not installed has no row.`, '']),
    '| draft | version | verdict | shown at first | before | false | debatable | requests | seconds | rounds to green |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...drafts.map((row) => draftRow(row, before?.drafts[row.id])),
    totalRow(drafts, before),
    '',
    ...noteLines(drafts),
    ...missedLines(drafts),
    ...findingLines('False findings', drafts, ({ wrong }) => wrong),
    ...findingLines('Debatable findings', drafts, ({ debatable }) => debatable),
    ...findingLines('Findings that are not judged yet', drafts, ({ unjudged }) => unjudged),
  ];
}

function draftRow(row: DraftRow, before: EarlierRow | undefined): string {
  const sight = sightOf(row);
  return cells([
    row.framework,
    row.version,
    row.verdict,
    inPercent(sight),
    before === undefined ? '' : inPercent({ ...sight, part: before.shown }),
    ofBefore(row.wrong, before?.wrong),
    ofBefore(row.debatable, before?.debatable),
    row.requests,
    row.seconds,
    row.later.length === 0 ? 'not measured' : (roundsToGreen(row) ?? `not green after ${row.later.length + 1}`),
  ]);
}

/** The sum of all rows. The sum of an earlier commit is shown only if it has every row. */
function totalRow(drafts: readonly DraftRow[], before: FrameworkRecord['before']): string {
  const sight = sumOf(drafts.map(sightOf));
  const earlier = drafts.flatMap((row) => before?.drafts[row.id] ?? []);
  const isWhole = earlier.length === drafts.length;
  const shownBefore = earlier.reduce((sum, { shown }) => sum + shown, 0);
  return cells([
    '**all**',
    '',
    '',
    inPercent(sight),
    isWhole ? inPercent({ ...sight, part: shownBefore }) : '',
    ofBefore(
      drafts.flatMap(({ wrong }) => wrong),
      isWhole ? earlier.flatMap(({ wrong }) => wrong) : undefined,
    ),
    ofBefore(
      drafts.flatMap(({ debatable }) => debatable),
      isWhole ? earlier.flatMap(({ debatable }) => debatable) : undefined,
    ),
    drafts.reduce((sum, { requests }) => sum + requests, 0),
    drafts.reduce((sum, { seconds }) => sum + seconds, 0),
    '',
  ]);
}

function sumOf(shares: readonly Share[]): Share {
  return shares.reduce((sum, { part, whole }) => ({ part: sum.part + part, whole: sum.whole + whole }), {
    part: 0,
    whole: 0,
  });
}

function ofBefore(now: readonly string[], before: readonly string[] | undefined): string {
  return before === undefined || before.length === now.length ? String(now.length) : `${now.length} (${before.length})`;
}

function noteLines(drafts: readonly DraftRow[]): readonly string[] {
  const lines = drafts.flatMap(({ framework, note }) => (note === null ? [] : [`- ${framework}: ${note}`]));
  return lines.length === 0 ? [] : [...lines, ''];
}

function missedLines(drafts: readonly DraftRow[]): readonly string[] {
  const rows = drafts.flatMap(({ framework, missed }) =>
    Object.entries(missed).map(([id, outcome]) => cells([framework, linkTo(id), outcome.replaceAll('-', ' ')])),
  );
  if (rows.length === 0) return [];
  return [
    '### What first runs on drafts missed',
    '',
    '| draft | requirement | ended as |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ];
}

function findingLines(
  title: string,
  drafts: readonly DraftRow[],
  idsOf: (row: DraftRow) => readonly string[],
): readonly string[] {
  const lines = drafts
    .filter((row) => idsOf(row).length > 0)
    .map((row) => `- ${row.framework}: ${idsOf(row).map(linkTo).join(', ')}`);
  if (lines.length === 0) return [];
  return [`### ${title}`, '', `${counted(drafts.flatMap(idsOf).length, 'finding')}.`, '', ...lines, ''];
}

/** A link to the page of a requirement. */
export function linkTo(id: string): string {
  return `[${id}](requirements/${id}.md)`;
}

function cells(values: readonly (string | number)[]): string {
  return `| ${values.join(' | ')} |`;
}

/** A share, such as "4 of 5 (80 %)". */
export function inPercent(share: Share): string {
  return `${ofWhole(share)} (${(fraction(share) * 100).toFixed(0)} %)`;
}

export function ofWhole({ part, whole }: Share): string {
  return `${part} of ${whole}`;
}
