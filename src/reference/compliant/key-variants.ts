import type { StepChange } from '../service-steps.ts';
import { disturbs } from '../disturbances.ts';
import { rejectionReply } from '../handle-request.ts';
import { rejected } from '../reply.ts';
import type { Operation, ServiceRequest } from '../service-request.ts';
import { changeReply, composeChanges } from '../step-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

function challenges(challenge: string | undefined): StepChange {
  return (base) => ({
    headers: (reply, request) => {
      const { 'WWW-Authenticate': usual, ...others } = base.headers(reply, request);
      if (usual === undefined || challenge === undefined) return others;
      return { ...others, 'WWW-Authenticate': challenge };
    },
  });
}

/** Rejects an operation with 403, as if the valid key lacks the permission. */
function forbids(operation: Operation): StepChange {
  return (base) => ({
    around: async (request, next) => {
      if (request.operation !== operation) return base.around(request, next);
      const presented = base.presentedKey(request);
      if (presented === undefined || !base.isKeyValid(presented, request)) return base.around(request, next);
      return rejectionReply(
        rejected('key-invalid', 403, 'The key has no permission for this.').rejection,
        request,
        base,
      );
    },
  });
}

/** Rejects every request for 2.5 seconds after this many wrong keys in a window of milliseconds. */
function locksOut(status: 401 | 403, wrongKeys = 60, window = 5000): StepChange {
  return (base, { elapsed }) => {
    let wrongAt: readonly number[] = [];
    let lockedUntil = 0;
    return {
      around: async (request, next) => {
        const now = elapsed();
        if (now < lockedUntil)
          return rejectionReply(rejected('key-invalid', status, 'Locked.').rejection, request, base);
        const reply = await base.around(request, next);
        if (reply.status !== 401) return reply;
        wrongAt = [...wrongAt.filter((at) => now - at < window), now];
        if (wrongAt.length < wrongKeys) return reply;
        wrongAt = [];
        lockedUntil = now + 2500;
        return reply;
      },
    };
  };
}

/** Blocks requests whose Authorization header looks like an attack. The response has no Error. */
function blocksKeys(pattern: RegExp, status: number): StepChange {
  return changeReply(
    (_reply, { headers }) => pattern.test(headers.authorization ?? ''),
    (reply) => ({ ...reply, status, kind: 'key-invalid', body: { message: 'blocked' } }),
  );
}

/** Accepts the right key in forms that the contract does not mention. */
function alsoAccepts(test: (request: ServiceRequest, key: string) => boolean): StepChange {
  return (base, { key }) => ({ needsKey: (request) => base.needsKey(request) && !test(request, key) });
}

/** The user and the password of Basic credentials. */
function basicPair(request: ServiceRequest): readonly string[] {
  const [, encoded] = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return encoded === undefined ? [] : Buffer.from(encoded, 'base64').toString('utf8').split(':');
}

/** Compares keys after decoding them. */
function comparesBytes(decode: (key: string) => Buffer): StepChange {
  return (_base, { key }) => ({ isKeyValid: (presented) => decode(presented).equals(decode(key)) });
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
    title: 'Only the scheme Bearer is accepted, not bearer.',
    expects: conformant,
    apply: (base) => ({
      presentedKey: (request) =>
        request.headers.authorization?.startsWith('Bearer ') === true ? base.presentedKey(request) : undefined,
    }),
  },
  {
    id: 'key-in-other-forms',
    title: 'The key is also accepted without a scheme and in the query.',
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
    id: 'long-key-behind-small-headers',
    title: 'The key has 2,105 characters, and a longer Authorization header gets 431 without an Error.',
    expects: conformant,
    key: `long-${'Ab1'.repeat(700)}`,
    apply: changeReply(
      (_reply, { headers }) => (headers.authorization ?? '').length > 2112,
      (reply) => ({ ...reply, status: 431, kind: 'too-large', body: null }),
    ),
  },
  {
    id: 'quoted-key-behind-firewall',
    title: 'The key has characters outside RFC 6750, and a wrong token with such characters gets 400.',
    expects: conformant,
    key: 'p"r\\s&t<u>v-Ab12Cd34Ef56',
    apply: changeReply(
      (reply, request) => reply.kind === 'key-invalid' && /[^\w.~+/ =-]/.test(request.headers.authorization ?? ''),
      (reply) => ({ ...reply, status: 400, body: { message: 'blocked' } }),
    ),
  },
  {
    id: 'basic-user-accepted',
    title: 'The key is accepted as the user of Basic credentials.',
    expects: conformant,
    apply: alsoAccepts((request, key) => basicPair(request)[0] === key),
  },
  {
    id: 'basic-password-accepted',
    title: 'The key is accepted as the password of Basic credentials with any user.',
    expects: conformant,
    apply: alsoAccepts((request, key) => basicPair(request)[1] === key),
  },
  {
    id: 'basic-raw-key-accepted',
    title: 'The scheme is ignored, so the key is accepted after the word Basic.',
    expects: conformant,
    apply: alsoAccepts((request, key) => request.headers.authorization === `Basic ${key}`),
  },
  {
    id: 'one-of-several-keys-accepted',
    title: 'An Authorization header with several keys is accepted if one of them is right.',
    expects: conformant,
    apply: alsoAccepts((request, key) => (request.headers.authorization ?? '').split(/[ ,]+/).includes(key)),
  },
  {
    id: 'key-in-another-header-accepted',
    title: 'The key is accepted in the header X-API-Key too.',
    expects: conformant,
    apply: alsoAccepts((request, key) => request.headers['x-api-key'] === key),
  },
  {
    id: 'key-compared-as-hexadecimal',
    title: 'The key is hexadecimal, and its bytes are compared.',
    expects: conformant,
    key: '9f3A0b7C52de41F886a0c4D19be37720',
    apply: comparesBytes((key) => Buffer.from(key, 'hex')),
  },
  {
    id: 'key-compared-as-uuid',
    title: 'The key is a UUID, and its bytes are compared.',
    expects: conformant,
    key: '3F2a9c1e-7b40-4D5f-8e21-90ab6cD7e453',
    apply: comparesBytes((key) => Buffer.from(key.replaceAll('-', ''), 'hex')),
  },
  {
    id: 'key-compared-as-base64',
    title: 'The key is base64 with padding, and its bytes are compared.',
    expects: conformant,
    key: 'q83vEjRWeJCrze8SNFZ4kA==',
    apply: comparesBytes((key) => Buffer.from(key, 'base64')),
  },
  {
    id: 'key-compared-as-base64-without-padding',
    title: 'The key is base64 for URLs without padding, and its bytes are compared.',
    expects: conformant,
    key: 'mZ3_a-7Qk0xVb2Yt9LwR4c8HsJdUf1NpGiOeBXzTqK5',
    apply: comparesBytes((key) => Buffer.from(key, 'base64url')),
  },
  {
    id: 'key-is-signed-token',
    title: 'The key is a JSON Web Token, and its decoded parts are compared.',
    expects: conformant,
    key: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwZXRzIn0.4f9Kq7Zr2mXw8bTnLc5VdYh0Gs3JpQeUaRtNiWoBxMk',
    apply: comparesBytes((key) =>
      Buffer.from(
        key
          .split('.')
          .map((part) => Buffer.from(part, 'base64url').toString('hex'))
          .join('.'),
      ),
    ),
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
  {
    id: 'key-expires',
    title: 'Ten minutes after the start, the key has expired.',
    expects: { verdict: 'inconclusive' },
    soakMinutes: 20,
    apply: (base, { elapsed }) => ({
      isKeyValid: (presented, request) => elapsed() <= 600_000 && base.isKeyValid(presented, request),
    }),
  },
  {
    id: 'lockout-after-wrong-keys',
    title: 'After 60 wrong keys in five seconds, every request is rejected for two and a half seconds.',
    expects: conformant,
    apply: locksOut(401),
  },
  {
    id: 'lockout-forbidden',
    title: 'After 60 wrong keys in five seconds, every request is forbidden for two and a half seconds.',
    expects: conformant,
    apply: locksOut(403),
  },
  {
    id: 'lockout-again-and-again',
    title: 'After 6 wrong keys in a minute, every request is rejected for two and a half seconds.',
    expects: conformant,
    apply: locksOut(401, 6, 60_000),
  },
  {
    id: 'firewall-closes-odd-keys',
    title: 'A firewall closes the connection of a request with a token outside the alphabet of RFC 6750.',
    expects: conformant,
    apply: disturbs(
      () =>
        ({ headers }) =>
          /^Bearer .*[^\w.~+/ =-]/.test(headers.authorization ?? '') ? 'closed' : null,
    ),
  },
  {
    id: 'firewall-locks-out',
    title: 'A firewall blocks a key with a sign of SQL with 403, and then all requests of the client for 2.5 seconds.',
    expects: conformant,
    apply: composeChanges(blocksKeys(/['"%*{]/, 403), (base, { elapsed }) => {
      let lockedUntil = 0;
      return {
        around: async (request, next) => {
          const isLocked = elapsed() < lockedUntil;
          const reply = isLocked
            ? rejectionReply(rejected('key-invalid', 403, 'Locked.').rejection, request, base)
            : await base.around(request, next);
          if (!isLocked && reply.status === 403) lockedUntil = elapsed() + 2500;
          return reply;
        },
      };
    }),
  },
  {
    id: 'strange-keys-not-acceptable',
    title: 'A key outside ASCII gets 406, and one with white space or an asterisk 400.',
    expects: conformant,
    apply: composeChanges(blocksKeys(/[\u0080-\u00ff]/, 406), blocksKeys(/^Bearer .*[ *]/, 400)),
  },
  {
    id: 'rejected-key-lists-all-problems',
    title: 'The Error of a rejected key says what else is wrong with the request.',
    expects: conformant,
    apply: (base) => ({
      renderError: (why, request) => {
        if (why.status !== 401) return base.renderError(why, request);
        const body =
          request.operation === 'createPet' ? base.readBody(request) : base.parseLimit(request.query.get('limit'));
        const more = body.ok ? '' : ` ${body.rejection.message}`;
        return base.renderError({ ...why, message: `${why.message}${more}` }, request);
      },
    }),
  },
];
