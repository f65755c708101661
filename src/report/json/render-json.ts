import type { BodyRecord, Exchange, Header, RequestRecord, ResponseRecord } from '../../http/exchange.ts';
import type { Report } from '../report.ts';

/**
 * The text of report.json, with a newline at its end: each item of a list has its own line. It comes in pieces to keep the
 * complete text out of memory. Most pieces are only ASCII, which is written many times as fast as other text.
 */
export function* jsonPieces(report: Report): Generator<string> {
  const written = { ...report, exchanges: shareEvidence(report.exchanges) };
  const members = Object.entries(written).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value) || value.length === 0) {
      yield JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
      continue;
    }
    for (const [at, item] of value.entries()) yield `${at === 0 ? '[' : ','}\n    ${JSON.stringify(item)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

// A run sends and receives most header fields and many bodies several times. report.json has each once: in place of what an
// earlier exchange has at the same place is the id of that exchange.

type OrId<Value> = Value | string;

type StoredRequest = Omit<RequestRecord, 'headers' | 'body'> & {
  readonly headers: OrId<readonly Header[]>;
  readonly body: OrId<BodyRecord> | null;
};

type StoredResponse = Omit<ResponseRecord, 'headers' | 'body'> & {
  readonly headers: OrId<readonly Header[]>;
  readonly body: OrId<BodyRecord>;
};

/** An exchange as report.json has it. */
type StoredExchange = Omit<Exchange, 'request' | 'response'> & {
  readonly request: StoredRequest;
  readonly response: StoredResponse | null;
};

/** Exchanges in which ids replace what an earlier one has. */
export function shareEvidence(exchanges: readonly Exchange[]): readonly StoredExchange[] {
  const first = new Map<string, string>();
  return exchanges.map((exchange) => {
    const { id, request, response } = exchange;
    function share<Value>(place: string, value: Value): OrId<Value> {
      const key = `${place} ${JSON.stringify(value)}`;
      const earlier = first.get(key);
      if (earlier !== undefined) return earlier;
      first.set(key, id);
      return value;
    }
    return {
      ...exchange,
      request: {
        ...request,
        headers: share('sent headers', request.headers),
        body: request.body === null ? null : share('sent body', request.body),
      },
      response: response && {
        ...response,
        headers: share('headers', response.headers),
        body: share('body', response.body),
      },
    };
  });
}

/** The report with all evidence in its place. Throws if an id leads to none. */
export function restoreEvidence(
  report: Omit<Report, 'exchanges'> & { readonly exchanges: readonly StoredExchange[] },
): Report {
  const stored = new Map(report.exchanges.toReversed().map((exchange) => [exchange.id, exchange]));
  function restore<Value extends object>(
    value: OrId<Value>,
    at: (earlier: StoredExchange) => OrId<Value> | null | undefined,
  ): Value {
    if (typeof value !== 'string') return value;
    const earlier = stored.get(value);
    const found = earlier === undefined ? undefined : at(earlier);
    if (typeof found === 'object' && found !== null) return found;
    throw new Error(`an exchange has evidence from ${value}, which does not hold it`);
  }
  return {
    ...report,
    exchanges: report.exchanges.map((exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        headers: restore(exchange.request.headers, ({ request }) => request.headers),
        body: exchange.request.body === null ? null : restore(exchange.request.body, ({ request }) => request.body),
      },
      response: exchange.response && {
        ...exchange.response,
        headers: restore(exchange.response.headers, ({ response }) => response?.headers),
        body: restore(exchange.response.body, ({ response }) => response?.body),
      },
    })),
  };
}
