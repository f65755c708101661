import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../support/child-process.ts';
import { randomNumbers } from '../../../src/conformance/random-numbers.ts';
import { mutatedCredentials } from '../../../src/target/mutated-credentials.ts';
import { createRedactor } from '../../../src/target/redaction.ts';

const KEY = 'sk_test_4f9Kq7Zr2mXw8bTn';
const awkwardKeys = [
  'a',
  '7',
  '-',
  'ab',
  '0000',
  KEY,
  '12345678901234567890',
  'deadbeef-0123',
  '$HOME`id`"x"\\n\'y\'!*{}%s',
];
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
        for (const value of valuesOf(key, 20, seed)) {
          expect(plain(value)).not.toBe(plain(key));
          expect(value).toMatch(/^[!-~]+$/);
        }
      }),
    );
  });

  it('decode to other bytes where keys are base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 40 }), (bytes) => {
        const key = Buffer.from(bytes).toString('base64url');
        for (const value of valuesOf(key, 20))
          expect(Buffer.from(value, 'base64url').equals(Buffer.from(bytes)), value).toBe(false);
      }),
    );
  });

  it('are near: one character more, less or other, or two that changed places', () => {
    const lengths = valuesOf(KEY).map((value) => value.length - KEY.length);
    expect(new Set(lengths)).toEqual(new Set([-1, 0, 1]));
    expect(valuesOf(KEY).some((value) => sorted(value) === sorted(KEY))).toBe(true);
  });

  it('follow from the numbers that are drawn', () => {
    expect(valuesOf(KEY, 20, 1)).toEqual(valuesOf(KEY, 20, 1));
    expect(valuesOf(KEY, 20, 2)).not.toEqual(valuesOf(KEY, 20, 1));
  });

  it('are sent in another scheme now and then, mostly as bearer tokens', () => {
    const all = mutatedCredentials(KEY, 100, randomNumbers(3));
    const schemes = all.map(({ credential, secret }) => credential.authorization?.slice(0, -secret.value.length));
    expect(new Set(schemes)).toEqual(new Set(['Bearer ', 'Token ', 'Basic ', '']));
    expect(schemes.filter((scheme) => scheme === 'Bearer ').length).toBeGreaterThan(30);
    expect(all.map(({ key }) => key)).toEqual(schemes.map((scheme) => (scheme === 'Bearer ' ? 'invalid' : 'missing')));
  });

  it('show no part of the key in their labels, which the redactor puts in their places', () => {
    const all = mutatedCredentials(KEY, 100, randomNumbers(3));
    const redactor = createRedactor(all.map(({ secret }) => secret));
    for (const { credential, secret } of all) {
      expect(credential.label).not.toMatch(/sk_|test|4f9|bTn/);
      expect(redactor.redactText(`no such key: ${secret.value}`)).toBe(`no such key: ${secret.label}`);
      expect(redactor.containsSecret(credential.label)).toBeNull();
    }
  });

  it.each(awkwardKeys)('are made by the shell from $PETSTORE_API_KEY as they are made here: %s', async (key) => {
    const all = mutatedCredentials(key, 20, randomNumbers(3)).map(({ credential }) => credential);
    const script = all.map(({ shell }) => `printf '%s\\0' ${shell ?? ''}`).join('\n');
    const environment = { PATH: process.env['PATH'], PETSTORE_API_KEY: key };
    const { out } = await resultOf(startProcess('bash', ['--norc', '-c', script], { env: environment }));
    expect(out.split('\0').slice(0, -1)).toEqual(all.map(({ authorization }) => authorization));
  });
});
