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
 * no JSON object, the credential, the parameters, and whether it needs a pet that only the run knows.
 */
export function unusualness({ operation, request, response }: Judged): readonly number[] {
  const { url, headers, credential } = request;
  const credentialRank = PLAIN_CREDENTIALS.indexOf(credential);
  return [
    headers.filter(isUnusual).length,
    gravity(response?.status ?? 0),
    hasPlainBody(request) ? 0 : 1,
    credentialRank === -1 ? PLAIN_CREDENTIALS.length : credentialRank,
    URL.parse(url)?.searchParams.size ?? 0,
    operation === 'getPet' ? 1 : 0,
  ];
}

/** Whether a success is about a pet with an unusual name: the run gives most of its pets ordinary ones. */
export function hasUnusualName({ operation, request, response }: Judged): boolean {
  const body = operation === 'createPet' ? request.body : response?.body;
  return response !== null && isSuccess(response) && !hasRunName(body?.text ?? '');
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
