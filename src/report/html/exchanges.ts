import { counted, firstUnits, grouped } from '../../contract/describe.ts';
import type { BodyRecord, Exchange, Header, ResponseRecord } from '../../http/exchange.ts';
import { isInert } from '../safe-text.ts';
import type { Check } from '../report.ts';
import { type Content, cutText, details, joined, lead, type Markup, markup, verbatim } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';
import type { PointerRange } from '../pointer-range.ts';

/** Longer header fields and addresses are cut; report.json has more of them. */
const LONGEST_VALUE = 4_000;
const LONGEST_URL = 300;
/** A longer command would fill the page; report.json has it. */
const LONGEST_COMMAND = 20_000;
const GROUP = 100;
/** What the HTTP client adds to nearly every request. */
const OF_CLIENT: ReadonlySet<string> = new Set(['accept-encoding', 'user-agent']);

/** Every exchange of the run once, in the order in which they were sent, a hundred under each heading. */
export function renderExchanges(index: PageIndex): Markup {
  const { exchanges, soak } = index.report;
  const groups = Array.from({ length: Math.ceil(exchanges.length / GROUP) }, (_, group) =>
    exchanges.slice(group * GROUP, (group + 1) * GROUP),
  );
  return markup`${soak === undefined ? null : lead(`Of the ${counted(soak.requests, 'request')} of --soak, only those that show a violation are kept.`)}
    ${groups.map((group) => renderGroup(group, index))}`;
}

function renderGroup(group: readonly Exchange[], index: PageIndex): Markup {
  const range = `${group[0]?.id ?? ''} to ${group.at(-1)?.id ?? ''}`;
  const content = group.map((exchange) => renderExchange(exchange, index));
  return details('group', `${counted(group.length, 'exchange')}, ${range}`, content);
}

function renderExchange(exchange: Exchange, index: PageIndex): Markup {
  const finding = index.shownBy(exchange.id);
  if (finding !== undefined && index.exchanges.get(exchange.id) === exchange) {
    const { requirement } = finding;
    return markup`<p><code>${exchangeLine(exchange)}</code>, shown with <a href="${findingPlace(requirement, index)}">${requirement.id}</a></p>`;
  }
  const block = markup`<div id="${index.anchorOf(exchange).id}">${exchangeBlock(exchange, index)}</div>`;
  return details('exchange', exchangeLine(exchange), block);
}

/** One line that identifies an exchange: id, method, path, status and time. */
export function exchangeLine({ id, request, response, failure, attempts }: Exchange): Content {
  const result = response === null ? (failure?.kind ?? 'no response') : String(response.status);
  const last = attempts.at(-1);
  const time = last === undefined ? '' : `, ${milliseconds(last.milliseconds)}`;
  return [`${id} ${request.method} `, cutText(pathOf(request.url), LONGEST_URL), ` → ${result}${time}`];
}

/**
 * An exchange: request, response, attempts, and the command that sends the request again; `marked` is a range of the body of
 * its response. If it shows no violation, its bodies are cut, and the fields of the HTTP client are left out. A page holds thousands,
 * so there are few elements in it. None is `pre`, whose lines do not wrap without the style.
 */
export function exchangeBlock(exchange: Exchange, index: PageIndex, marked: PointerRange | null = null): Content {
  const { request, response, failure } = exchange;
  const isWhole = index.whole.has(exchange.id);
  const limit = isWhole ? Number.POSITIVE_INFINITY : index.bodyLimit;
  const sent = request.body === null ? null : [verbatim('\n\n'), bodyText(request.body, limit, null)];
  const fields = isWhole ? request.headers : request.headers.filter(([name]) => !OF_CLIENT.has(name.toLowerCase()));
  return [
    markup`<dl class="block"><dt>Request</dt><dd>${request.method} ${cutText(pathOf(request.url), LONGEST_VALUE)}${headerLines(fields)}${sent}</dd>${
      response === null
        ? null
        : markup`<dt>Response</dt><dd>${response.status}${headerLines(response.headers)}${omittedNote(response)}${verbatim('\n\n')}${bodyText(response.body, limit, marked)}</dd>`
    }</dl>`,
    markup`<p>${response === null ? 'There was no response. ' : null}${
      response === null || response.complete ? null : 'The response is not complete. '
    }${failure && [cutText(failure.message, 1_000), ' ']}${attemptsText(exchange)}.</p>`,
    isWhole ? commandBlock(request.curl) : null,
  ];
}

/** A bash command that can be copied; the script of the page adds the button. */
export function commandBlock(command: string, label = 'Reproduce (bash)'): Markup | null {
  if (command === '') return null;
  if (command.length <= LONGEST_COMMAND && isInert(command))
    return markup`<dl class="block"><dt>${label}</dt><dd><code class="command">${verbatim(command)}</code></dd></dl>`;
  return lead(`The curl command of ${counted(command.length, 'character')} is in report.json.`);
}

/** How many header fields the report leaves out; null if it has them all. */
function omittedNote({ omittedHeaders }: ResponseRecord): Content {
  if (omittedHeaders === undefined) return null;
  return [verbatim('\n'), markup`<span class="cut">… ${counted(omittedHeaders, 'more header field')}</span>`];
}

function headerLines(headers: readonly Header[]): Content {
  return headers.map(([name, value]) => [verbatim('\n'), name, ': ', cutText(value, LONGEST_VALUE)]);
}

/** The attempts to send an exchange, with the failures that are not its own. */
function attemptsText({ attempts, failure: own }: Exchange): Content {
  if (attempts.length === 0) return 'It was not sent';
  return attempts.map((attempt, index) => [
    index === 0 ? '' : '; ',
    `${attempts.length === 1 ? 'Sent' : `attempt ${index + 1} sent`} ${attempt.startedAt} on a ${attempt.connection} connection, ${milliseconds(attempt.milliseconds)}`,
    attempt.status === null || attempts.length === 1 ? null : `, status ${attempt.status}`,
    attempt.failure === null || attempt.failure.message === own?.message
      ? null
      : [', ', cutText(attempt.failure.message.replace(/\.$/, ''), 300)],
    attempt.waitedMilliseconds === 0 ? null : `, then waited ${milliseconds(attempt.waitedMilliseconds)}`,
  ]);
}

/** The part of an address that differs between requests to one service. */
function pathOf(url: string): string {
  return /^https?:\/\/[^/]*(\/.*)$/is.exec(url)?.[1] ?? url;
}

/** A time with the digits that matter: `0.4 ms`, `22 ms`, `1,204 ms`. */
export function milliseconds(time: number): string {
  return `${time < 10 ? String(Math.round(time * 10) / 10) : grouped(Math.round(time))} ms`;
}

const LINKS_SHOWN = 8;

/** Links to exchanges. A response rule cites hundreds. An id without an exchange in the report has no link. */
export function exchangeLinks(ids: readonly string[], index: PageIndex): Content {
  if (ids.length === 0) return 'none';
  const left = ids.length - LINKS_SHOWN;
  return [
    joined(ids.slice(0, LINKS_SHOWN).map((id) => exchangeLink(id, index))),
    left > 0 ? ` and ${counted(left, 'more exchange')}, named in report.json` : null,
  ];
}

/** Marks a check of which just one of two tries found the violation. */
export function unstableMark({ unstable }: Check): Content {
  return unstable === true ? [markup`<b class="unstable">unstable</b>`, ' '] : null;
}

/** A link to one exchange. */
export function exchangeLink(id: string, { anchorOf, exchanges }: PageIndex): Markup {
  const exchange = exchanges.get(id);
  return exchange === undefined ? markup`<code>${id}</code>` : markup`<a href="${anchorOf(exchange)}">${id}</a>`;
}

/** How many characters of a long body are shown on each side of a marked value. */
const AROUND = 240;
const LONG = 1_200;

/** A body as it went over the wire, cut if it is longer than `limit` characters, with a value marked. */
function bodyText(body: BodyRecord, limit: number, marked: PointerRange | null): Content {
  const kept = firstUnits(body.text, limit);
  return [markedText(kept, 0, kept.length, marked), cutNote(body, kept.length)];
}

/** How much of a body is not shown, with the digest of the full body; null if all of it is shown. */
function cutNote(body: BodyRecord, shown: number): Content {
  const form = body.encoding === 'base64' ? 'not UTF-8, shown as base64; ' : '';
  if (shown === body.text.length && !body.capped && form === '') return null;
  const cut = shown < body.text.length || body.capped ? `… cut after ${grouped(shown)} characters; ` : '';
  const note = `${cut}${form}${counted(body.length, 'byte')}, sha256 ${body.sha256}`;
  return [verbatim('\n'), markup`<span class="cut">${note}</span>`];
}

/** The part of a long body around a value; null for a short body. */
export function bodyExcerpt(body: BodyRecord, marked: PointerRange | null): Content {
  if (marked === null || body.text.length <= LONG) return null;
  const start = Math.max(0, marked.start - AROUND);
  const end = Math.min(body.text.length, Math.min(marked.end, marked.start + LONG) + AROUND);
  const after = body.text.length - end;
  return [
    start === 0 ? null : markup`<span class="cut">… ${counted(start, 'character')} before </span>`,
    markedText(body.text, start, end, marked),
    after === 0 ? null : markup`<span class="cut"> … ${counted(after, 'character')} after</span>`,
  ];
}

function markedText(text: string, start: number, end: number, marked: PointerRange | null): Content {
  if (marked === null || marked.start >= end) return verbatim(text.slice(start, end));
  const last = Math.min(marked.end, end);
  const value = markup`<mark>${verbatim(text.slice(marked.start, last))}</mark>`;
  return [verbatim(text.slice(start, marked.start)), value, verbatim(text.slice(last, end))];
}
