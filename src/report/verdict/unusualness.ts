import { isJsonObject, type JsonValue, readJson } from '../../contract/json.ts';
import type { Exchange, Header } from '../../http/exchange.ts';
import { hasRunName } from '../../suite/bodies/run-names.ts';
import { isSuccess } from '../../suite/responses/response.ts';

/**
 * Compares items by how unusual their exchanges are, for sorting. Where these are alike, the numbers of `more` decide, the first
 * one first. An item without an exchange comes last.
 */
export function byUnusualness<Each>(
  exchangeOf: (item: Each) => Exchange | undefined,
  more: (item: Each, exchange: Exchange) => readonly number[],
): (one: Each, other: Each) => number {
  const numbersOf = (item: Each): readonly number[] => {
    const exchange = exchangeOf(item);
    return exchange === undefined ? [Infinity] : [...unusualness(exchange), ...more(item, exchange)];
  };
  return (one, other) => {
    const others = numbersOf(other);
    const differences = numbersOf(one).map((each, index) => each - (others[index] ?? each));
    return differences.find((difference) => difference !== 0) ?? 0;
  };
}

/** The header fields that every request of a run may have, and their usual values. Null if any value is usual. */
const USUAL_HEADERS: Readonly<Record<string, string | null>> = {
  accept: 'application/json',
  'accept-encoding': null,
  authorization: null,
  'content-length': null,
  'content-type': 'application/json',
  'user-agent': null,
};

const PLAIN_CREDENTIALS = ['valid', 'none', 'random-key'];

/**
 * How far an exchange is from the plainest and gravest one, most important first: unusual header fields and percent escapes in the path, gravity, a body that is
 * no JSON object or no text, the credential, the parameters, and whether it needs a pet that only the run knows.
 */
function unusualness({ operation, request, response }: Judged): readonly number[] {
  const { url, credential } = request;
  const credentialRank = PLAIN_CREDENTIALS.indexOf(credential);
  return [
    unusualFields(request).length + (URL.parse(url)?.pathname.includes('%') === true ? 1 : 0),
    gravity(response?.status ?? 0),
    bodyRank(request),
    credentialRank === -1 ? PLAIN_CREDENTIALS.length : credentialRank,
    URL.parse(url)?.searchParams.size ?? 0,
    operation === 'getPet' ? 1 : 0,
  ];
}

/** Bytes. A body with an ordinary name is shorter. */
const LONG_BODY = 400;

/** How unusual the name of the pet in a success is: the run gives most of its pets ordinary ones. A long one shows least. */
export function nameRank({ operation, request, response }: Judged): number {
  const body = operation === 'createPet' ? request.body : response?.body;
  if (response === null || !isSuccess(response)) return 0;
  if ((request.body?.length ?? 0) > LONG_BODY) return 2;
  return hasRunName(body?.text ?? '') ? 0 : 1;
}

/** The length of an address and of both bodies: of exchanges that are as usual, the shortest shows most. */
export function lengthOf({ request, response }: Judged): number {
  return request.url.length + (request.body?.length ?? 0) + (response?.body.length ?? 0);
}

/** Whether the body of a request is empty or a JSON object. */
export function hasPlainBody(request: Judged['request']): boolean {
  return (request.body?.text ?? '') === '' || isJsonObject(sentValue(request));
}

/** The JSON value that a request sends; undefined if it sends none. */
function sentValue({ body }: Judged['request']): JsonValue | undefined {
  const reading = readJson(Buffer.from(body?.text ?? ''));
  return reading.kind === 'json' ? reading.document.value : undefined;
}

/** A JSON object is plainer than another text, and a text than bytes that no terminal shows. */
function bodyRank(request: Judged['request']): number {
  if (hasPlainBody(request)) return 0;
  return request.body?.encoding === 'base64' ? 2 : 1;
}

/**
 * How unusual the name is that a request sends, or the id that it reads: letters and digits are plainer than signs, ASCII than other
 * scripts, and a positive id that a double holds than another one.
 */
export function spellingRank(exchange: Judged): number {
  if (exchange.operation === 'getPet') return /\/[1-9]\d{0,14}$/.test(exchange.request.url) ? 0 : 1;
  const sent = sentValue(exchange.request);
  const name = isJsonObject(sent) ? sent['name'] : undefined;
  if (typeof name !== 'string' || /^[\w -]*$/.test(name)) return 0;
  return /^[ -~]*$/.test(name) ? 1 : 2;
}

type Judged = Pick<Exchange, 'operation' | 'request' | 'response'>;

/** A wrong success misleads clients more than a failure, and a failure more than a rejection. */
function gravity(status: number): number {
  return isSuccess({ status }) ? 0 : status >= 500 ? 1 : 2;
}

/** The header fields that no ordinary request of a run has, or whose values are unusual. */
export function unusualFields({ headers }: Pick<Judged['request'], 'headers'>): readonly Header[] {
  return headers.filter(([name, value]) => {
    const usual = USUAL_HEADERS[name.toLowerCase()];
    return usual === undefined || (usual !== null && usual !== value);
  });
}
