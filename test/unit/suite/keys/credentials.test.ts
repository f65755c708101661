import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../../src/http/request.ts';
import { credentialsFor, type Credentials, KEY_FORMS } from '../../../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../../../src/suite/records/run-redactor.ts';
import { SPECIAL_TOKENS } from '../../../../src/suite/keys/special-tokens.ts';
import { createRedactor } from '../../../../src/http/redaction.ts';

const visibleAscii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
const half = (): number => 0.5;
const chance = fc.double({ min: 0, max: 0.999_999, noNaN: true });

const LONGER = 'key-and-a-character';
const CUT = 'key-cut-short';
const HEADLESS = 'key-without-first-character';
const SHORTENED = 'key-without-last-character';
const OTHERWISE = 'key-first-character-changed';
const LAST = 'key-last-character-changed';
const MIDDLE = 'key-middle-changed';
const SWAPPED = 'key-case-swapped';

/** The recipes that hold no valid key; the contract leaves the others open (part 5). */
function refusedOf(credentials: Credentials): readonly Credential[] {
  const open: readonly string[] = ['valid', ...KEY_FORMS];
  return Object.values(credentials).filter(({ id }) => !open.includes(id));
}

function isSpecial({ id }: Credential): boolean {
  return id in SPECIAL_TOKENS;
}

function tokenOf(credential: Credential | undefined): string {
  return credential?.authorization?.slice('Bearer '.length) ?? '';
}

describe('the recipes of a key', () => {
  it('are never the valid one where they are to be refused, nor twice the same', () => {
    fc.assert(
      fc.property(visibleAscii, chance, (key, drawn) => {
        const credentials = credentialsFor(key, () => drawn);
        const refused = refusedOf(credentials);
        expect(credentials.valid.authorization).toBe(`Bearer ${key}`);
        for (const credential of refused) expect(credential.authorization).not.toBe(credentials.valid.authorization);
        const tokens = refused.flatMap(({ id, token }) => (id.startsWith('random-key') ? [] : (token ?? [])));
        expect(new Set(tokens).size).toBe(tokens.length);
        expect(tokens).not.toContain('');
      }),
    );
  });

  it('are what their names say', () => {
    const credentials = Object.values(credentialsFor('sk_Ab12cd', () => 0)).filter((each) => !isSpecial(each));
    expect(Object.fromEntries(credentials.map(({ id, authorization }) => [id, authorization]))).toEqual({
      valid: 'Bearer sk_Ab12cd',
      none: null,
      empty: '',
      'bearer-without-token': 'Bearer',
      'random-key': 'Bearer aa_Aa00aa',
      'key-and-a-character': `Bearer sk_Ab12cd${'7'.repeat(28)}`,
      'character-and-key': 'Bearer -sk_Ab12cd',
      'key-cut-short': 'Bearer sk_A',
      'key-without-first-character': 'Bearer k_Ab12cd',
      'key-without-last-character': 'Bearer sk_Ab12c',
      'key-first-character-changed': 'Bearer Sk_Ab12cd',
      'key-last-character-changed': 'Bearer sk_Ab12cx',
      'key-middle-changed': 'Bearer sk_Ax12cd',
      'key-case-swapped': 'Bearer SK_aB12CD',
      'random-key-lower-case-scheme': 'bearer aa_Aa00aa',
      'basic-wrong-key': `Basic ${Buffer.from('aa_Aa00aa:aa_Aa00aa').toString('base64')}`,
      'key-before-another': 'Bearer sk_Ab12cd, Bearer aa_Aa00aa',
      'key-after-another': 'Bearer aa_Aa00aa, Bearer sk_Ab12cd',
      basic: `Basic ${Buffer.from('sk_Ab12cd:').toString('base64')}`,
      'raw-key-without-scheme': 'sk_Ab12cd',
      'lower-case-scheme': 'bearer sk_Ab12cd',
    });
  });

  it.each([
    ['of one letter', 'a', [CUT, HEADLESS, SHORTENED, OTHERWISE, MIDDLE, SWAPPED]],
    ['of equal letters', 'aaaa', [HEADLESS, SWAPPED]],
    ['of one digit', '1', [CUT, HEADLESS, SHORTENED, OTHERWISE, MIDDLE, SWAPPED]],
    ['of digits with a zero before them', '0123456', [HEADLESS, SWAPPED]],
    ['in small letters', 'sk_test_4f9kq7zr2mxw8btn', [SWAPPED]],
    ['in both cases', 'sk_test_4f9Kq7Zr2mXw8bTn', []],
    ['in hexadecimal', '9f3A0b7C52de41F886a0c4D19be37720', [SWAPPED]],
    ['that is a UUID', '3F2a9c1e-7b40-4D5f-8e21-90ab6cD7e453', [SWAPPED]],
    ['in base64 with padding', 'q83vEjRWeJCrze8SNFZ4kA==', [LONGER, SHORTENED]],
    ['in base64 with one sign of padding', 'q83vEjRWeJCrze8SNFY=', [LONGER, SHORTENED]],
    ['that is a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwZXRzIn0.4f9Kq7Zr2mXw8bTnLc5VdYh0Gs3', []],
  ])('are left out where a key %s allows none', (_kind, key, missing) => {
    const credentials = credentialsFor(key, half);
    const dependent = [LONGER, CUT, HEADLESS, SHORTENED, OTHERWISE, LAST, MIDDLE, SWAPPED] as const;
    expect(dependent.filter((id) => credentials[id] === undefined)).toEqual(missing);
    expect(refusedOf(credentials).filter((each) => !isSpecial(each))).toHaveLength(15 - missing.length);
  });

  it.each([
    ['hexadecimal', 'hex', (key: string) => Buffer.from(key, 'hex')],
    ['base64', 'base64', (key: string) => Buffer.from(key, 'base64')],
    ['base64 for URLs', 'base64url', (key: string) => Buffer.from(key, 'base64url')],
  ] as const)('decode to other bytes where keys are %s', (_kind, encoding, decode) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3, maxLength: 40 }), chance, (bytes, drawn) => {
        const credentials = credentialsFor(Buffer.from(bytes).toString(encoding), () => drawn);
        const near = refusedOf(credentials).filter(({ id }) => /key/.test(id) && !id.startsWith('basic'));
        expect(near.filter((each) => decode(tokenOf(each)).equals(bytes))).toEqual([]);
      }),
    );
  });

  it('change the last character beyond what a decoder of base64 may overlook', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 40 }), (bytes) => {
        const credentials = credentialsFor(Buffer.from(bytes).toString('base64url'), half);
        const changed = tokenOf(credentials[LAST]);
        expect(Buffer.from(changed, 'base64url').equals(bytes)).toBe(false);
      }),
    );
  });
});

describe('the secrets', () => {
  it('are the key, what is derived from it and the configured headers, with their parts', () => {
    const key = 'sk_test_4f9Kq7Zr2mXw8bTn';
    const secrets = secretsOf(key, credentialsFor(key, half), [['X-Gateway', 'Basic dXNlcjpwYXNzd29yZA==']]);
    const values = [
      key,
      key + '7'.repeat(28),
      `-${key}`,
      `${key}.9999`,
      `${key}++`,
      `${key}//`,
      key.slice(1),
      key.slice(0, -1),
      `S${key.slice(1)}`,
      `${key.slice(0, -1)}x`,
      'sk_test_4f9Kx7Zr2mXw8bTn',
      'SK_TEST_4F9kQ7zR2MxW8BtN',
      'nTb8wXm2rZ7qK9f4_tset_ks',
      'sk_test_4f9K7Zr2mXw8bTn',
      key.slice(0, -2),
      'sk_test_',
      'Basic dXNlcjpwYXNzd29yZA==',
      'dXNlcjpwYXNzd29yZA',
    ];
    expect(secrets.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
    expect(secrets.map(({ label }) => label)).toContain('[header X-Gateway]');
    expect(secrets.filter((each) => each.isPart).map(({ value }) => value)).toEqual(['sk_test_']);
  });

  it.each([
    ['petstore-conformance/1.0.0', 'petstore-conformance/1.0.0'],
    ['https://petstore.example/v1', 'https://petstore.example/v1'],
    ['the key petstore42', 'the key [key]'],
    ['the key petstore4', 'the key [key without its last character]'],
  ])('leave what each request shows: %s', (text, redacted) => {
    const key = 'petstore42';
    const shown = ['petstore-conformance', 'https://Petstore.example/v1'];
    const { redactText, redactHeader } = createRedactor(secretsOf(key, credentialsFor(key, half), [], { shown }));
    expect(redactText(text)).toBe(redacted);
    expect(redactHeader('Authorization', 'Bearer petstore')).toBe('Bearer [key without its last two characters]');
  });

  it('hide each wrong key that is made from the right one', () => {
    const key = 'sk_test_4f9Kq7Zr2mXw8bTn';
    const credentials = credentialsFor(key, half);
    const { redactText } = createRedactor(secretsOf(key, credentials, []));
    const shown = Object.values(credentials).map(({ authorization }) => redactText(authorization ?? ''));
    const reversed = Array.from(key).toReversed().join('');
    const revealing = shown.filter((text) => [key, reversed].some((each) => text.includes(each.slice(3, 9))));
    expect(revealing).toEqual([]);
  });
});
