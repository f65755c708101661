import { counted } from '../../contract/describe.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '../report.ts';
import { renderCauses, renderFindingLines } from './findings.ts';
import { type Content, cutText, type Markup, markup, wholeIds, writeDocument } from './markup.ts';
import { type PageIndex, pageIndex } from './page-index.ts';
import { renderContents, renderSection, shownSections } from './sections.ts';

const REASONS_SHOWN = 3;
const LONGEST_REASON = 600;

/**
 * A report as one self-contained page, `report.html`, in pieces that end where tags do. The same report gives the same bytes.
 * Data of the service is always text, and the page's policy allows only its own style and script.
 */
export function htmlPieces(report: Report): Iterable<string> {
  const index = pageIndex(report);
  const sections = shownSections(index);
  const style = `${asset('page.css')}${printedRunId(report)}`;
  const script = asset('page.js');
  return writeDocument({
    title: `${index.view.headline.sentence}: ${report.run.target}`,
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
function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** The id of the run in the margin of each printed page. */
function printedRunId({ run }: Report): string {
  const id = run.id.replaceAll(/[^\w.-]/g, '');
  return `@media print { @page { @bottom-left { content: 'Run ${id}'; font: 8pt sans-serif; } } }\n`;
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
  const { headline } = index.view;
  const { run, verdict } = index.report;
  const kind = `verdict ${headline.tone} ${verdict.outcome.replaceAll(' ', '-')}`;
  const end = run.end === 'complete' ? null : `, ${index.view.run.end}`;
  return markup`<header id="top" class="${kind}">
    <p class="kicker">${run.contract.title} ${run.contract.version} · conformance report</p>
    <h1>${headline.sentence}</h1>
    <p class="profile">Profile <strong>${verdict.profile}</strong>, exit code ${headline.exitCode}</p>
    ${headline.notices.map((notice) => markup`<p class="notice" role="note"><strong>${cutText(notice, 600)}</strong></p>`)}
    <dl class="facts">
    ${fact('Target', [markup`<code>${run.target}</code>`, run.embedded ? ' (the embedded reference service)' : null])}
    ${fact('When', markup`<time datetime="${run.startedAt}">${momentText(run.startedAt)}</time>, <span class="one-line">${durationText(index.view.run.seconds)}</span>${end}`)}
    ${fact('By', [`${run.suite.name} ${run.suite.version}`, run.selection === 'part' ? ', a part of the suite' : null])}
    ${fact('Judged as of', index.view.run.asOf)}
    </dl>
    ${renderCauses(index)}
    ${renderReasons(index)}
    ${renderFindingLines(index)}
    </header>`;
}

function fact(label: string, content: Content): Markup {
  return markup`<div><dt>${label}</dt><dd>${content}</dd></div>`;
}

/** An instant of a report, `2030-01-01T00:00:00.000Z`, for a reader: `2030-01-01 00:00:00 UTC`. Other texts stay. */
function momentText(instant: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(instant) ?? [];
  return date === undefined || time === undefined ? instant : `${date} ${time} UTC`;
}

/** How long something took: `1.9 s`, `4 min 3 s`. */
function durationText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'an unknown time';
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

function renderReasons({ view: { headline } }: PageIndex): Content {
  const reasons = headline.shortReasons.map((reason) =>
    reason.length > LONGEST_REASON ? cutText(reason, LONGEST_REASON) : wholeIds(reason),
  );
  const rest = reasons.slice(REASONS_SHOWN);
  return [
    reasons.length === 0 ? null : reasonList(reasons.slice(0, REASONS_SHOWN)),
    rest.length === 0
      ? null
      : markup`<details class="others"><summary>and ${counted(rest.length, 'more reason')}</summary>${reasonList(rest)}</details>`,
  ];
}

function reasonList(reasons: readonly Content[]): Markup {
  return markup`<ul class="reasons">${reasons.map((reason) => markup`<li>${reason}</li>`)}</ul>`;
}

function renderFooter({ run, counts }: Report): Markup {
  return markup`<footer><p>Rendered from report.json of run ${run.id} by ${run.suite.name} ${run.suite.version}: ${counted(counts.cases, 'case')}, ${counted(counts.exchanges, 'exchange')}. <a href="#top">To the top</a></p>
    <p id="announcement" class="unseen" role="status"></p></footer>`;
}
