import { afterEach, describe, expect, it } from 'vitest';
import { defaultNetwork, type NetworkSettings } from '../../src/target/network-settings.ts';
import { clientFor, createRequest, listRequest } from '../support/client-under-test.ts';
import {
  type Authority,
  type CertificateRequest,
  makeAuthority,
  makeIdentity,
} from '../../lab/hostile/certificates.ts';
import { type Answering, type Listening, listenTls, whole } from '../../lab/hostile/hostile-target.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(
  authority: Authority,
  request: Partial<CertificateRequest>,
  answering: Answering = (socket) => socket.write(whole('[]')),
): Promise<Listening> {
  const { certificate, key } = makeIdentity({ name: 'target', addresses: ['127.0.0.1'], ...request }, authority);
  const target = await listenTls({ cert: certificate, key }, answering);
  closers.push(target.close);
  return target;
}

function trusting({ certificate }: Authority, insecure = false): NetworkSettings {
  return { ...defaultNetwork, trust: { authorities: { file: 'ca.pem', pem: certificate }, insecure } };
}

describe('a certificate of a trusted authority', () => {
  it('is believed for its host, and not for another', async () => {
    const authority = makeAuthority('Trusted');
    const right = clientFor((await serve(authority, {})).baseUrl, { network: trusting(authority) });
    const wrong = clientFor((await serve(authority, { addresses: [], dnsNames: ['other.example'] })).baseUrl, {
      network: trusting(authority),
    });
    closers.push(right.client.close, wrong.client.close);
    expect((await right.client.send(listRequest, 'case')).result.kind).toBe('answered');
    expect((await wrong.client.send(listRequest, 'case')).result).toMatchObject({
      failure: { kind: 'tls', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') as string },
    });
  });

  it('that has expired is told as that, and believed only where any is', async () => {
    const authority = makeAuthority('Trusted');
    const old = { from: new Date(0), until: new Date(86_400_000) };
    const target = await serve(authority, old);
    const careful = clientFor(target.baseUrl, { network: trusting(authority) });
    const careless = clientFor(target.baseUrl, { network: trusting(authority, true) });
    closers.push(careful.client.close, careless.client.close);
    expect((await careful.client.send(listRequest, 'case')).result).toMatchObject({
      failure: { kind: 'tls', message: expect.stringContaining('CERT_HAS_EXPIRED') as string },
    });
    expect((await careless.client.send(listRequest, 'case')).result.kind).toBe('answered');
  });
});

describe('beneath TLS', () => {
  it('a single byte of an answer keeps an addition from being sent again', async () => {
    const authority = makeAuthority('Trusted');
    const target = await serve(authority, {}, (socket) => void socket.end('H'));
    const { client } = clientFor(target.baseUrl, { network: trusting(authority) });
    closers.push(client.close);
    const { result } = await client.send(createRequest, 'case');
    expect(result).toMatchObject({ failure: { kind: 'cut-short' } });
    expect(target.posts()).toBe(1);
  });

  it('a connection closed without a byte is tried once more', async () => {
    const authority = makeAuthority('Trusted');
    const target = await serve(authority, {}, (socket) => void socket.end());
    const { client } = clientFor(target.baseUrl, { network: trusting(authority) });
    closers.push(client.close);
    const { result } = await client.send(createRequest, 'case');
    expect(result).toMatchObject({ failure: { kind: 'closed-before-answer' } });
    expect(target.posts()).toBe(2);
  });
});
