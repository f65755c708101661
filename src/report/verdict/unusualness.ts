import type { Exchange, Header } from '../../http/exchange.ts';

/** The header fields that every request of a run may have, and their usual values. Null if any value is usual. */
const USUAL_HEADERS: Readonly<Record<string, string | null>> = {
  accept: 'application/json',
  'accept-encoding': null,
  authorization: null,
  'content-type': 'application/json',
  'user-agent': null,
};

const PLAIN_CREDENTIALS = ['valid', 'none', 'random-key'];

/** How far a request is from the plainest one, most important first: unusual header fields, the credential, and the parameters. */
export function unusualness({ request }: Pick<Exchange, 'request'>): readonly number[] {
  const { url, headers, credential } = request;
  const credentialRank = PLAIN_CREDENTIALS.indexOf(credential);
  return [
    headers.filter(isUnusual).length,
    credentialRank === -1 ? PLAIN_CREDENTIALS.length : credentialRank,
    URL.parse(url)?.searchParams.size ?? 0,
  ];
}

/** The length of an address and of both bodies: of exchanges that are as usual, the shortest shows most. */
export function lengthOf({ request, response }: Pick<Exchange, 'request' | 'response'>): number {
  return request.url.length + (request.body?.length ?? 0) + (response?.body.length ?? 0);
}

/** Compares two requests by how unusual they are, for sorting. */
export function compareUnusualness(one: readonly number[], other: readonly number[]): number {
  return one.map((each, index) => each - (other[index] ?? each)).find((difference) => difference !== 0) ?? 0;
}

function isUnusual([name, value]: Header): boolean {
  const usual = USUAL_HEADERS[name.toLowerCase()];
  return usual === undefined || (usual !== null && usual !== value);
}
