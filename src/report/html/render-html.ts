import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { counted, dayOf } from '../../contract/describe.ts';
import type { Item } from '../section.ts';
import type { Report } from '../report.ts';
import { ENDS, secondsOf } from '../run-section.ts';
import { renderFindingLines, renderItems } from './findings.ts';
import { type Content, cutText, details, type Markup, markup, rows, writeDocument } from './markup.ts';
import { type PageIndex, pageIndex } from './page-index.ts';
import { renderContents, renderSection, shownSections } from './sections.ts';

const REASONS_SHOWN = 3;
const CAUSES_SHOWN = 5;
const LONGEST_REASON = 600;

/**
 * A report as one self-contained page, `report.html`. The same report gives the same bytes. Data of the service is always
 * text, and the page's policy allows only its own style and script.
 */
export function renderHtml(report: Report): string {
  const index = pageIndex(report);
  const sections = shownSections(index);
  const style = readAsset('page.css');
  const script = readAsset('page.js');
  return writeDocument({
    title: `${index.headline.sentence}: ${report.run.target}`,
    policy: policyFor(style, script),
    style,
    script,
    body: [
      markup`<a class="skip" href="#violations">Skip to the findings</a>`,
      renderHeader(index),
      renderContents(sections),
      markup`<main>${sections.map(renderSection)}</main>`,
      renderFooter(report),
    ],
  });
}

/** The style and the script are files in this folder. They are trusted like code. */
function readAsset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** Allows only the page's own style and script, which are identified by their digests. */
function policyFor(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${digest(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The verdict in words, the profile, the target, when and by what: what a reader sees first. */
function renderHeader(index: PageIndex): Markup {
  const { headline, report } = index;
  const { run, verdict } = report;
  const end = run.end === 'complete' ? null : `, ${ENDS[run.end]}`;
  return markup`<header id="top" class="verdict ${headline.tone}">
    <p class="lead">${run.contract.title} ${run.contract.version} · conformance report</p>
    <h1 data-sign="${headline.sign}">${headline.sentence}</h1>
    <p>Profile <strong>${verdict.profile}</strong>, exit code ${headline.exitCode}</p>
    ${headline.notices.map((notice) => markup`<p role="note"><strong>${cutText(notice, 600)}</strong></p>`)}
    ${rows([
      ['Target', [markup`<code>${run.target}</code>`, run.embedded ? ' (the embedded reference service)' : null]],
      [
        'When',
        markup`<time datetime="${run.startedAt}">${momentText(run.startedAt)}</time>, ${durationText(secondsOf(run))}${end}`,
      ],
      ['By', [`${run.suite.name} ${run.suite.version}`, run.selection === 'part' ? ', a part of the suite' : null]],
      ['Judged as of', dayOf(run.asOf)],
    ])}
    ${renderCauses(index)}
    ${renderReasons(headline.shortReasons)}
    ${renderFindingLines([...index.violated, ...index.warnings], index)}
    </header>`;
}

/** An instant of a report, `2030-01-01T00:00:00.000Z`, for a reader: `2030-01-01 00:00:00 UTC`. */
function momentText(instant: string): string {
  return `${instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')} UTC`;
}

/** How long something took: `1.9 s`, `4 min 3 s`. */
function durationText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'an unknown time';
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** What to fix first: the causes that explain most. */
function renderCauses(index: PageIndex): Content {
  const { items = [] } = index.sections.causes;
  const list = (some: readonly Item[]): Markup => markup`<ol class="findings causes">${renderItems(some, index)}</ol>`;
  return items.length === 0
    ? null
    : [markup`<h2>Probable causes</h2>`, firstAndRest(items, CAUSES_SHOWN, 'more cause', list)];
}

function renderReasons(reasons: readonly string[]): Content {
  return firstAndRest(reasons, REASONS_SHOWN, 'more reason', (some) => {
    return markup`<ul class="findings">${some.map((reason) => markup`<li>${cutText(reason, LONGEST_REASON)}</li>`)}</ul>`;
  });
}

/** The first items as a list, and the rest as a list that opens. */
function firstAndRest<Each>(
  items: readonly Each[],
  most: number,
  more: string,
  list: (some: readonly Each[]) => Markup,
): Content {
  const rest = items.slice(most);
  return [
    items.length === 0 ? null : list(items.slice(0, most)),
    rest.length === 0 ? null : details('others', `and ${counted(rest.length, more)}`, list(rest)),
  ];
}

function renderFooter({ run, counts }: Report): Markup {
  return markup`<footer><p>Rendered from report.json of run ${run.id} by ${run.suite.name} ${run.suite.version}: ${counted(counts.cases, 'case')}, ${counted(counts.exchanges, 'exchange')}. <a href="#top">To the top</a></p>
    <p id="announcement" class="unseen" role="status"></p></footer>`;
}
