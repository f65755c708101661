import { allOf } from '../contract/describe.ts';
import { type ApiRequest, withSlash } from './api-request.ts';
import { type BodyForm, formedBody } from './bodies/body-forms.ts';
import type { Knowledge } from './knowledge.ts';
import { isValidKey, isWrongKey } from './keys/credentials.ts';
import type { KeyPlace } from './keys/key-places.ts';

/** What the service demands of valid requests instead of what the contract describes, as far as the fixtures have found it. */
export interface Demands {
  key: KeyPlace | null;
  body: BodyForm | null;
  /** How many bodies were written as demanded. Each may need an id of its own. */
  bodies: number;
}

/** What of the run decides about the form of a request. */
interface RunWithDemands {
  readonly found: { readonly demands: Demands };
  readonly knowledge: Pick<Knowledge, 'redirectsToSlash'>;
}

/** A request as the service demands it, which verifies nothing. A wrong key in the place of the right one is still wrong (part 5). */
export function asDemanded({ found: { demands }, knowledge }: RunWithDemands, request: ApiRequest): ApiRequest {
  const { credential } = request;
  const isValid = isValidKey(credential);
  const holdsKey = credential.token !== undefined && (isValid || isWrongKey(credential));
  const key = holdsKey ? demands.key : null;
  const form = hasJsonBody(request) ? demands.body : null;
  const isBehindSlash = knowledge.redirectsToSlash(request.operation);
  const formed =
    form === null ? request : { ...request, ...formedBody(form, String(request.body), () => (demands.bodies += 1)) };
  const placed = key === null ? formed : key.apply(formed);
  const changes = [key, isValid ? form : null].flatMap((each) => each?.words ?? []);
  if (changes.length === 0 && !isBehindSlash) return placed;
  const detour =
    changes.length > 0
      ? `was sent ${allOf(changes)}, as the service demands`
      : 'was read behind its redirect to a path with a slash at the end';
  return { ...placed, path: isBehindSlash ? withSlash(placed.path) : placed.path, detour };
}

function hasJsonBody({ operation, body, contentType = 'application/json' }: ApiRequest): boolean {
  return operation === 'createPet' && typeof body === 'string' && contentType?.toLowerCase() === 'application/json';
}
