import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate with its key, both as PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority, as `makeAuthority` returns it. */
export interface Authority {
  readonly name: string;
  readonly key: KeyObject;
  /** PEM text for `--ca-file`. */
  readonly certificate: string;
}

/** The contents of a certificate. By default it is valid from yesterday for about a year. */
export interface CertificateRequest {
  readonly name: string;
  readonly dnsNames?: readonly string[];
  /** IPv4 addresses, and `::1`. */
  readonly addresses?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
}

const DAY = 86_400_000;

/** Makes a private certificate authority that no machine trusts. */
export function makeAuthority(name: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const certificate = makeCertificate({ name }, publicKey, { name, key: privateKey }, true);
  return { name, key: privateKey, certificate };
}

/** Makes a server certificate. It is self-signed unless an authority is given. */
export function makeIdentity(request: CertificateRequest, authority: Authority | null): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = authority ?? { name: request.name, key: privateKey };
  const certificate = makeCertificate(request, publicKey, issuer, false);
  return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function makeCertificate(
  request: CertificateRequest,
  publicKey: KeyObject,
  issuer: { readonly name: string; readonly key: KeyObject },
  isAuthority: boolean,
): string {
  const now = Date.now();
  const algorithm = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const content = sequence(
    tagged(0xa0, integer(2)),
    tagged(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    commonName(issuer.name),
    sequence(time(request.from ?? new Date(now - DAY)), time(request.until ?? new Date(now + 365 * DAY))),
    commonName(request.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(request, publicKey, isAuthority))),
  );
  const signature = sign('sha256', content, issuer.key);
  const der = sequence(content, algorithm, bitString(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(request: CertificateRequest, key: KeyObject, isAuthority: boolean): readonly Buffer[] {
  const identifier = createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
  const names = [
    ...(request.dnsNames ?? []).map((name) => tagged(0x82, Buffer.from(name, 'ascii'))),
    ...(request.addresses ?? []).map((address) => tagged(0x87, addressBytes(address))),
  ];
  return [
    extension(0x0e, tagged(0x04, identifier)),
    ...(isAuthority ? [extension(0x13, sequence(tagged(0x01, Buffer.from([0xff]))), true)] : []),
    ...(names.length === 0 ? [] : [extension(0x11, sequence(...names))]),
  ];
}

function extension(id: number, value: Buffer, critical = false): Buffer {
  const mark = critical ? [tagged(0x01, Buffer.from([0xff]))] : [];
  return sequence(objectId(0x55, 0x1d, id), ...mark, tagged(0x04, value));
}

function addressBytes(address: string): Buffer {
  if (address === '::1') return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
  return Buffer.from(address.split('.').map(Number));
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(name, 'utf8')))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(digits, 'ascii'));
}

function bitString(bytes: Uint8Array): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

function objectId(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** One DER value: tag, length and content. */
function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
