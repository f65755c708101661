import {
  type BodyRecord,
  type Exchange,
  headerValue,
  type RequestRecord,
  type ResponseRecord,
  type Header,
} from '../../http/exchange.ts';
import type { Report, RunDescription } from '../report.ts';
import { viewOf } from '../view.ts';

/**
 * The exchanges of a report as an HTTP Archive 1.2, one line each, in the order in which they were first sent. Members that start
 * with an underscore are additions, as the format allows. Secrets are redacted as they are in the report.
 */
export function renderHar(report: Report): readonly string[] {
  const { run, exchanges, verdict } = report;
  const notes = verdict.reasons.flatMap(({ kind, text }) => (kind === 'note' ? [text] : []));
  const { headline, sections } = viewOf(report);
  const faults = (sections.suiteFaults.items ?? []).map(({ text }) => `Suite fault: ${text}`);
  const source = `${exchanges.length} exchanges; made from report.json.`;
  const head = {
    version: '1.2',
    creator: { name: run.suite.name, version: run.suite.version },
    pages: [
      {
        startedDateTime: run.startedAt,
        id: run.id,
        title: `Conformance run against ${run.target}`,
        pageTimings: {},
      },
    ],
    comment: [`${headline.line}.`, ...headline.notices, ...notes, ...faults, source].join(' '),
  };
  const entries = byStart(exchanges, run).map(
    (exchange, index) => `${index === 0 ? '' : ','}\n${wellFormedJson(harEntry(exchange, run))}`,
  );
  const start = `{"log":${wellFormedJson(head).slice(0, -1)},"entries":[`;
  return [start, ...entries, '\n]}}\n'];
}

function byStart(exchanges: readonly Exchange[], run: RunDescription): readonly Exchange[] {
  return exchanges.toSorted((a, b) => Date.parse(startOf(a, run)) - Date.parse(startOf(b, run)));
}

/** JSON without half a surrogate pair, which readers reject: U+FFFD replaces it. */
function wellFormedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each));
}

/** One exchange as HAR has it. */
function harEntry(exchange: Exchange, run: RunDescription) {
  const { id, caseId, operation, request, attempts, response, failure } = exchange;
  const times = timingsOf(exchange);
  return {
    pageref: run.id,
    startedDateTime: startOf(exchange, run),
    time: times.blocked + times.wait,
    request: harRequest(request),
    response: response === null ? { ...NO_RESPONSE, comment: 'no response' } : harResponse(response),
    cache: {},
    timings: { ...times, dns: -1, connect: -1, ssl: -1, send: 0, receive: 0 },
    comment: `case ${caseId}, exchange ${id}`,
    _exchange: id,
    _case: caseId,
    _operation: operation,
    _attempts: attempts.length,
    ...(failure === null ? {} : { _error: `${failure.kind}: ${failure.message}` }),
  };
}

/** When an exchange was first sent; one that never was counts from the start of the run. */
function startOf({ attempts }: Exchange, run: RunDescription): string {
  return attempts[0]?.startedAt ?? run.startedAt;
}

/** Milliseconds: the last attempt counts as waiting, those before it with their pauses as blocked. */
function timingsOf({ attempts }: Exchange): { readonly blocked: number; readonly wait: number } {
  const before = attempts
    .slice(0, -1)
    .reduce((sum, attempt) => sum + attempt.milliseconds + attempt.waitedMilliseconds, 0);
  return { blocked: before, wait: attempts.at(-1)?.milliseconds ?? 0 };
}

/** Status 0 is what browsers write for a request that got no response. */
const NO_RESPONSE = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
} as const;

function harRequest({ method, url, headers, body, credential, curl }: RequestRecord) {
  const address = harAddress(url);
  return {
    method,
    url: address,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: harQuery(url),
    ...(body === null ? {} : { postData: bodyMembers(body, headers, '_encoding') }),
    headersSize: -1,
    bodySize: body?.length ?? 0,
    _credential: credential,
    _curl: curl,
    ...(address === url ? {} : { _url: url }),
  };
}

function harResponse({ status, headers, omittedHeaders, body, complete }: ResponseRecord) {
  const comments = [
    ...(complete ? [] : ['the response was cut short']),
    ...(omittedHeaders === undefined ? [] : [`${omittedHeaders} more header fields are left out`]),
  ];
  return {
    ...NO_RESPONSE,
    status,
    headers: headers.map(([name, value]) => ({ name, value })),
    content: { size: body.length, ...bodyMembers(body, headers, 'encoding') },
    redirectURL: headerValue(headers, 'location') ?? '',
    ...(comments.length === 0 ? {} : { comment: comments.join('; ') }),
  };
}

/** A body. HAR has no encoding for sent bodies, so an additional member holds it. */
function bodyMembers(body: BodyRecord, headers: readonly Header[], encoding: 'encoding' | '_encoding') {
  return {
    mimeType: headerValue(headers, 'content-type') ?? 'x-unknown',
    text: body.text,
    ...(body.encoding === 'base64' ? { [encoding]: 'base64' } : {}),
    ...(body.capped ? { comment: `only the first part of ${body.length} bytes` } : {}),
    _sha256: body.sha256,
  };
}

/** Addresses of RFC 3986 with an authority, which every reader accepts. */
const PLAIN = /^[a-z]+:\/\/[\w.:[\]-]+(?:[/?](?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
const NOT_ALLOWED = /[^\w\-.~!$&'()*+,;=:@/?#%]|%(?![0-9a-f]{2})/gi;

/**
 * An address that readers of HAR can parse: otherwise they reject the whole file. Characters that RFC 3986 does not allow
 * are percent-encoded, and a text that is no address becomes `about:invalid`.
 */
export function harAddress(url: string): string {
  if (PLAIN.test(url) && URL.canParse(url)) return url;
  if (!URL.canParse(url)) return 'about:invalid';
  const { origin, pathname, search, hash } = new URL(url);
  if (origin === 'null') return 'about:invalid';
  const rest = `${pathname}${search}${hash.replaceAll('#', '%23').replace('%23', '#')}`;
  return origin + rest.replaceAll(NOT_ALLOWED, (character) => encodeURIComponent(character));
}

/** The parameters of an address, decoded. */
export function harQuery(url: string): readonly { readonly name: string; readonly value: string }[] {
  if (!url.includes('?') || !URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
