import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../../src/http/request.ts';
import { credentialsFor, type Credentials } from '../../../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../../../src/suite/run-redactor.ts';

const visibleAscii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
const half = (): number => 0.5;
const chance = fc.double({ min: 0, max: 0.999_999, noNaN: true });

const CUT = 'key-cut-short';
const HEADLESS = 'key-without-first-character';
const SHORTENED = 'key-without-last-character';
const OTHERWISE = 'key-first-character-changed';
const SWAPPED = 'key-case-swapped';

/** The recipes that hold no valid key; of the others it is not shown whether they do (part 5). */
function refusedOf(credentials: Credentials): readonly Credential[] {
  const open = ['valid', 'raw-key-without-scheme', 'lower-case-scheme'];
  return Object.values(credentials).filter(({ id }) => !open.includes(id));
}

describe('the recipes of a key', () => {
  it('are never the valid one where they are to be refused, nor twice the same', () => {
    fc.assert(
      fc.property(visibleAscii, chance, (key, drawn) => {
        const credentials = credentialsFor(key, () => drawn);
        const refused = refusedOf(credentials);
        expect(credentials.valid.authorization).toBe(`Bearer ${key}`);
        for (const credential of refused) expect(credential.authorization).not.toBe(credentials.valid.authorization);
        const tokens = refused.filter(({ id }) => id.startsWith('key-') && id !== SWAPPED);
        expect(new Set(tokens.map(({ authorization }) => authorization)).size).toBe(tokens.length);
      }),
    );
  });

  it('are what their names say', () => {
    const credentials = Object.entries(credentialsFor('sk_Ab12cd', () => 0));
    expect(Object.fromEntries(credentials.map(([id, { authorization }]) => [id, authorization]))).toEqual({
      valid: 'Bearer sk_Ab12cd',
      none: null,
      empty: '',
      'bearer-without-token': 'Bearer',
      'random-key': 'Bearer aa_Aa00aa',
      'key-and-a-character': 'Bearer sk_Ab12cdx',
      'character-and-key': 'Bearer xsk_Ab12cd',
      'key-cut-short': 'Bearer sk_A',
      'key-without-first-character': 'Bearer k_Ab12cd',
      'key-without-last-character': 'Bearer sk_Ab12c',
      'key-first-character-changed': 'Bearer xk_Ab12cd',
      'key-last-character-changed': 'Bearer sk_Ab12cx',
      'key-case-swapped': 'Bearer SK_aB12CD',
      basic: `Basic ${Buffer.from('sk_Ab12cd:').toString('base64')}`,
      'basic-password': `Basic ${Buffer.from('api:sk_Ab12cd').toString('base64')}`,
      'basic-raw-key': 'Basic sk_Ab12cd',
      'raw-key-without-scheme': 'sk_Ab12cd',
      'lower-case-scheme': 'bearer sk_Ab12cd',
    });
  });

  it.each([
    ['a', [CUT, HEADLESS, SHORTENED, OTHERWISE]],
    ['aaaa', [HEADLESS]],
    ['1', [CUT, HEADLESS, SHORTENED, OTHERWISE, SWAPPED]],
    ['0123456', [HEADLESS, SWAPPED]],
  ])('are left out where %s allows none', (key, missing) => {
    const credentials = credentialsFor(key, half);
    const dependent = [CUT, HEADLESS, SHORTENED, OTHERWISE, SWAPPED] as const;
    expect(dependent.filter((id) => credentials[id] === undefined)).toEqual(missing);
    expect(refusedOf(credentials)).toHaveLength(15 - missing.length);
  });

  it('change the last character beyond what a decoder of base64 may overlook', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 40 }), (bytes) => {
        const credentials = credentialsFor(Buffer.from(bytes).toString('base64url'), half);
        const changed = credentials['key-last-character-changed'].authorization?.slice('Bearer '.length) ?? '';
        expect(Buffer.from(changed, 'base64url').equals(bytes)).toBe(false);
      }),
    );
  });
});

describe('the secrets', () => {
  it('are the key, what is derived from it and the configured headers, with their parts', () => {
    const key = 'sk_test_4f9Kq7Zr2mXw8bTn';
    const secrets = secretsOf(key, credentialsFor(key, half), [['X-Gateway', 'Basic dXNlcjpwYXNzd29yZA==']]);
    expect(secrets.map(({ value }) => value)).toEqual([
      key,
      `${key}x`,
      `x${key.slice(1)}`,
      `${key.slice(0, -1)}x`,
      key.slice(1),
      key.slice(0, -1),
      'SK_TEST_4F9kQ7zR2MxW8BtN',
      'sk_t',
      'Basic dXNlcjpwYXNzd29yZA==',
      'dXNlcjpwYXNzd29yZA',
    ]);
    expect(secrets.map(({ label }) => label)).toContain('[header X-Gateway]');
  });
});
