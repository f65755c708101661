import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { bad, ok, type Result } from '../contract/result.ts';
import { isRecord, parseJson } from '../contract/json.ts';
import { decodeUtf8 } from '../contract/utf8.ts';

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
  if (pem.includes('PRIVATE KEY')) return bad('holds a private key; it must hold the public key');
  return read(pem, 'public', createPublicKey);
}

function read(pem: string, what: 'private' | 'public', create: (pem: string) => KeyObject): Result<AttestationKey> {
  let key: KeyObject;
  try {
    key = create(pem);
  } catch {
    return bad(`holds no ${what} key in PEM without a passphrase`);
  }
  const digest = digestFor(key);
  if (digest === undefined) return bad('contains a key that is not Ed25519 or ECDSA P-256');
  return ok({ key, keyId: keyIdOf(key), digest });
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

/** The type of an in-toto statement in an envelope. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A DSSE envelope as its JSON has it; payload and signatures in base64. */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The bytes that are signed: the type and the payload, each after its length in bytes (DSSE v1, PAE). */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType);
  const head = `DSSEv1 ${type.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** A statement in an envelope with one signature. */
export function signEnvelope(statement: string, { key, keyId, digest }: AttestationKey): Envelope {
  const payload = Buffer.from(statement);
  const signature = sign(digest, preAuthEncoding(PAYLOAD_TYPE, payload), key);
  return {
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId, sig: signature.toString('base64') }],
  };
}

/** The text of an envelope's file. Only this spelling is valid, so every edit of the file is noticed. */
export function envelopeText(envelope: Envelope): string {
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** Reads an envelope as this suite writes it, with one signature. Null for anything else. */
export function readEnvelope(text: string): Envelope | null {
  const value = parseJson(text);
  const signatures = isRecord(value) ? value['signatures'] : null;
  const first: unknown = Array.isArray(signatures) ? signatures[0] : null;
  const [payload, keyid, sig] = [textIn(value, 'payload'), textIn(first, 'keyid'), textIn(first, 'sig')];
  const plain: Envelope = { payload, payloadType: PAYLOAD_TYPE, signatures: [{ keyid, sig }] };
  return envelopeText(plain) === text && isBase64(payload) && isBase64(sig) ? plain : null;
}

function textIn(value: unknown, member: string): string {
  const text = isRecord(value) ? value[member] : null;
  return typeof text === 'string' ? text : '';
}

function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/** The text that an envelope holds; null if it is not UTF-8. */
export function statementOf({ payload }: Envelope): string | null {
  return decodeUtf8(Buffer.from(payload, 'base64'));
}

/** Why a key did not sign an envelope, as a phrase; null if it did. */
export function signatureProblem(envelope: Envelope, { key, keyId, digest }: AttestationKey): string | null {
  const [signature] = envelope.signatures;
  if (signature === undefined) return 'holds no signature';
  const signed = preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, 'base64'));
  if (!verify(digest, signed, key, Buffer.from(signature.sig, 'base64'))) {
    return signature.keyid === keyId ? 'was changed after it was signed' : `was not signed by the key ${keyId}`;
  }
  return signature.keyid === keyId ? null : 'names a different key than the one that signed it';
}
