import { type ApiRequest, withParameters } from '../api-request.ts';

/** A place or form of the key that a service demands instead of a bearer token (part 5). `words` continues "a request". */
export interface KeyPlace {
  readonly words: string;
  readonly apply: (request: ApiRequest, key: string) => ApiRequest;
}

const NO_AUTHORIZATION = { label: '', authorization: null, shell: null };
/** The scheme that the places replace. */
const BEARER = /(?<=^"?)Bearer /;

/** The header that most services with a key of their own read. */
export const KEY_HEADER = 'X-API-Key';

/** What first drafts demand, the most likely place first. */
export const KEY_PLACES: readonly KeyPlace[] = [
  {
    words: `with the key in the header ${KEY_HEADER}`,
    apply: ({ headers = [], credential, ...request }, key) => ({
      ...request,
      headers: [...headers, [KEY_HEADER, key]],
      credential: { ...credential, ...NO_AUTHORIZATION },
    }),
  },
  inAuthorization('with the key after the scheme Token', 'Token '),
  inAuthorization('with the key after the scheme ApiKey', 'ApiKey '),
  inAuthorization('with the key without a scheme', ''),
  {
    words: 'with the key in the query as api_key',
    apply: ({ path, credential, ...request }, key) => ({
      ...request,
      path: withParameters(path, `api_key=${encodeURIComponent(key)}`),
      credential: { ...credential, ...NO_AUTHORIZATION },
    }),
  },
];

function inAuthorization(words: string, scheme: string): KeyPlace {
  return {
    words,
    apply: ({ credential, ...request }, key) => ({
      ...request,
      credential: {
        ...credential,
        label: credential.label.replace(BEARER, scheme),
        authorization: `${scheme}${key}`,
        shell: credential.shell?.replace(BEARER, scheme) ?? null,
      },
    }),
  };
}
