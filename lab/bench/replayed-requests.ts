import type { Report } from '../../src/report/report.ts';
import type { Exchange } from '../../src/http/exchange.ts';

/** A recorded request that any client can send again. `path` starts at the root of the origin. */
export interface ReplayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/**
 * Returns the requests of a report in the order in which they were sent. `key` replaces the redacted key. A wrong key is
 * replaced by its description, which is also a wrong key. Throws if the body of a request was recorded only in part.
 */
export function replayedRequests(report: Pick<Report, 'exchanges'>, key: string): readonly ReplayedRequest[] {
  return report.exchanges
    .toSorted((one, other) => sentAt(one) - sentAt(other))
    .map(({ id, request: { method, url, headers, body } }) => {
      if (body?.capped === true) throw new Error(`The body of exchange ${id} was recorded in part.`);
      const { pathname, search } = new URL(url);
      return {
        method,
        path: `${pathname}${search}`,
        headers: Object.fromEntries(
          headers
            // The replay sets its own body framing.
            .filter(([name]) => name !== 'Transfer-Encoding')
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
