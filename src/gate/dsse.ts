import { sign, verify } from 'node:crypto';
import { isRecord, parseJson } from '../contract/parse-json.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import type { AttestationKey } from './signing-key.ts';

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
  if (!isEnvelope(value)) return null;
  const { payload, payloadType, signatures } = value;
  const [first] = signatures;
  if (first === undefined || signatures.length !== 1 || !isBase64(payload) || !isBase64(first.sig)) return null;
  const plain: Envelope = { payload, payloadType, signatures: [{ keyid: first.keyid, sig: first.sig }] };
  return payloadType === PAYLOAD_TYPE && envelopeText(plain) === text ? plain : null;
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    isRecord(value) &&
    typeof value['payload'] === 'string' &&
    typeof value['payloadType'] === 'string' &&
    Array.isArray(value['signatures']) &&
    value['signatures'].every(isSignature)
  );
}

function isSignature(value: unknown): boolean {
  return isRecord(value) && typeof value['keyid'] === 'string' && typeof value['sig'] === 'string';
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
