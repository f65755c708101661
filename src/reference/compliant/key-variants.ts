import { rejection } from '../handle-request.ts';
import type { Variant } from '../behaviour.ts';
import { rejected } from '../reply.ts';
import type { Operation } from '../service-request.ts';
import type { CompliantVariant } from './compliant-variant.ts';

const conformant = { verdict: 'conformant' } as const;

function challenges(challenge: string | undefined): Variant {
  return (base) => ({
    headers: (reply, request) => {
      const { 'WWW-Authenticate': usual, ...others } = base.headers(reply, request);
      if (usual === undefined || challenge === undefined) return others;
      return { ...others, 'WWW-Authenticate': challenge };
    },
  });
}

/** Rejects an operation to the valid key with 403, because of its permissions. */
function forbids(operation: Operation): Variant {
  return (base) => ({
    around: async (request, next) => {
      if (request.operation !== operation) return base.around(request, next);
      const presented = base.presentedKey(request);
      if (presented === undefined || !base.isKeyValid(presented, request)) return base.around(request, next);
      return rejection(rejected('key-invalid', 403, 'The key has no right to this.').rejection, request, base);
    },
  });
}

/** Compliant variants that read and reject keys differently (part 5). */
export const keyVariants: readonly CompliantVariant[] = [
  {
    id: 'no-challenge',
    title: 'A 401 carries no WWW-Authenticate header.',
    expects: conformant,
    apply: challenges(undefined),
  },
  {
    id: 'long-challenge',
    title: 'A 401 carries a challenge with realm, error and a second scheme.',
    expects: conformant,
    apply: challenges('Bearer realm="pets, and more", error="invalid_token", Basic realm="x"'),
  },
  {
    id: 'scheme-in-exact-case',
    title: 'The scheme is read as Bearer only, not in lower case.',
    expects: conformant,
    apply: (base) => ({
      presentedKey: (request) =>
        request.headers.authorization?.startsWith('Bearer ') === true ? base.presentedKey(request) : undefined,
    }),
  },
  {
    id: 'key-in-other-forms',
    title: 'The key is taken without a scheme and in the query too.',
    expects: conformant,
    apply: (base) => ({
      presentedKey: (request) => {
        const inQuery = request.query.get('api_key') ?? request.query.get('access_token');
        const bare = request.headers.authorization?.trim();
        const named = base.presentedKey(request) ?? inQuery ?? bare;
        return named === '' ? undefined : named;
      },
    }),
  },
  {
    id: 'reading-one-forbidden',
    title: 'The key has no permission to read a pet.',
    expects: { verdict: 'inconclusive', notVerified: ['GET-OK', 'GET-SAME', 'GET-UNKNOWN', 'DEPRECATION-DATE'] },
    apply: forbids('getPet'),
  },
  {
    id: 'adding-forbidden',
    title: 'The key has no permission to add pets.',
    expects: { verdict: 'inconclusive', notVerified: ['CREATE-OK'] },
    apply: forbids('createPet'),
  },
];
