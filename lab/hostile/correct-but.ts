import type { ServerResponse } from 'node:http';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { FLEET_KEY } from './fleet-key.ts';
import type { HostileTarget } from './hostile-target.ts';

/** Changes to a correct response. */
export interface Change {
  readonly reason?: string;
  /** Additional header fields. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Replaces `application/json`. */
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** Trailers after the last chunk. They make the body chunked. */
  readonly trailers?: readonly string[];
  /** Sent before the status line and after the body. */
  readonly before?: string;
  readonly after?: string;
}

/** The correct response, and the bearer token of the request. Without a token, `key` is the key of the service. */
export interface Known {
  readonly key: string;
  readonly status: number;
  readonly text: string;
}

/** Starts a correct service that changes each response. It closes the connection after each response. */
export function correctBut(change: (known: Known) => Change): HostileTarget['start'] {
  return async (key = FLEET_KEY) => {
    const added: string[] = [];
    const records: StepChange = (base) => ({
      store: async (pet, request) => {
        await base.store(pet, request);
        added.push(String(pet.id));
      },
    });
    const changes: StepChange = () => ({
      send: ({ status, headers, payload }, response, _reply, request) => {
        const presented = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const known = { key: presented ?? key, status, text: payload.toString('utf8') };
        write(response, known, headers, change(known));
      },
    });
    const service = await startReference({ key, seed: 1, changes: [records, changes] });
    return { baseUrl: service.url, posts: () => 0, added: () => added, close: service.close };
  };
}

function write(
  { socket }: ServerResponse,
  known: Known,
  headers: Readonly<Record<string, string>>,
  { reason = 'OK', body = known.text, before = '', after = '', trailers, ...change }: Change,
): void {
  const bytes = Buffer.from(body);
  const { 'Content-Type': type = '', ...others } = headers;
  const lines = [
    `HTTP/1.1 ${known.status} ${reason}`,
    `Content-Type: ${change.type ?? type}`,
    ...[...Object.entries(others), ...(change.headers ?? [])].map(([name, value]) => `${name}: ${value}`),
    trailers === undefined ? `Content-Length: ${bytes.length}` : 'Transfer-Encoding: chunked',
    'Connection: close',
  ];
  const sent =
    trailers === undefined
      ? [bytes]
      : [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n', ...trailers.map((each) => `${each}\r\n`), '\r\n'];
  const pieces = [before, `${lines.join('\r\n')}\r\n\r\n`, ...sent, after];
  socket?.end(Buffer.concat(pieces.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each))));
}

/** Adds a member to the object, or to each object of the array, in a JSON text. */
export function withMember(text: string, name: string, value: string): string {
  const member = `${JSON.stringify(name)}:${value}`;
  return text.replaceAll(/^\{|(?<=^\[|\},)\{/g, `{${member.replaceAll('$', '$$$$')},`);
}
