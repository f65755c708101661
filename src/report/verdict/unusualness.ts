import { isJsonObject, readJson } from '../../contract/json.ts';
import type { Exchange, Header } from '../../http/exchange.ts';
import { hasRunName } from '../../suite/execution/run-names.ts';
import { isSuccess } from '../../suite/responses/response.ts';

/** The header fields that every request of a run may have, and their usual values. Null if any value is usual. */
const USUAL_HEADERS: Readonly<Record<string, string | null>> = {
  accept: 'application/json',
  'accept-encoding': null,
  authorization: null,
  'content-type': 'application/json',
  'user-agent': null,
};

const PLAIN_CREDENTIALS = ['valid', 'none', 'random-key'];

/**
 * How far an exchange is from the plainest and gravest one, most important first: unusual header fields, gravity, a body that is
 * no JSON object or no text, the credential, the parameters, and whether it needs a pet that only the run knows.
 */
export function unusualness({ operation, request, response }: Judged): readonly number[] {
  const { url, headers, credential } = request;
  const credentialRank = PLAIN_CREDENTIALS.indexOf(credential);
  return [
    headers.filter(isUnusual).length,
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
export function hasPlainBody({ body }: Judged['request']): boolean {
  const reading = readJson(Buffer.from(body?.text ?? ''));
  return body === null || body.text === '' || (reading.kind === 'json' && isJsonObject(reading.document.value));
}

/** A JSON object is plainer than another text, and a text than bytes that no terminal shows. */
function bodyRank(request: Judged['request']): number {
  if (hasPlainBody(request)) return 0;
  return request.body?.encoding === 'base64' ? 2 : 1;
}

type Judged = Pick<Exchange, 'operation' | 'request' | 'response'>;

/** A wrong success misleads clients more than a failure, and a failure more than a rejection. */
function gravity(status: number): number {
  return isSuccess({ status }) ? 0 : status >= 500 ? 1 : 2;
}

/** Compares two requests by how unusual they are, for sorting. */
export function compareUnusualness(one: readonly number[], other: readonly number[]): number {
  return one.map((each, index) => each - (other[index] ?? each)).find((difference) => difference !== 0) ?? 0;
}

function isUnusual([name, value]: Header): boolean {
  const usual = USUAL_HEADERS[name.toLowerCase()];
  return usual === undefined || (usual !== null && usual !== value);
}
