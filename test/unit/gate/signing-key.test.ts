import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPrivateKey, readPublicKey } from '../../../src/gate/signing-key.ts';
import { keyPair } from '../../support/keys.ts';

describe('a key', () => {
  it.each(['ed25519', 'p256'] as const)('of kind %s has the same id as its public part', (kind) => {
    const { privateKey, publicKey } = keyPair(kind);
    expect(privateKey.keyId).toMatch(/^[0-9a-f]{64}$/);
    expect(privateKey.keyId).toBe(publicKey.keyId);
  });

  it.each([
    ['another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('of another kind is refused: %s', (_, { privateKey, publicKey }) => {
    const problem = 'contains a key that is not Ed25519 or ECDSA P-256';
    const [privatePem, publicPem] = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'pem' }),
    ];
    expect(readPrivateKey(privatePem.toString())).toEqual({ kind: 'bad', problem });
    expect(readPublicKey(publicPem.toString())).toEqual({ kind: 'bad', problem });
  });

  it('is refused where there is none, where it has a passphrase, and where it is of the other part', () => {
    const { privatePem, publicPem } = keyPair('ed25519');
    const { privateKey } = generateKeyPairSync('ed25519');
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
    const problem = 'holds no private key in PEM without a passphrase';
    for (const pem of ['no key', publicPem, locked.toString()]) {
      expect(readPrivateKey(pem)).toEqual({ kind: 'bad', problem });
    }
    for (const pem of ['no key', privatePem]) expect(readPublicKey(pem)).toMatchObject({ kind: 'bad' });
  });
});
