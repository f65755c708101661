import type { OutgoingRequest } from './request.ts';
import { recordBody } from './body-record.ts';
import { curlCommand } from './curl-command.ts';
import type { RequestRecord } from './exchange.ts';
import type { Header } from '../settings/value-types.ts';
import type { NetworkSettings } from '../settings/network.ts';
import type { Redactor } from './redaction.ts';
import type { WireRequest } from './wire.ts';

/** Settings shared by every request of a run. */
export interface RequestSetting {
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

/** Adds the headers and the base address. A header of the request overrides the suite's header of the same name. */
export function prepareRequest(request: OutgoingRequest, caseId: string, setting: RequestSetting): PreparedRequest {
  const { baseUrl, redactor } = setting;
  const basePath = baseUrl.pathname === '/' ? '' : baseUrl.pathname;
  const body = request.body === undefined ? null : Buffer.from(request.body);
  const replaced = [...(request.headers ?? []), ...setting.headers].map(([name]) => name);
  const own = without(ownHeaders(request, caseId, setting), [...replaced, ...(request.omits ?? [])]);
  const shown = [...own, ...(request.headers ?? [])];
  const { authorization, label } = request.credential;
  const sentAuthorization: readonly Header[] = authorization === null ? [] : [['Authorization', authorization]];
  const shownAuthorization: readonly Header[] = authorization === null ? [] : [['Authorization', label]];
  const url = redactor.redactUrl(`${baseUrl.origin}${basePath}${request.path}`);
  // undici writes this field itself.
  const framing: readonly Header[] = request.chunked === true ? [['Transfer-Encoding', 'chunked']] : [];
  const redacted = shown.map(([name, value]): Header => [name, redactor.redactHeader(name, value)]);
  return {
    wire: {
      method: request.method,
      path: `${basePath}${request.path}`,
      headers: [...sentAuthorization, ...shown, ...setting.headers],
      body,
      isChunked: request.chunked === true,
    },
    record: {
      method: request.method,
      url,
      headers: [
        ...shownAuthorization,
        ...redacted,
        ...framing,
        ...setting.headers.map(([name]): Header => [name, `[header ${name}]`]),
      ],
      body: body === null ? null : recordBody(body, redactor),
      credential: request.credential.id,
      curl: redactor.redactText(
        curlCommand({
          method: request.method,
          url,
          credential: request.credential,
          ...(setting.network === undefined ? {} : { network: setting.network }),
          headers: [...redacted.filter(([name]) => !leftToCurl.has(name.toLowerCase())), ...framing],
          ...(request.omits === undefined ? {} : { omits: request.omits }),
          configuredHeaders: setting.headers.map(([name]) => name),
          body: body === null ? null : redactor.redactBytes(body),
          withoutContentType: !redacted.some(([name]) => name.toLowerCase() === 'content-type'),
        }),
      ),
    },
  };
}

/** curl sets these itself: `--compressed` offers the codings that it knows. */
const leftToCurl = new Set(['accept-encoding', 'user-agent']);

function ownHeaders(request: OutgoingRequest, caseId: string, setting: RequestSetting): readonly Header[] {
  const contentType =
    request.contentType === undefined && request.body !== undefined ? 'application/json' : request.contentType;
  const named = setting.nameCases === true ? `; case ${caseId}` : '';
  const agent = `petstore-conformance/${setting.suiteVersion} (run ${setting.runId}${named})`;
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
