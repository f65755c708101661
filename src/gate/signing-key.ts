import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Result } from '../contract/result.ts';

/** A key that signs or verifies attestations. `keyId` is the SHA-256 of its public part (SPKI, DER) in hexadecimal. */
export interface AttestationKey {
  readonly key: KeyObject;
  readonly keyId: string;
  /** The digest that ECDSA signs; Ed25519 signs the text itself. */
  readonly digest: 'sha256' | null;
}

/** A public key, and what a policy or a flag calls it. */
export interface NamedKey extends AttestationKey {
  readonly name: string;
}

/** Which key signed: its name and id. */
export type Signer = Pick<NamedKey, 'name' | 'keyId'>;

/** Reads a private key: PEM without a passphrase, Ed25519 or ECDSA P-256. A problem is a phrase that quotes nothing of the file. */
export function readPrivateKey(pem: string): Result<AttestationKey> {
  return read(pem, 'private', createPrivateKey);
}

/** Reads a public key: PEM, Ed25519 or ECDSA P-256. A private key is rejected: verification must not need one. */
export function readPublicKey(pem: string): Result<AttestationKey> {
  if (pem.includes('PRIVATE KEY')) return { kind: 'bad', problem: 'holds a private key; it must hold the public key' };
  return read(pem, 'public', createPublicKey);
}

function read(pem: string, what: 'private' | 'public', create: (pem: string) => KeyObject): Result<AttestationKey> {
  let key: KeyObject;
  try {
    key = create(pem);
  } catch {
    return { kind: 'bad', problem: `holds no ${what} key in PEM without a passphrase` };
  }
  const digest = digestFor(key);
  if (digest === undefined) return { kind: 'bad', problem: 'contains a key that is not Ed25519 or ECDSA P-256' };
  return { kind: 'ok', value: { key, keyId: keyIdOf(key), digest } };
}

function digestFor(key: KeyObject): 'sha256' | null | undefined {
  if (key.asymmetricKeyType === 'ed25519') return null;
  const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return isP256 ? 'sha256' : undefined;
}

function keyIdOf(key: KeyObject): string {
  const publicPart = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicPart.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
