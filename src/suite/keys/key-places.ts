import type { Credential } from '../../http/request.ts';
import { type ApiRequest, withParameters } from '../api-request.ts';

/**
 * Another place or form of the key that a service demands, although it rejects it as a bearer token (part 5). The run goes on
 * with it (our reading, "Going on after a violation"). `words` continues "a request".
 */
export interface KeyPlace {
  readonly words: string;
  readonly apply: (request: ApiRequest, key: string) => ApiRequest;
}

const NO_AUTHORIZATION: Credential = { id: 'valid', label: '', authorization: null, shell: null, isValidKey: true };

/** What first drafts demand, the most likely place first. */
export const KEY_PLACES: readonly KeyPlace[] = [
  {
    words: 'with the key in the header X-API-Key',
    apply: ({ headers = [], ...request }, key) => ({
      ...request,
      headers: [...headers, ['X-API-Key', key]],
      credential: NO_AUTHORIZATION,
    }),
  },
  inAuthorization('with the key after the scheme Token', 'Token '),
  inAuthorization('with the key after the scheme ApiKey', 'ApiKey '),
  inAuthorization('with the key without a scheme', ''),
  {
    words: 'with the key in the query as api_key',
    apply: ({ path, ...request }, key) => ({
      ...request,
      path: withParameters(path, `api_key=${encodeURIComponent(key)}`),
      credential: NO_AUTHORIZATION,
    }),
  },
];

function inAuthorization(words: string, scheme: string): KeyPlace {
  return {
    words,
    apply: (request, key) => ({
      ...request,
      credential: {
        id: 'valid',
        label: `${scheme}[key]`,
        authorization: `${scheme}${key}`,
        shell: `"${scheme}$PETSTORE_API_KEY"`,
        isValidKey: true,
      },
    }),
  };
}
