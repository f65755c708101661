import { changeStatus } from '../variant-makers.ts';
import type { Fault } from './fault.ts';
import { alsoTakes, asksNoKey, invalidEverywhere, of, scheme } from './key-checks.ts';

/** Faults of requests with a wrong key (part 5 rule 3). */
export const invalidKeyFaults: readonly Fault[] = [
  {
    id: 'basic-credentials-accepted',
    title: 'Basic credentials are accepted, whatever they are.',
    breaks: ['AUTH-MISSING-LIST', 'AUTH-MISSING-CREATE', 'AUTH-MISSING-GET', 'AUTH-NO-EFFECT'],
    apply: asksNoKey((request) => scheme(request) === 'basic'),
  },
  {
    id: 'any-key-accepted',
    title: 'Any token is accepted.',
    breaks: [...invalidEverywhere, 'AUTH-FIRST', 'AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'],
    apply: alsoTakes(() => true),
  },
  {
    id: 'any-key-accepted-on-get',
    title: 'Any token is accepted where one pet is read.',
    breaks: ['AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: alsoTakes((_presented, _key, request) => request.operation === 'getPet'),
  },
  {
    id: 'any-key-accepted-on-create',
    title: 'Any token is accepted where a pet is added.',
    breaks: ['AUTH-INVALID-CREATE', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'],
    apply: alsoTakes((_presented, _key, request) => request.operation === 'createPet'),
  },
  {
    id: 'key-prefix-accepted',
    title: 'Any beginning of the key is accepted.',
    breaks: [
      'AUTH-INVALID-LIST',
      'AUTH-INVALID-CREATE',
      'AUTH-INVALID-GET',
      'AUTH-FIRST',
      'AUTH-EVERY-REQUEST',
      'AUTH-NO-EFFECT',
    ],
    apply: alsoTakes((presented, key) => key.startsWith(presented)),
  },
  {
    id: 'key-with-tail-accepted',
    title: 'The key with anything appended is accepted.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-INVALID-GET', 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => presented.startsWith(key)),
  },
  {
    id: 'key-ending-accepted',
    title: 'Any ending of the key is accepted.',
    breaks: [...invalidEverywhere, 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => key.endsWith(presented)),
  },
  {
    id: 'key-with-head-accepted',
    title: 'The key with anything before it is accepted.',
    breaks: [...invalidEverywhere, 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => presented.endsWith(key)),
  },
  {
    id: 'key-first-character-ignored-on-get',
    title: 'The key is looked for from its second character on where one pet is read.',
    breaks: ['AUTH-INVALID-GET'],
    apply: alsoTakes((presented, key, request) => of('getPet')(request) && presented.includes(key.slice(1))),
  },
  {
    id: 'key-case-ignored',
    title: 'The key is compared without regard to case.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-INVALID-GET', 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => presented.toLowerCase() === key.toLowerCase()),
  },
  {
    id: 'key-case-ignored-on-list',
    title: 'The key is compared without regard to case where pets are listed.',
    breaks: ['AUTH-INVALID-LIST'],
    apply: alsoTakes(
      (presented, key, request) => request.operation === 'listPets' && presented.toLowerCase() === key.toLowerCase(),
    ),
  },
  {
    id: 'key-last-character-ignored',
    title: 'The last character of the key is not compared.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-INVALID-GET', 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => presented.length === key.length && presented.startsWith(key.slice(0, -1))),
  },
  {
    id: 'key-first-character-ignored',
    title: 'The first character of the key is not compared.',
    breaks: [...invalidEverywhere, 'AUTH-NO-EFFECT'],
    apply: alsoTakes((presented, key) => presented.length === key.length && presented.slice(1) === key.slice(1)),
  },
  {
    id: 'key-first-characters-compared',
    title: 'Only the first eight characters of the key are compared.',
    breaks: [
      'AUTH-INVALID-LIST',
      'AUTH-INVALID-CREATE',
      'AUTH-INVALID-GET',
      'AUTH-FIRST',
      'AUTH-EVERY-REQUEST',
      'AUTH-NO-EFFECT',
    ],
    apply: alsoTakes((presented, key) => presented.slice(0, 8) === key.slice(0, 8)),
  },
  {
    id: 'key-length-compared',
    title: 'Any token as long as the key is accepted.',
    breaks: [
      'AUTH-INVALID-LIST',
      'AUTH-INVALID-CREATE',
      'AUTH-INVALID-GET',
      'AUTH-FIRST',
      'AUTH-EVERY-REQUEST',
      'AUTH-NO-EFFECT',
    ],
    apply: alsoTakes((presented, key) => presented.length === key.length),
  },
  {
    id: 'invalid-key-forbidden',
    title: 'A wrong key gets 403.',
    breaks: ['AUTH-INVALID-LIST', 'AUTH-INVALID-CREATE', 'AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-invalid'], 403),
  },
  {
    id: 'invalid-key-not-found-on-get',
    title: 'Reading a pet with a wrong key gets 404.',
    breaks: ['AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-invalid'], 404, of('getPet')),
  },
];
