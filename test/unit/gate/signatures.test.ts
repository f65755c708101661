import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe, expect, it } from 'vitest';
import {
  type Envelope,
  envelopeText,
  preAuthEncoding,
  readEnvelope,
  readPrivateKey,
  readPublicKey,
  signatureProblem,
  signEnvelope,
  statementOf,
} from '../../../src/gate/signatures.ts';
import { statementFor } from '../../../src/gate/attestation.ts';
import { caseEnd, judged, reportOf, RUN } from '../../support/fake-records.ts';
import { keyPair } from '../../support/keys.ts';

const RUN_OF_BUILD = { ...RUN, configuration: { subject: `app@sha256:${'cd'.repeat(32)}` } };
const REPORT = reportOf({
  run: RUN_OF_BUILD,
  cases: [caseEnd(['GET-OK'])],
  records: [judged('GET-OK', 'satisfied')],
});
const FILES = [{ name: 'report.json', bytes: 3, sha256: 'ab'.repeat(32) }];
const STATEMENT = statementFor(REPORT, FILES);

/** Another implementation of DSSE, which knows nothing of ours: throws where it does not accept the envelope. */
function verifyElsewhere(envelope: Envelope, publicPem: string): void {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      publicKey: { hint: envelope.signatures[0]?.keyid ?? '' },
      tlogEntries: [],
      timestampVerificationData: { rfc3161Timestamps: [] },
    },
    dsseEnvelope: envelope,
  });
  const trust = toTrustMaterial(
    { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] },
    () => ({ publicKey: createPublicKey(publicPem), validFor: () => true }),
  );
  new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(toSignedEntity(bundle));
}

describe.each(['ed25519', 'p256'] as const)('an envelope signed with %s', (kind) => {
  const own = keyPair(kind);
  const other = keyPair(kind);
  const envelope = signEnvelope(STATEMENT, own.privateKey);

  it('is accepted by its public key, here and by another implementation', () => {
    expect(signatureProblem(envelope, own.publicKey)).toBeNull();
    expect(() => verifyElsewhere(envelope, own.publicPem)).not.toThrow();
  });

  it('is refused for another key, here and by another implementation', () => {
    expect(signatureProblem(envelope, other.publicKey)).toContain('was not signed by the key');
    expect(() => verifyElsewhere(envelope, other.publicPem)).toThrow();
  });

  it('is refused once its statement is changed, here and by another implementation', () => {
    const forged = STATEMENT.replace('"PASSED"', '"WARNED"');
    const changed = { ...envelope, payload: Buffer.from(forged).toString('base64') };
    expect(forged).not.toBe(STATEMENT);
    expect(signatureProblem(changed, own.publicKey)).toContain('was changed after it was signed');
    expect(() => verifyElsewhere(changed, own.publicPem)).toThrow();
  });

  it('is read back from its text, in no other way to write it, and not with the id of another key', () => {
    const text = envelopeText(envelope);
    expect(readEnvelope(text)).toEqual(envelope);
    expect(statementOf(envelope)).toBe(STATEMENT);
    const edits = [`${text} `, text.trim(), text.replace('"payload"', ' "payload"'), text.replace('{', '{"a":1,')];
    expect(edits.map(readEnvelope)).toEqual([null, null, null, null]);
    const renamed = { ...envelope, signatures: envelope.signatures.map((each) => ({ ...each, keyid: 'ab' })) };
    expect(signatureProblem(renamed, own.publicKey)).toContain('names a different key');
  });
});

it('the encoding that is signed is that of the protocol, lengths in bytes', () => {
  // The example of the protocol's own text.
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(preAuthEncoding('é', Buffer.from('ü')).toString()).toBe('DSSEv1 2 é 2 ü');
});

describe('a file that is no envelope of one statement', () => {
  const envelope = signEnvelope(STATEMENT, keyPair('ed25519').privateKey);
  it.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['no signature', envelopeText({ ...envelope, signatures: [] })],
    ['two signatures', envelopeText({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] })],
    ['another type', envelopeText({ ...envelope, payloadType: 'text/plain' })],
    ['loose base64', envelopeText({ ...envelope, payload: `${envelope.payload}!` })],
  ])('is refused: %s', (_, text) => {
    expect(readEnvelope(text)).toBeNull();
  });
});

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
    expect(readPrivateKey(privatePem.toString())).toEqual({ kind: 'bad', problems: [problem] });
    expect(readPublicKey(publicPem.toString())).toEqual({ kind: 'bad', problems: [problem] });
  });

  it('is refused where there is none, where it has a passphrase, and where it is of the other part', () => {
    const { privatePem, publicPem } = keyPair('ed25519');
    const { privateKey } = generateKeyPairSync('ed25519');
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
    const problem = 'holds no private key in PEM without a passphrase';
    for (const pem of ['no key', publicPem, locked.toString()]) {
      expect(readPrivateKey(pem)).toEqual({ kind: 'bad', problems: [problem] });
    }
    for (const pem of ['no key', privatePem]) expect(readPublicKey(pem)).toMatchObject({ kind: 'bad' });
  });
});
