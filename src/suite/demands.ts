import { allOf } from '../contract/describe.ts';
import type { ApiRequest } from './api-request.ts';
import type { BodyForm } from './bodies/body-forms.ts';
import { isValidKey } from './keys/credentials.ts';
import type { KeyPlace } from './keys/key-places.ts';

/** What the service demands of valid requests instead of what the contract describes, as far as the fixtures have found it. */
export interface Demands {
  key: KeyPlace | null;
  body: BodyForm | null;
  /** How many bodies were written as demanded. Each may need an id of its own. */
  bodies: number;
}

/** A request with the right key as the service demands it. It then verifies nothing. */
export function asDemanded(demands: Demands, apiKey: string, request: ApiRequest): ApiRequest {
  if (!isValidKey(request.credential)) return request;
  const form = demandedForm(demands, request);
  const found = [demands.key, form].filter((each) => each !== null);
  if (found.length === 0) return request;
  const written =
    form === null ? request : { ...request, body: form.write(String(request.body), (demands.bodies += 1)) };
  const placed = demands.key?.apply(written, apiKey) ?? written;
  return { ...placed, detour: `was sent ${allOf(found.map(({ words }) => words))}, as the service demands` };
}

function demandedForm({ body: form }: Demands, { operation, body, contentType = 'application/json' }: ApiRequest) {
  const isJson = contentType?.toLowerCase() === 'application/json' && typeof body === 'string';
  return operation === 'createPet' && isJson ? form : null;
}
