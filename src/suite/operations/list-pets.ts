import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import { PET_STATUSES } from '../../contract/pet.ts';
import type { ApiRequest, ListQuery } from '../api-request.ts';
import { listRequest } from './requests.ts';
import { type InvalidRequest, type OperationDefinition, spelled } from './operation.ts';
import { triedValue } from './tried-value.ts';

/** The list of pets (part 4.1). */
export const listPets: OperationDefinition = {
  needs: [],
  mayCreate: 0,
  send: ({ api }, options) => api.listPets({}, options),
  tokens: [
    'token-null',
    'token-true',
    'token-constructor',
    'token-plus-signs-behind',
    'token-reversed',
    'token-middle-missing',
    'token-last-two-missing',
    'token-unsigned-jwt',
    'token-key-and-part',
    'token-always-true',
    'token-part-and-percent',
  ],
  invalid: {
    none: [invalidQuery('limit=abc', '/word'), invalidQuery('limit=101&status=lost', '/status')],
    'random-key': [invalidQuery('status=lo%22st%5C'), invalidQuery('limit=abc', '/word')],
    'key-without-last-character': [invalidQuery('limit=0')],
  },
  connectionSteps: [{ requirement: 'LIST-OK', status: 200, send: ({ api }, options) => api.listPets({}, options) }],
  triedValues(request) {
    const { limit, status } = request.query ?? {};
    const withLimit = (other: number) => listing(request, { ...request.query, limit: other });
    const withStatus = (other: ListQuery['status']) => listing(request, { ...request.query, status: other });
    const ofLimit = {
      controls: () => [LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 1].map(withLimit),
      others: () => [undefined, ...PET_STATUSES].filter((other) => other !== status).map(withStatus),
    };
    const ofStatus = {
      controls: () => PET_STATUSES.map(withStatus),
      others: () => withOtherLimits(request, request.query),
    };
    const ofBoth = {
      controls: () => [withStatus(undefined)],
      others: () => withOtherLimits(request, { status: PET_STATUSES.find((other) => other !== status) }),
    };
    return [
      ...(limit === undefined ? [] : [triedValue(`the limit ${limit}`, ofLimit)]),
      ...(status === undefined ? [] : [triedValue(`the filter for ${status}`, ofStatus)]),
      ...(limit === undefined || status === undefined ? [] : [triedValue('a limit with a filter', ofBoth)]),
    ];
  },
  vary: (request) => (request.query === undefined ? [] : withOtherLimits(request, request.query)),
};

function invalidQuery(query: string, suffix: '' | `/${string}` = ''): InvalidRequest {
  const title = `the parameters: ${query}`;
  return { id: `before-parameters${suffix}`, title, send: ({ api }, options) => api.listPets(query, options) };
}

type Query = { readonly [Name in keyof ListQuery]: ListQuery[Name] | undefined };

/** The same list request with another query. */
function listing(request: ApiRequest, { limit, status }: Query): ApiRequest {
  const query = { ...(limit === undefined ? {} : { limit }), ...(status === undefined ? {} : { status }) };
  return spelled({ ...request, ...listRequest(query), expects: request.expects });
}

/** List requests with other limits than the disturbed one. */
function withOtherLimits(request: ApiRequest, { status }: Query = {}): readonly ApiRequest[] {
  const limits = [11, 12, 13, 14].filter((limit) => limit !== request.query?.limit);
  return limits.map((limit) => listing(request, { limit, status }));
}
