import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import type { Exchange, RequestRecord, ResponseRecord } from '../../http/exchange.ts';
import type { Check, Report } from '../report.ts';
import { byId } from '../report-index.ts';

/** The text of report.json in parts, with a newline at its end: each item of a list has its own line. */
export function renderJson(report: Report): readonly string[] {
  const written = { ...report, checks: report.checks.map(inSchemaOrder), exchanges: shareEvidence(report.exchanges) };
  const members = Object.entries(written).filter(([, value]) => value !== undefined);
  const parts = members.flatMap(([name, value], index) => [index === 0 ? '{\n' : ',\n', ...memberParts(name, value)]);
  return [...parts, '\n}\n'];
}

const ORDER = Object.keys(reportSchema.$defs.check.properties);

/** A check with its members in the order of the schema: users compare two reports line by line. */
function inSchemaOrder(check: Check): object {
  return Object.fromEntries(Object.entries(check).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other)));
}

function memberParts(name: string, value: unknown): readonly string[] {
  const start = `  ${JSON.stringify(name)}: `;
  if (!Array.isArray(value) || value.length === 0)
    return [start, JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')];
  const items = value.map((item, index) => `${index === 0 ? '' : ','}\n    ${JSON.stringify(item)}`);
  return [`${start}[`, ...items, '\n  ]'];
}

// A run sends and receives most header fields and many bodies several times. report.json has each once: in place of what an
// earlier exchange has at the same place is the id of that exchange.

/** A message in which the id of an exchange may stand in place of what that has. */
type Stored<Message extends RequestRecord | ResponseRecord> = {
  readonly [Member in keyof Message]: Message[Member] | (Member extends 'headers' | 'body' ? string : never);
};

/** An exchange as report.json has it. */
type StoredExchange = Omit<Exchange, 'request' | 'response'> & {
  readonly request: Stored<RequestRecord>;
  readonly response: Stored<ResponseRecord> | null;
};

/** Exchanges in which ids replace what an earlier one has. */
function shareEvidence(exchanges: readonly Exchange[]): readonly StoredExchange[] {
  const first = new Map<string, string>();
  return exchanges.map((exchange) => {
    const { id, request, response } = exchange;
    function share<Value>(place: string, value: Value): Value | string {
      const key = `${place} ${JSON.stringify(value)}`;
      const earlier = first.get(key);
      if (earlier !== undefined && value !== null) return earlier;
      first.set(key, id);
      return value;
    }
    const [headers, body] = [share('sent headers', request.headers), share('sent body', request.body)];
    return {
      ...exchange,
      request: { ...request, headers, body },
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
  const stored = byId(report.exchanges);
  function restore<Value extends object | null>(
    value: Value | string,
    at: (earlier: StoredExchange) => Value | string | null | undefined,
  ): Value {
    if (typeof value !== 'string') return value;
    const earlier = stored.get(value);
    const found = earlier === undefined ? undefined : at(earlier);
    if (typeof found === 'object' && found !== null) return found;
    throw new Error(`an exchange has evidence from ${value}, which does not hold it`);
  }
  return {
    ...report,
    exchanges: report.exchanges.map((exchange) => {
      const { request, response } = exchange;
      return {
        ...exchange,
        request: {
          ...request,
          headers: restore(request.headers, (earlier) => earlier.request.headers),
          body: restore(request.body, (earlier) => earlier.request.body),
        },
        response: response && {
          ...response,
          headers: restore(response.headers, (earlier) => earlier.response?.headers),
          body: restore(response.body, (earlier) => earlier.response?.body),
        },
      };
    }),
  };
}
