import { counted } from '../src/contract/describe.ts';
import type { FirstDrafts, FrameworkRecord } from '../lab/first-drafts-record.ts';
import {
  type MissedRequirement,
  SET_SIZES,
  type SetRow,
  shareShown,
  type SizeSummary,
  summariseMissed,
  summariseSizes,
} from '../lab/several-faults.ts';
import { frameworkLines, inPercent, linkTo, ofWhole } from './framework-drafts-page.ts';

/**
 * Renders docs/first-drafts.md: what the first run shows of services with several faults, and of drafts of frameworks. Null:
 * no run has measured it.
 */
export function renderFirstDraftsPage(record: FirstDrafts | null, frameworks: FrameworkRecord | null): string {
  const lines = [
    '# First drafts',
    '',
    'Generated from `docs/first-drafts.json`, which `npm run first-drafts` records.',
    '',
    'The first draft of a service has several faults at once, and one fault can hide another one from the suite. This page says how much',
    'the first run reports, and how many runs it takes until all faults are fixed.',
    '',
    '## Several faults at once',
    '',
    `Each service is the reference service with ${sizesInWords()} of its [faults](detection.md#faults) at once, drawn by a seed. The draw is`,
    'from faults that always show, at any date, without a soak, and in a catalogue that is empty at the start. No two faults of a set declare',
    'exactly the same requirements. All cases judge each service.',
    '',
    '- **Replaced**: the service takes every step that the fault changes, and always in the version of another fault of the set. No client',
    '  can see such a fault until the other one is fixed. The first run is not expected to show it, so only the rounds count it.',
    '- **Shown at first**: the requirements that the first run reports as violated, of those that the faults declare. A requirement that',
    '  several faults of a set declare counts once for the set. _Least_ is the set with the smallest share.',
    '- **Faults shown**: the faults of which the first run reports at least one declared requirement.',
    '- **Rounds to green**: how many runs show faults. After each run, the faults that it shows are removed, and the rest is judged again.',
    '  A set is _green_ when no fault is left. It is _stuck_ if a run shows none of the faults that are left.',
    '- **Blocked**: the required requirements that the first run leaves not verified, for each set on average.',
    '',
    ...(record === null
      ? ['Not measured with the current sources. `npm run first-drafts` measures this.']
      : figures(record)),
    '',
    ...frameworkLines(frameworks),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function sizesInWords(): string {
  return `${SET_SIZES.slice(0, -1).join(', ')} or ${SET_SIZES.at(-1)}`;
}

function figures({ seed, drawnFrom, sets }: FirstDrafts): readonly string[] {
  return [
    `Measured with seed ${seed}, on sets drawn from ${counted(drawnFrom, 'fault')}.`,
    '',
    '| faults at once | sets | shown at first | least | sets with all shown | faults shown | rounds to green | stuck | blocked |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |',
    ...summariseSizes(sets).map(sizeRow),
    '',
    ...undeclaredLines(sets),
    '### What first runs missed',
    '',
    'A fault can also undo what another one does without replacing it: then the service does not show it, and the requirement is rightly',
    'verified.',
    '',
    '| requirement | missed at first | ended as |',
    '| --- | ---: | --- |',
    ...summariseMissed(sets).map(missedRow),
    '',
    '### Sets',
    '',
    'The first run shows nothing of a fault in bold. A fault in italics is replaced.',
    '',
    '| faults | shown at first | missed at first | rounds |',
    '| --- | ---: | --- | ---: |',
    ...sets.map(setRow),
  ];
}

/** Faults act together, so a service may violate more than its faults declare. */
function undeclaredLines(sets: readonly SetRow[]): readonly string[] {
  const found = sets.flatMap(({ undeclared }) => undeclared);
  if (found.length === 0) return [];
  const names = [...new Set(found)].toSorted().join(', ');
  return [
    `First runs also reported what no fault of the set declares, ${counted(found.length, 'time')}: ${names}.`,
    '',
  ];
}

function sizeRow(summary: SizeSummary): string {
  const { size, sets, shown, least, complete, faultsShown, greenAfter, stuck, blocked } = summary;
  const rounds = [...greenAfter].map(([count, green]) => `${counted(count, 'round')}: ${counted(green, 'set')}`);
  const cells = [size, sets, inPercent(shown), inPercent(least), complete, inPercent(faultsShown), rounds.join(', ')];
  return `| ${[...cells, stuck, (blocked / sets).toFixed(1)].join(' | ')} |`;
}

function missedRow({ requirement, missed, outcomes }: MissedRequirement): string {
  const ended = [...outcomes].map(([outcome, times]) => `${outcome.replaceAll('-', ' ')} ${times} ×`);
  return `| ${linkTo(requirement)} | ${ofWhole(missed)} | ${ended.join(', ')} |`;
}

function setRow(row: SetRow): string {
  const faults = row.faults.map((id) => {
    if (row.replaced.includes(id)) return `_\`${id}\`_`;
    return row.hidden.includes(id) ? `**\`${id}\`**` : `\`${id}\``;
  });
  const end = row.left.length === 0 ? String(row.rounds) : `stuck after ${row.rounds}`;
  return `| ${faults.join(', ')} | ${ofWhole(shareShown(row))} | ${Object.keys(row.missed).join(', ')} | ${end} |`;
}
