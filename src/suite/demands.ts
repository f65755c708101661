import { allOf } from '../contract/describe.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { ApiRequest } from './api-request.ts';
import type { BodyForm } from './bodies/body-forms.ts';
import type { Knowledge } from './catalogue/known-pets.ts';
import { isValidKey } from './keys/credentials.ts';
import type { KeyPlace } from './keys/key-places.ts';
import { withSlash } from './responses/makeshift.ts';

/** What the service demands of valid requests instead of what the contract describes, as far as the fixtures have found it. */
export interface Demands {
  key: KeyPlace | null;
  body: BodyForm | null;
  /** How many bodies were written as demanded. Each may need an id of its own. */
  bodies: number;
}

/** What decides about the form of a request. */
interface Asking {
  readonly demands: Demands;
  readonly known: Pick<Knowledge, 'redirectsToSlash'>;
  readonly configuration: Pick<Configuration, 'apiKey'>;
}

/**
 * A request in the form that the service demands: the key in another place, the body in another form, or the path behind a
 * redirect. It then verifies nothing. A request that follows the contract if the service demands nothing else.
 */
export function asDemanded({ demands, known, configuration }: Asking, request: ApiRequest): ApiRequest {
  const isValid = isValidKey(request.credential);
  const key = isValid ? demands.key : null;
  const body = isValid && hasJsonBody(request) ? demands.body : null;
  const sent = [key, body].flatMap((each) => each?.words ?? []);
  const isBehindSlash = known.redirectsToSlash(request.operation);
  if (sent.length === 0 && !isBehindSlash) return request;
  const written =
    body === null ? request : { ...request, body: body.write(String(request.body), (demands.bodies += 1)) };
  const placed = key?.apply(written, configuration.apiKey) ?? written;
  const detour =
    sent.length > 0
      ? `was sent ${allOf(sent)}, as the service demands`
      : 'was read behind its redirect to a path with a slash at the end';
  return { ...placed, path: isBehindSlash ? withSlash(placed.path) : placed.path, detour };
}

function hasJsonBody({ operation, body, contentType = 'application/json' }: ApiRequest): boolean {
  return operation === 'createPet' && typeof body === 'string' && contentType?.toLowerCase() === 'application/json';
}
