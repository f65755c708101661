import type { OutgoingRequest, SpellName } from './request.ts';
import { recordBody } from './record-exchange.ts';
import { curlCommand } from './curl-command.ts';
import type { Header } from './exchange.ts';
import type { NetworkSettings } from '../settings/network.ts';
import type { Redactor } from './redaction.ts';

/** Settings shared by every request of a run. */
export interface RequestContext {
  /** As in the configuration: without a trailing slash. */
  readonly baseUrl: string;
  /** The headers that the configuration adds. */
  readonly headers: readonly Header[];
  readonly runId: string;
  readonly suiteVersion: string;
  /** Whether the User-Agent names the case. A service could then recognise the case. */
  readonly nameCases: boolean;
  readonly redactor: Redactor;
  readonly network: NetworkSettings;
}

/** Adds the headers and the base address. A header of the request overrides the suite's header of the same name. */
export function prepareRequest(request: OutgoingRequest, caseId: string, context: RequestContext) {
  const { baseUrl, redactor, network, headers: configured } = context;
  const { method, credential, headers: additional = [], omits = [], spellName = (name) => name } = request;
  const isChunked = request.chunked === true;
  const { origin, pathname } = new URL(baseUrl);
  const path = `${pathname === '/' ? '' : pathname}${request.path}`;
  const url = redactor.redactUrl(`${origin}${path}`);
  const body = request.body === undefined ? null : Buffer.from(request.body);
  const replaced = [...additional, ...configured].map(([name]) => name);
  const own = [...without(ownHeaders(request, caseId, context), [...replaced, ...omits]), ...additional].map(
    ([name, value]): Header => [spellName(name), value],
  );
  const authorizationName = spellName('Authorization');
  const { authorization, label } = credential;
  const key = (value: string): readonly Header[] => (authorization === null ? [] : [[authorizationName, value]]);
  const framing = isChunked || request.spellName !== undefined ? framingOf(body, isChunked, spellName) : [];
  const shown = [...own.map(([name, value]): Header => [name, redactor.redactHeader(name, value)]), ...framing];
  const curl = curlCommand({
    ...request,
    url,
    network,
    headers: without(shown, LEFT_TO_CURL),
    configuredHeaders: configured.map(([name]) => name),
    body,
  });
  return {
    wire: { method, path, headers: [...key(authorization ?? ''), ...own, ...configured], body, isChunked, spellName },
    record: {
      method,
      url,
      headers: [...key(label), ...shown, ...configured.map(([name]): Header => [name, `[header ${name}]`])],
      body: body === null ? null : recordBody(body, redactor),
      credential: credential.id,
      curl: redactor.redactText(curl),
    },
  };
}

/** The name of the suite in the User-Agent of each request. */
export const PRODUCT = 'petstore-conformance';

/** curl sets these itself: `--compressed` offers the codings that it knows. */
const LEFT_TO_CURL = ['accept-encoding', 'user-agent'];

/** The field that frames a body. undici writes it, and curl does if a command does not have it. */
function framingOf(body: Uint8Array | null, isChunked: boolean, spellName: SpellName): readonly Header[] {
  if (isChunked) return [[spellName('Transfer-Encoding'), 'chunked']];
  return body === null ? [] : [[spellName('Content-Length'), String(body.length)]];
}

function ownHeaders(
  request: OutgoingRequest,
  caseId: string,
  { nameCases, suiteVersion, runId }: RequestContext,
): readonly Header[] {
  const contentType =
    request.contentType === undefined && request.body !== undefined ? 'application/json' : request.contentType;
  const named = nameCases ? `; case ${caseId}` : '';
  const agent = `${PRODUCT}/${suiteVersion} (run ${runId}${named})`;
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
