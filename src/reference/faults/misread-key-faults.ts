import { isEscapedRead, isFor, keyRejections } from '../conditions.ts';
import type { ServiceRequest } from '../service-request.ts';
import { changeReply, changeStatus, failed } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { acceptsWrongKeys, acceptsWrongTokens, skipsKey } from './key-checks.ts';
import { wrongKeyRejected } from './requirement-groups.ts';

const token = ({ headers }: ServiceRequest): string => (headers.authorization ?? '').replace(/^Bearer /, '');

/** An object with nothing but inherited members. */
const inherited: Readonly<Record<string, unknown>> = {};

/** Faults of services that do not just compare the key, or that trust another part of the request (part 5 rule 3). */
export const misreadKeyFaults: readonly Fault[] = [
  {
    id: 'key-in-own-header-demanded',
    title: 'The key is read from the header X-API-Key alone.',
    breaks: ['AUTH-VALID-KEY'],
    apply: () => ({ presentedKey: ({ headers }) => headers['x-api-key']?.toString() }),
  },
  {
    id: 'key-after-scheme-token-demanded',
    title: 'The key is read after the scheme Token, not Bearer.',
    breaks: ['AUTH-VALID-KEY'],
    apply: () => ({
      presentedKey: ({ headers: { authorization } }) => /^Token (.+)$/.exec(authorization ?? '')?.[1],
    }),
  },
  {
    id: 'word-for-no-key-accepted',
    title: 'The words null and undefined are accepted as keys.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((presented) => presented === 'null' || presented === 'undefined'),
  },
  {
    id: 'word-none-accepted',
    title: 'The word None, which Python writes for no value, is accepted as a key.',
    breaks: ['AUTH-INVALID-GET'],
    apply: acceptsWrongKeys((presented) => presented === 'None'),
  },
  {
    id: 'true-accepted-as-key',
    title: 'Keys that convert to true are accepted: the word true and the digit 1.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((presented) => presented === 'true' || presented === '1'),
  },
  {
    id: 'key-looked-up-in-object',
    title: 'Keys are looked up in an object, which has inherited members.',
    breaks: [...wrongKeyRejected, 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((presented) => inherited[presented] !== undefined),
  },
  {
    id: 'trial-key-accepted',
    title: 'The key test is accepted.',
    breaks: ['AUTH-INVALID-CREATE', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((presented) => presented === 'test'),
  },
  {
    id: 'key-read-as-pattern',
    title: 'The key that is sent is read as a regular expression.',
    breaks: ['AUTH-INVALID-CREATE', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((presented, key) => /^[.+]+$/.test(presented) && new RegExp(`^${presented}$`).test(key)),
  },
  {
    id: 'key-read-as-path',
    title: 'A key is a file in a folder, so two full stops, which stand for the folder above, are one too.',
    breaks: ['AUTH-INVALID-GET'],
    apply: acceptsWrongKeys((presented) => presented === '..' || presented === '.'),
  },
  {
    id: 'key-wildcards-matched',
    title: 'An underscore in a key matches any character, as LIKE in SQL does.',
    breaks: ['AUTH-INVALID-GET'],
    apply: acceptsWrongKeys((presented, key) => presented.length === key.length && /^_+$/.test(presented)),
  },
  {
    id: 'unsigned-token-accepted',
    title: 'A JSON Web Token without a signature (alg none) is accepted.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented) => presented.startsWith('eyJhbGciOiJub25lIn0.')),
  },
  {
    id: 'long-key-fails',
    title: 'A key of more than 1,024 characters causes a 500.',
    breaks: ['AUTH-INVALID-CREATE'],
    apply: changeReply((_reply, request) => token(request).length > 1024, failed),
  },
  {
    id: 'slash-in-key-invalid',
    title: 'A key with a slash or a tilde gets 400.',
    breaks: ['AUTH-INVALID-GET'],
    apply: changeStatus(keyRejections, 400, (request) => /[/~]/.test(token(request))),
  },
  {
    id: 'padded-key-fails',
    title: 'A key that ends in an equals sign causes a 500.',
    breaks: ['AUTH-INVALID-GET'],
    apply: changeReply((_reply, { headers }) => /^Bearer .*=$/.test(headers.authorization ?? ''), failed),
  },
  {
    id: 'escaped-id-asks-no-key',
    title: 'Reading a pet by a percent-encoded id needs no key.',
    breaks: ['AUTH-FIRST'],
    apply: skipsKey(isEscapedRead),
  },
  {
    id: 'escaped-id-takes-any-key',
    title: 'Reading a pet by a percent-encoded id accepts any token.',
    breaks: ['AUTH-FIRST'],
    apply: acceptsWrongKeys((_presented, _key, request) => isEscapedRead(request)),
  },
  {
    id: 'escaped-word-asks-no-key',
    title: 'Reading a pet needs no key if the word pets in the address has a percent escape.',
    breaks: ['AUTH-FIRST'],
    apply: skipsKey(({ operation, target }) => operation === 'getPet' && !target.startsWith('/v1/pets')),
  },
  {
    id: 'forwarded-loopback-trusted',
    title: 'A request with X-Forwarded-For: 127.0.0.1 needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['x-forwarded-for'] === '127.0.0.1'),
  },
  {
    id: 'forwarded-loopback-trusted-on-create',
    title: 'Adding a pet with X-Forwarded-For: 127.0.0.1 needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey((request) => isFor('createPet')(request) && request.headers['x-forwarded-for'] === '127.0.0.1'),
  },
  {
    id: 'forwarded-user-trusted',
    title: 'A request with X-Forwarded-User, which a gateway sets after a sign-in, needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['x-forwarded-user'] !== undefined),
  },
  {
    id: 'real-ip-trusted',
    title: 'A request with X-Real-IP: 127.0.0.1 needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['x-real-ip'] === '127.0.0.1'),
  },
  {
    id: 'remote-user-trusted',
    title: 'A request with Remote-User, which a web server sets after a sign-in, needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['remote-user'] !== undefined),
  },
  {
    id: 'subrequests-ask-no-key',
    title: 'A request with X-Middleware-Subrequest, as the framework sends it to itself, needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['x-middleware-subrequest'] !== undefined),
  },
  {
    id: 'debug-query-trusted-on-get',
    title: 'Reading a pet with debug=true in the address needs no valid key.',
    breaks: ['AUTH-FIRST'],
    apply: skipsKey((request) => isFor('getPet')(request) && request.query.get('debug') === 'true'),
  },
  {
    id: 'browser-asks-no-key',
    title: 'A request that accepts HTML needs no key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers.accept === 'text/html'),
  },
  {
    id: 'conditional-requests-ask-no-key',
    title: 'A conditional request needs no valid key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['if-none-match'] !== undefined),
  },
  {
    id: 'any-key-in-query-accepted',
    title: 'Any key in the query is accepted.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ query }) => query.has('api_key')),
  },
  {
    id: 'any-key-in-another-header-accepted',
    title: 'Any key in the header X-API-Key is accepted.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ headers }) => headers['x-api-key'] !== undefined),
  },
  {
    id: 'debug-asks-no-key',
    title: 'A request with the parameter debug needs no key.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(({ query }) => query.has('debug')),
  },
  {
    id: 'apostrophe-in-key-fails',
    title: 'A key with an apostrophe causes a 500, since it ends a text in SQL.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-GET'],
    apply: changeReply((_reply, request) => token(request).includes("'"), failed),
  },
  {
    id: 'white-space-in-key-fails',
    title: 'A key with white space inside causes a 500.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: changeReply((_reply, { headers }) => /^Bearer \S+\s+\S/.test(headers.authorization ?? ''), failed),
  },
  {
    id: 'sold-list-needs-no-key',
    title: 'Listing sold pets needs no key.',
    breaks: ['AUTH-FIRST'],
    apply: skipsKey(({ query }) => query.get('status') === 'sold'),
  },
  {
    id: 'any-key-adds-pending',
    title: 'A new pet with the status pending is added with any token.',
    breaks: ['AUTH-FIRST', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys(
      (_presented, _key, request) => isFor('createPet')(request) && request.body.includes('"pending"'),
    ),
  },
  {
    id: 'always-true-key-accepted',
    title: 'A key that adds an always-true condition to a query in SQL is accepted.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongTokens((presented) => /' or '1'='1/i.test(presented)),
  },
  {
    id: 'key-percent-signs-matched',
    title: 'A percent sign in a key matches any text, as LIKE in SQL does.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongTokens((presented, key) => {
      const parts = presented.split('%');
      return parts.length > 1 && key.startsWith(parts[0] ?? '') && key.includes(parts[1] ?? '');
    }),
  },
  {
    id: 'key-end-matched-by-percent-sign',
    title: 'A percent sign at the end of a key stands for the rest of it, as in a search for texts with a beginning.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongTokens((presented, key) => /^[^%]+%$/.test(presented) && key.startsWith(presented.slice(0, -1))),
  },
  {
    id: 'asterisk-accepted-as-key',
    title: 'An asterisk is accepted as key, since a directory finds any key by it.',
    breaks: ['AUTH-INVALID-CREATE', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongTokens((presented) => presented === '*'),
  },
  {
    id: 'key-beyond-ascii-fails',
    title: 'A key with a byte above 0x7f causes a 500.',
    breaks: ['AUTH-INVALID-GET'],
    apply: changeReply((_reply, request) => /[\u0080-\u00ff]/.test(token(request)), failed),
  },
  {
    id: 'braces-in-key-fail',
    title: 'A key with a brace causes a 500, since it becomes a part of a template.',
    breaks: ['AUTH-INVALID-CREATE'],
    apply: changeReply((_reply, request) => /[{}]/.test(token(request)), failed),
  },
];
