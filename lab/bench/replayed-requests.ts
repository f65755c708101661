import type { Report } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** A recorded request that any client can send again. `path` starts at the root of the origin. */
export interface ReplayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** The client of the replay frames bodies itself, and rejects Expect. */
const OF_CLIENT: ReadonlySet<string> = new Set(['transfer-encoding', 'expect']);

/**
 * Returns the requests of a report in the order in which they were sent, without those whose body was recorded in part.
 * `key` replaces the redacted key. A wrong key is replaced by its description, which is also a wrong key.
 */
export function replayedRequests(report: Pick<Report, 'exchanges'>, key: string): readonly ReplayedRequest[] {
  return report.exchanges
    .filter(({ request: { body } }) => body?.capped !== true)
    .toSorted((one, other) => sentAt(one) - sentAt(other))
    .map(({ request: { method, url, headers, body } }) => {
      const { pathname, search } = new URL(url);
      return {
        method,
        path: `${pathname}${search}`,
        headers: Object.fromEntries(
          headers
            .filter(([name]) => !OF_CLIENT.has(name.toLowerCase()))
            .map(([name, value]) => [name, value.replace('[key]', key)]),
        ),
        body: body === null ? null : Buffer.from(body.text, body.encoding),
      };
    });
}

function sentAt({ attempts }: Exchange): number {
  const [first] = attempts;
  return first === undefined ? Number.POSITIVE_INFINITY : Date.parse(first.startedAt);
}
