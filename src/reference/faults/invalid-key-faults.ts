import { everyNth, isFor } from '../conditions.ts';
import { changeStatus } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { acceptsWrongKeys, scheme, skipsKey } from './key-checks.ts';
import { missingKeyRejected, similarKeysAccepted, wrongKeyRejected, wrongKeysAccepted } from './requirement-groups.ts';

/** Faults of requests with a wrong key (part 5 rule 3). */
export const invalidKeyFaults: readonly Fault[] = [
  {
    id: 'basic-credentials-accepted',
    title: 'Any Basic credentials are accepted.',
    breaks: [...missingKeyRejected, 'AUTH-NO-EFFECT'],
    apply: skipsKey((request) => scheme(request) === 'basic'),
  },
  {
    id: 'token-after-lower-case-scheme-accepted',
    title: 'Any token is accepted after the scheme in lower case.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: skipsKey(({ headers }) => /^bearer \S/.test(headers.authorization ?? '')),
  },
  {
    id: 'any-key-accepted',
    title: 'Any token is accepted.',
    breaks: wrongKeysAccepted,
    apply: acceptsWrongKeys(() => true),
  },
  {
    id: 'every-40th-wrong-key-accepted',
    title: 'Every 40th request with a wrong key is accepted.',
    breaksSome: wrongKeysAccepted,
    apply: (base, context) => {
      const isTurn = everyNth(40);
      return acceptsWrongKeys(() => isTurn())(base, context);
    },
  },
  {
    id: 'any-key-accepted-on-get',
    title: 'Reading a pet accepts any token.',
    breaks: ['AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: acceptsWrongKeys((_presented, _key, request) => isFor('getPet')(request)),
  },
  {
    id: 'any-key-accepted-on-create',
    title: 'Adding a pet accepts any token.',
    breaks: ['AUTH-INVALID-CREATE', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'],
    apply: acceptsWrongKeys((_presented, _key, request) => isFor('createPet')(request)),
  },
  {
    id: 'key-prefix-accepted',
    title: 'Any beginning of the key is accepted.',
    breaks: wrongKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => key.startsWith(presented)),
  },
  {
    id: 'key-before-full-stop-accepted',
    title: 'Only the part of a token before its first full stop is compared.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented, key) => !key.includes('.') && presented.startsWith(`${key}.`)),
  },
  {
    id: 'signed-token-fails',
    title: 'A wrong token of three parts causes a 500: the service decodes it.',
    breaks: ['AUTH-INVALID-GET'],
    apply: (base) => ({
      isKeyValid: (presented, request) => {
        if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(presented) && !base.isKeyValid(presented, request))
          throw new TypeError('The token cannot be decoded.');
        return base.isKeyValid(presented, request);
      },
    }),
  },
  {
    id: 'key-with-tail-accepted',
    title: 'The key with anything appended is accepted.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.startsWith(key)),
  },
  {
    id: 'key-with-long-tail-accepted',
    title: 'The key with more than 16 characters appended is accepted.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.startsWith(key) && presented.length > key.length + 16),
  },
  {
    id: 'key-ending-accepted',
    title: 'Any ending of the key is accepted.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => key.endsWith(presented)),
  },
  {
    id: 'key-with-head-accepted',
    title: 'The key with anything before it is accepted.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.endsWith(key)),
  },
  {
    id: 'key-digits-ignored',
    title: 'Digits that a key has too many are ignored.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys(
      (presented, key) =>
        presented.length > key.length && presented.replaceAll(/\d/g, '') === key.replaceAll(/\d/g, ''),
    ),
  },
  {
    id: 'key-separators-ignored',
    title: 'Hyphens and underscores of the key are ignored.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.replaceAll(/[-_]/g, '') === key.replaceAll(/[-_]/g, '')),
  },
  {
    id: 'key-first-character-ignored-on-get',
    title: 'Reading a pet accepts any token that contains the key without its first character.',
    breaks: ['AUTH-INVALID-GET'],
    apply: acceptsWrongKeys((presented, key, request) => isFor('getPet')(request) && presented.includes(key.slice(1))),
  },
  {
    id: 'key-case-ignored',
    title: 'The key is compared without regard to case.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.toLowerCase() === key.toLowerCase()),
  },
  {
    id: 'key-case-ignored-on-list',
    title: 'Listing compares the key without regard to case.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys(
      (presented, key, request) => isFor('listPets')(request) && presented.toLowerCase() === key.toLowerCase(),
    ),
  },
  {
    id: 'key-last-character-ignored',
    title: 'The last character of the key is not compared.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys(
      (presented, key) => presented.length === key.length && presented.startsWith(key.slice(0, -1)),
    ),
  },
  {
    id: 'key-first-character-ignored',
    title: 'The first character of the key is not compared.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.length === key.length && presented.slice(1) === key.slice(1)),
  },
  {
    id: 'key-first-characters-compared',
    title: 'Only the first eight characters of the key are compared.',
    breaks: wrongKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.slice(0, 8) === key.slice(0, 8)),
  },
  {
    id: 'key-of-eight-characters-accepted',
    title: 'The first eight characters of the key are accepted as a key.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented === key.slice(0, 8)),
  },
  {
    id: 'key-middle-ignored',
    title: 'Only the length, the first six and the last four characters of the key are compared.',
    breaksSome: wrongKeysAccepted,
    apply: acceptsWrongKeys(
      (presented, key) =>
        presented.length === key.length && presented.startsWith(key.slice(0, 6)) && presented.endsWith(key.slice(-4)),
    ),
  },
  {
    id: 'key-first-letter-in-either-case',
    title: 'The case of the first letter of the key is ignored.',
    breaks: similarKeysAccepted,
    apply: acceptsWrongKeys(
      (presented, key) =>
        presented.slice(1) === key.slice(1) && presented.charAt(0).toLowerCase() === key.charAt(0).toLowerCase(),
    ),
  },
  {
    id: 'key-in-any-order-accepted',
    title: 'The characters of a key are compared in any order.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented, key) => presented.split('').sort().join('') === key.split('').sort().join('')),
  },
  {
    id: 'plus-signs-behind-key-ignored',
    title: 'A plus sign in a key is read as a space, and ignored at its end.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented, key) => presented.replace(/\++$/, '') === key),
  },
  {
    id: 'slashes-behind-key-ignored',
    title: 'Slashes at the end of a key are ignored.',
    breaks: ['AUTH-INVALID-GET'],
    apply: acceptsWrongKeys((presented, key) => presented.replace(/\/+$/, '') === key),
  },
  {
    id: 'key-one-character-short-accepted',
    title: 'A key that lacks one character, neither the first nor the last, is accepted as misspelt.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented, key) =>
      key
        .slice(1, -1)
        .split('')
        .some((_, index) => key.slice(0, index + 1) + key.slice(index + 2) === presented),
    ),
  },
  {
    id: 'key-check-digits-ignored',
    title: 'The key is accepted without its last two characters, its check digits.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: acceptsWrongKeys((presented, key) => presented === key.slice(0, -2)),
  },
  {
    id: 'key-length-compared',
    title: 'Any token as long as the key is accepted.',
    breaks: wrongKeysAccepted,
    apply: acceptsWrongKeys((presented, key) => presented.length === key.length),
  },
  {
    id: 'invalid-key-forbidden',
    title: 'A wrong key gets 403.',
    breaks: [...wrongKeyRejected, 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-invalid'], 403),
  },
  {
    id: 'invalid-key-not-found-on-get',
    title: 'Reading a pet with a wrong key gets 404.',
    breaks: ['AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-invalid'], 404, isFor('getPet')),
  },
];
