import { type ApiRequest, withParameters } from '../api-request.ts';

/** A place or form of the key that a service demands instead of a bearer token (part 5). `words` continues "a request". */
export interface KeyPlace {
  readonly words: string;
  /** Moves the token of a credential there. */
  readonly apply: (request: ApiRequest) => ApiRequest;
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
    apply: ({ headers = [], credential, ...request }) => ({
      ...request,
      headers: [...headers, [KEY_HEADER, credential.token ?? '']],
      credential: { ...credential, ...NO_AUTHORIZATION },
    }),
  },
  inAuthorization('with the key after the scheme Token', 'Token '),
  inAuthorization('with the key after the scheme ApiKey', 'ApiKey '),
  inAuthorization('with the key without a scheme', ''),
  {
    words: 'with the key in the query as api_key',
    apply: ({ path, credential, ...request }) => ({
      ...request,
      path: withParameters(path, `api_key=${encodeURIComponent(credential.token ?? '')}`),
      credential: { ...credential, ...NO_AUTHORIZATION },
    }),
  },
];

function inAuthorization(words: string, scheme: string): KeyPlace {
  return {
    words,
    apply: ({ credential, ...request }) => ({
      ...request,
      credential: {
        ...credential,
        label: credential.label.replace(BEARER, scheme),
        authorization: `${scheme}${credential.token ?? ''}`,
        shell: credential.shell?.replace(BEARER, scheme) ?? null,
      },
    }),
  };
}
