import { generateKeyPairSync } from 'node:crypto';
import { type AttestationKey, readPrivateKey, readPublicKey } from '../../src/gate/signatures.ts';

/** A key pair as PEM, and as parsed keys. */
export interface KeyPair {
  readonly privatePem: string;
  readonly publicPem: string;
  readonly privateKey: AttestationKey;
  readonly publicKey: AttestationKey;
}

/** Generates a key pair of a type that attestations accept. */
export function keyPair(kind: 'ed25519' | 'p256'): KeyPair {
  const made = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privatePem = made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicPem = made.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const [privateKey, publicKey] = [readPrivateKey(privatePem), readPublicKey(publicPem)];
  if (privateKey.kind !== 'ok' || publicKey.kind !== 'ok') throw new Error('The generated keys are unreadable.');
  return { privatePem, publicPem, privateKey: privateKey.value, publicKey: publicKey.value };
}
