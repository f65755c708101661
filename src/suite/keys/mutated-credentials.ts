import type { Credential } from '../../http/request.ts';
import type { Secret } from '../../http/secret-search.ts';
import type { Configuration } from '../../settings/configuration.ts';
import { decodesAlike } from './decoded-key.ts';
import { keyAlphabet } from './key-alphabet.ts';
import { pick, randomNumbers, seedFor } from '../execution/random-numbers.ts';

/** A key that differs slightly from the right one: the credential to send, and the secret to redact. */
interface MutatedCredential {
  readonly credential: Credential;
  readonly secret: Secret;
}

/** A slice of the key, or other text. */
type Piece = { readonly from: number; readonly length: number } | { readonly text: string };

interface Mutation {
  readonly says: string;
  readonly pieces: readonly Piece[];
}

/** The most wrong keys that are drawn: the redactor searches every record for each of them. */
export const MOST_KEYS = 100;
const TRIES_FOR_ONE = 20;

/**
 * Makes at most `count` and at most 100 different keys, each one or two small changes away from a key of visible ASCII
 * characters. `random` returns numbers from 0 up to 1. A service must reject all of them (part 5 rule 3): none is the right
 * key in another case, in another base64 spelling or with leading zeros.
 */
export function mutatedCredentials(apiKey: string, count: number, random: () => number): readonly MutatedCredential[] {
  const found = new Map<string, MutatedCredential>();
  const wanted = apiKey === '' ? 0 : Math.min(count, MOST_KEYS);
  for (let tries = 0; found.size < wanted && tries < wanted * TRIES_FOR_ONE; tries += 1) {
    const mutation = drawMutation(apiKey, random);
    const scheme = schemeOf(found.size + 1);
    if (mutation === null) continue;
    const value = valueOf(apiKey, mutation.pieces);
    if (found.has(value) || isSameKey(value, apiKey)) continue;
    found.set(value, mutatedCredential(found.size + 1, value, mutation, scheme));
  }
  return [...found.values()];
}

/** Used in turn, so even a few keys try some of them. Mostly Bearer, so only the key can be the reason for a rejection. */
const SCHEMES = ['Bearer ', 'Token ', 'Bearer ', 'Basic ', 'Bearer ', '', 'Bearer '] as const;

function schemeOf(serial: number): string {
  return SCHEMES[(serial - 1) % SCHEMES.length] ?? 'Bearer ';
}

/** Whether the key with a serial number (from 1) is a bearer token. A credential of another scheme has no bearer token at all. */
export function isBearerKey(serial: number): boolean {
  return schemeOf(serial) === 'Bearer ';
}

function mutatedCredential(
  serial: number,
  value: string,
  { says, pieces }: Mutation,
  scheme: string,
): MutatedCredential {
  const label = `[key with ${says}]`;
  return {
    credential: {
      id: `mutated-key-${serial}`,
      label: `${scheme}${label}`,
      authorization: `${scheme}${value}`,
      shell: `"${scheme}${pieces.map(shellOf).join('')}"`,
    },
    secret: { value, label },
  };
}

function valueOf(apiKey: string, pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => ('text' in piece ? piece.text : apiKey.slice(piece.from, piece.from + piece.length)))
    .join('');
}

function shellOf(piece: Piece): string {
  return 'text' in piece ? piece.text : `\${PETSTORE_API_KEY:${piece.from}:${piece.length}}`;
}

/** A service may compare decoded keys, so a difference that a decoder ignores makes no other key. */
function isSameKey(value: string, apiKey: string): boolean {
  return plainForm(value) === plainForm(apiKey) || decodesAlike(value, apiKey);
}

function plainForm(key: string): string {
  return key
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
    .replace(/^0+/, '');
}

function drawMutation(apiKey: string, random: () => number): Mutation | null {
  const places = Array.from(apiKey).flatMap((character, at) => (/[A-Za-z0-9]/.test(character) ? [at] : []));
  const at = places[Math.floor(random() * places.length)] ?? 0;
  switch (pick(random, ['insert', 'delete', 'replace', 'swap'] as const)) {
    case 'insert':
      return inserted(apiKey, at, pick(random, keyAlphabet(apiKey).drawn.split('')));
    case 'delete':
      return places.length < 2 ? null : deleted(apiKey, at);
    case 'replace':
      return places.length === 0 ? null : replaced(apiKey, at, pick(random, keyAlphabet(apiKey).drawn.split('')));
    case 'swap':
      return swapped(apiKey, at);
  }
}

/** Null if the result equals the key with a character appended, which a base64 decoder may ignore. */
function inserted(apiKey: string, at: number, character: string): Mutation | null {
  if (character === apiKey.charAt(at)) return null;
  return {
    says: `a character before its ${ordinal(at)}`,
    pieces: withoutEmpty(part(0, at), { text: character }, part(at, apiKey.length)),
  };
}

function deleted(apiKey: string, at: number): Mutation {
  return {
    says: `its ${ordinal(at)} character left out`,
    pieces: withoutEmpty(part(0, at), part(at + 1, apiKey.length)),
  };
}

function replaced(apiKey: string, at: number, character: string): Mutation {
  return {
    says: `another ${ordinal(at)} character`,
    pieces: withoutEmpty(part(0, at), { text: character }, part(at + 1, apiKey.length)),
  };
}

function swapped(apiKey: string, at: number): Mutation | null {
  if (at + 1 >= apiKey.length || !/[A-Za-z0-9]/.test(apiKey.charAt(at + 1))) return null;
  return {
    says: `its ${ordinal(at)} and ${ordinal(at + 1)} characters swapped`,
    pieces: withoutEmpty(part(0, at), part(at + 1, at + 2), part(at, at + 1), part(at + 2, apiKey.length)),
  };
}

function part(from: number, to: number): Piece {
  return { from, length: to - from };
}

function withoutEmpty(...all: readonly Piece[]): readonly Piece[] {
  return all.filter((piece) => 'text' in piece || piece.length > 0);
}

function ordinal(at: number): string {
  const number = at + 1;
  const ending = number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

/** The wrong keys that a run sends, at most as many as its examples. They depend on the seed and the key. */
export function mutatedKeys({
  apiKey,
  examples,
  seed,
}: Pick<Configuration, 'apiKey' | 'examples' | 'seed'>): readonly MutatedCredential[] {
  return mutatedCredentials(apiKey, examples, randomNumbers(seedFor(seed, 'mutated keys')));
}
