import type { BodyRecord, Exchange, RequestRecord, ResponseRecord } from '../../http/exchange.ts';
import type { Header } from '../../settings/kinds.ts';
import type { RunDescription } from '../report.ts';
import { harAddress, harQuery } from './har-address.ts';

/** One exchange as HAR has it. Texts are well-formed: half a surrogate pair becomes U+FFFD, since readers refuse it. */
export function harEntry(exchange: Exchange, run: RunDescription) {
  const { id, caseId, operation, request, attempts, response, failure } = exchange;
  const times = timingsOf(exchange);
  return {
    pageref: run.id.toWellFormed(),
    startedDateTime: startOf(exchange, run),
    time: times.blocked + times.wait,
    request: harRequest(request),
    response: response === null ? NO_RESPONSE : harResponse(response),
    cache: {},
    timings: { ...times, dns: -1, connect: -1, ssl: -1, send: 0, receive: 0 },
    comment: `case ${caseId}, exchange ${id}`.toWellFormed(),
    _exchange: id.toWellFormed(),
    _case: caseId.toWellFormed(),
    _operation: operation,
    _attempts: attempts.length,
    ...(failure === null ? {} : { _error: `${failure.kind}: ${failure.message}`.toWellFormed() }),
  };
}

/** When an exchange was first sent; one that never was counts from the start of the run. */
export function startOf({ attempts }: Exchange, run: RunDescription): string {
  return attempts[0]?.startedAt ?? run.startedAt;
}

/** Milliseconds: the last attempt counts as waiting, those before it with their pauses as blocked. */
function timingsOf({ attempts }: Exchange): { readonly blocked: number; readonly wait: number } {
  const before = attempts
    .slice(0, -1)
    .reduce((sum, attempt) => sum + attempt.milliseconds + attempt.waitedMilliseconds, 0);
  return { blocked: before, wait: attempts.at(-1)?.milliseconds ?? 0 };
}

/** Status 0 is what browsers write for a request that got no answer. */
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
  comment: 'no answer came',
} as const;

function harRequest({ method, url, headers, body, credential, curl }: RequestRecord) {
  const address = harAddress(url);
  return {
    method: method.toWellFormed(),
    url: address,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(harHeader),
    queryString: harQuery(url),
    ...(body === null ? {} : { postData: postDataOf(body, headers) }),
    headersSize: -1,
    bodySize: body?.length ?? 0,
    _credential: credential.toWellFormed(),
    _curl: curl.toWellFormed(),
    ...(address === url ? {} : { _url: url.toWellFormed() }),
  };
}

function harResponse({ status, headers, body, complete }: ResponseRecord) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(harHeader),
    content: contentOf(body, headers),
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...(complete ? {} : { comment: 'the answer was cut short' }),
  };
}

function contentOf(body: BodyRecord, headers: readonly Header[]) {
  return {
    size: body.length,
    mimeType: headerOf(headers, 'content-type') ?? 'x-unknown',
    text: body.text.toWellFormed(),
    ...(body.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...capNote(body),
    _sha256: body.sha256,
  };
}

/** HAR has no encoding for what was sent, so it stands in a member of ours. */
function postDataOf(body: BodyRecord, headers: readonly Header[]) {
  return {
    mimeType: headerOf(headers, 'content-type') ?? 'x-unknown',
    text: body.text.toWellFormed(),
    ...(body.encoding === 'base64' ? { _encoding: 'base64' } : {}),
    ...capNote(body),
    _sha256: body.sha256,
  };
}

function capNote({ capped, length }: BodyRecord): { readonly comment?: string } {
  return capped ? { comment: `only the beginning of ${length} bytes` } : {};
}

function harHeader([name, value]: Header): { readonly name: string; readonly value: string } {
  return { name: name.toWellFormed(), value: value.toWellFormed() };
}

function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1].toWellFormed();
}
