import { afterEach, describe, expect, it } from 'vitest';
import type { HttpResult } from '../../src/http/request.ts';
import { defaultNetwork } from '../../src/settings/network.ts';
import { type CertificateRequest, makeAuthority, makeIdentity } from '../../lab/hostile/certificates.ts';
import { type Responder, type Listening, listenTls, whole } from '../../lab/hostile/hostile-target.ts';
import { clientFor, createRequest, listRequest } from '../support/client-under-test.ts';

const authority = makeAuthority('Trusted');
const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(
  request: Partial<CertificateRequest>,
  responder: Responder = (socket) => socket.write(whole('[]')),
): Promise<Listening> {
  const { certificate, key } = makeIdentity({ name: 'target', addresses: ['127.0.0.1'], ...request }, authority);
  const target = await listenTls({ cert: certificate, key }, responder);
  closers.push(target.close);
  return target;
}

/** Sends a request with a client that trusts the authority, or every certificate. */
async function send(
  { baseUrl }: Listening,
  request: typeof listRequest,
  insecure = false,
): Promise<HttpResult['result']> {
  const trust = { authorities: { file: 'ca.pem', pem: authority.certificate }, insecure, client: null };
  const { client } = clientFor(baseUrl, { network: { ...defaultNetwork, trust } });
  closers.push(client.close);
  return (await client.send(request, 'case')).result;
}

const EXPIRED = { from: new Date(0), until: new Date(86_400_000) };
const OTHER_HOST = { addresses: [], dnsNames: ['other.example'] };

describe('a certificate of a trusted authority', () => {
  it.each([
    ['for its host is accepted', {}, false, { kind: 'response' }],
    ['for another host is rejected', OTHER_HOST, false, failureOf('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['that has expired is reported as expired', EXPIRED, false, failureOf('CERT_HAS_EXPIRED')],
    ['that has expired is accepted with --insecure', EXPIRED, true, { kind: 'response' }],
  ])('%s', async (_, certificate, insecure, result) => {
    expect(await send(await serve(certificate), listRequest, insecure)).toMatchObject(result);
  });
});

function failureOf(code: string): object {
  return { failure: { kind: 'tls', message: expect.stringContaining(code) } };
}

describe('an addition over TLS', () => {
  it.each([
    ['is not sent again after a single byte of a response', 'H', 'cut-short', 1],
    ['is sent again if the connection closed without a byte', '', 'closed-before-response', 4],
  ])('%s', async (_, response, kind, posts) => {
    const target = await serve({}, (socket) => void socket.end(response));
    expect(await send(target, createRequest)).toMatchObject({ failure: { kind } });
    expect(target.posts()).toBe(posts);
  });
});
