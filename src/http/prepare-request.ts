import type { OutgoingRequest } from './request.ts';
import { recordBody } from './body-record.ts';
import { curlCommand } from './curl-command.ts';
import type { RequestRecord, Header } from './exchange.ts';
import type { NetworkSettings } from '../settings/network.ts';
import type { Redactor } from './redaction.ts';
import type { WireRequest } from './wire.ts';

/** Settings shared by every request of a run. */
interface RequestContext {
  /** Base address without a trailing slash. */
  readonly baseUrl: URL;
  /** The headers that the configuration adds. */
  readonly headers: readonly Header[];
  readonly runId: string;
  readonly suiteVersion: string;
  /** Whether the User-Agent names the case. By default a service cannot recognise it. */
  readonly nameCases?: boolean;
  readonly redactor: Redactor;
  readonly network?: NetworkSettings;
}

/** A request ready to be sent, and its record. */
export interface PreparedRequest {
  readonly wire: WireRequest;
  readonly record: RequestRecord;
}

/** A header field of a request. */
interface PreparedHeader {
  readonly name: string;
  /** Null if undici writes the field itself. */
  readonly sent: string | null;
  /** The value in the record, without a secret. */
  readonly shown: string;
  /** A curl command takes the key and the configured values from variables. */
  readonly from: 'credential' | 'request' | 'configuration';
}

/** Adds the headers and the base address. A header of the request overrides the suite's header of the same name. */
export function prepareRequest(request: OutgoingRequest, caseId: string, context: RequestContext): PreparedRequest {
  const { baseUrl, redactor } = context;
  const { method, credential, chunked: isChunked = false } = request;
  const path = `${baseUrl.pathname === '/' ? '' : baseUrl.pathname}${request.path}`;
  const url = redactor.redactUrl(`${baseUrl.origin}${path}`);
  const body = request.body === undefined ? null : Buffer.from(request.body);
  const headers = headersOf(request, caseId, context);
  const sent = headers.flatMap((each): readonly Header[] => (each.sent === null ? [] : [[each.name, each.sent]]));
  return {
    wire: { method, path, headers: sent, body, isChunked },
    record: {
      method,
      url,
      headers: headers.map(shownHeader),
      body: body === null ? null : recordBody(body, redactor),
      credential: credential.id,
      curl: redactor.redactText(curlFor(request, url, headers, body, context)),
    },
  };
}

function headersOf(
  request: OutgoingRequest,
  caseId: string,
  { redactor, headers: configured, ...agent }: RequestContext,
): readonly PreparedHeader[] {
  const { credential, headers: additional = [], omits = [], spellName = unchanged } = request;
  const replaced = [...additional, ...configured].map(([name]) => name);
  const own = without(ownHeaders(request, caseId, agent), [...replaced, ...omits]);
  return [
    ...(credential.authorization === null
      ? []
      : [
          {
            name: spellName('Authorization'),
            sent: credential.authorization,
            shown: credential.label,
            from: 'credential',
          } as const,
        ]),
    ...[...own, ...additional].map(
      ([name, sent]) =>
        ({ name: spellName(name), sent, shown: redactor.redactHeader(name, sent), from: 'request' }) as const,
    ),
    ...(request.chunked === true
      ? [{ name: 'Transfer-Encoding', sent: null, shown: 'chunked', from: 'request' } as const]
      : []),
    ...configured.map(([name, sent]) => ({ name, sent, shown: `[header ${name}]`, from: 'configuration' }) as const),
  ];
}

function unchanged(name: string): string {
  return name;
}

function shownHeader({ name, shown }: PreparedHeader): Header {
  return [name, shown];
}

function curlFor(
  { method, credential, omits, spellName }: OutgoingRequest,
  url: string,
  headers: readonly PreparedHeader[],
  body: Uint8Array | null,
  { redactor, network, headers: configured }: RequestContext,
): string {
  const own = headers.filter(({ from }) => from === 'request');
  return curlCommand({
    method,
    url,
    credential,
    ...(spellName === undefined ? {} : { authorizationName: spellName('Authorization') }),
    ...(network === undefined ? {} : { network }),
    headers: own.filter(({ name }) => !LEFT_TO_CURL.has(name.toLowerCase())).map(shownHeader),
    ...(omits === undefined ? {} : { omits }),
    configuredHeaders: configured.map(([name]) => name),
    body: body === null ? null : redactor.redactBytes(body),
    withoutContentType: !own.some(({ name }) => name.toLowerCase() === 'content-type'),
  });
}

/** curl sets these itself: `--compressed` offers the codings that it knows. */
const LEFT_TO_CURL = new Set(['accept-encoding', 'user-agent']);

function ownHeaders(
  request: OutgoingRequest,
  caseId: string,
  context: Pick<RequestContext, 'nameCases' | 'suiteVersion' | 'runId'>,
): readonly Header[] {
  const contentType =
    request.contentType === undefined && request.body !== undefined ? 'application/json' : request.contentType;
  const named = context.nameCases === true ? `; case ${caseId}` : '';
  const agent = `petstore-conformance/${context.suiteVersion} (run ${context.runId}${named})`;
  return [
    ...(contentType === undefined || contentType === null ? [] : [['Content-Type', contentType] as const]),
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['User-Agent', agent.replaceAll(/[^ -~]/g, '?')],
  ];
}

function without(headers: readonly Header[], names: readonly string[]): readonly Header[] {
  const left = new Set(names.map((name) => name.toLowerCase()));
  return headers.filter(([name]) => !left.has(name.toLowerCase()));
}
