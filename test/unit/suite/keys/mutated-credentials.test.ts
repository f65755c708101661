import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../../src/suite/execution/random-numbers.ts';
import { isBearerKey, mutatedCredentials } from '../../../../src/suite/keys/mutated-credentials.ts';
import { createRedactor } from '../../../../src/http/redaction.ts';

const KEY = 'sk_test_4f9Kq7Zr2mXw8bTn';
const ALL = mutatedCredentials(KEY, 100, randomNumbers(3));
const visibleAscii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

function valuesOf(key: string, count = 100, seed = 3): readonly string[] {
  return mutatedCredentials(key, count, randomNumbers(seed)).map(({ secret }) => secret.value);
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function sorted(key: string): string {
  return key.split('').toSorted().join('');
}

describe('mutated keys', () => {
  it('are as many as asked for, all different, and a hundred at most', () => {
    expect(valuesOf(KEY, 5)).toHaveLength(5);
    expect(new Set(valuesOf(KEY, 10_000)).size).toBe(100);
    expect(valuesOf(KEY, 0)).toEqual([]);
    expect(valuesOf('', 5)).toEqual([]);
  });

  it('are never the key, in no case of letters and no other spelling, and of visible ASCII', () => {
    fc.assert(
      fc.property(visibleAscii, fc.nat(), (key, seed) => {
        const values = valuesOf(key, 20, seed);
        expect(values.filter((value) => plain(value) === plain(key) || !/^[!-~]+$/.test(value))).toEqual([]);
      }),
    );
  });

  it('decode to other bytes where keys are base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 40 }), (bytes) => {
        const values = valuesOf(Buffer.from(bytes).toString('base64url'), 20);
        expect(values.filter((value) => Buffer.from(value, 'base64url').equals(bytes))).toEqual([]);
      }),
    );
  });

  it('are near: one character more, less or other, or two that changed places', () => {
    const lengths = valuesOf(KEY).map((value) => value.length - KEY.length);
    expect(new Set(lengths)).toEqual(new Set([-1, 0, 1]));
    expect(valuesOf(KEY).some((value) => sorted(value) === sorted(KEY))).toBe(true);
  });

  it('are sent in another scheme now and then, mostly as bearer tokens', () => {
    const schemes = ALL.map(({ credential, secret }) => credential.authorization?.slice(0, -secret.value.length));
    expect(new Set(schemes)).toEqual(new Set(['Bearer ', 'Token ', 'Basic ', '']));
    expect(schemes.filter((scheme) => scheme === 'Bearer ').length).toBeGreaterThan(30);
    expect(ALL.map((_, index) => isBearerKey(index + 1))).toEqual(schemes.map((scheme) => scheme === 'Bearer '));
  });

  it('show no part of the key in their labels, which the redactor puts in their places', () => {
    const redactor = createRedactor(ALL.map(({ secret }) => secret));
    for (const { credential, secret } of ALL) {
      expect(credential.label).not.toMatch(/sk_|test|4f9|bTn/);
      expect(redactor.redactText(`no such key: ${secret.value}`)).toBe(`no such key: ${secret.label}`);
      expect(redactor.containsSecret(credential.label)).toBeNull();
    }
  });
});
