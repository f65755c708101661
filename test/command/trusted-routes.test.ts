import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestError, Server as ProxyServer } from 'proxy-chain';
import { afterEach, describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { runCommandLine, targetOf } from '../support/command.ts';
import { startRawServer } from '../support/raw-server.ts';
import { resultOf, startProcess } from '../../lab/child-process.ts';
import { type Authority, makeAuthority, makeIdentity } from '../../lab/hostile/certificates.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Closes a server and its connections, because an unread connection would keep it open. */
function closeInTheEnd(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
}

type Target = Parameters<typeof targetOf>[0];

async function reference(): Promise<Target> {
  const service = await startReference();
  closers.push(() => service.close());
  return service;
}

/** Starts a server that forwards requests to the service, and returns its port. */
async function inFrontOf(service: Target, make: (serve: (socket: Socket) => void) => Server, host: string) {
  const { port } = new URL(service.url);
  const server = make((socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.end());
    socket.pipe(behind).pipe(socket);
  }).listen(0, host);
  await once(server, 'listening');
  closeInTheEnd(server);
  return (server.address() as AddressInfo).port;
}

async function referenceOverTls(authority: Authority, host = 'localhost', options: TlsOptions = {}): Promise<Target> {
  const service = await reference();
  const { certificate: cert, key } = makeIdentity({ name: 'reference', dnsNames: [host] }, authority);
  const port = await inFrontOf(service, (serve) => createTlsServer({ cert, key, ...options }, serve), '127.0.0.1');
  return { url: `https://${host}:${port}/v1`, key: service.key };
}

function fileWith(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-ca-'));
  closers.push(async () => rmSync(directory, { recursive: true }));
  const path = join(directory, 'ca.pem');
  writeFileSync(path, text);
  return path;
}

/** A run of two cases is enough, because every request reaches the target the same way. */
const BRIEF = ['run', '--only', 'LIST-OK'];

/** Whether a report verifies listing. Only responses of the service can lead to that. */
function listed(report: Report | null): boolean {
  return report?.requirements.find(({ id }) => id === 'LIST-OK')?.outcome === 'verified';
}

describe('a TLS target with a private authority', () => {
  it('is judged only if --ca-file names the authority', async () => {
    const authority = makeAuthority('Private authority');
    const environment = targetOf(await referenceOverTls(authority));
    const ca = fileWith(authority.certificate);
    const { report } = await runCommandLine([...BRIEF, '--ca-file', ca], { environment });
    expect([listed(report), report?.run.configuration.certificateAuthorities]).toEqual([true, ca]);
    const untrusted = await runCommandLine(BRIEF, { environment });
    expect(untrusted.code).toBe(2);
    expect(untrusted.out).toMatch(/--ca-file\s+\(PETSTORE_CA_FILE\)/);
    expect(new Set(untrusted.report?.exchanges.map(({ failure }) => failure?.kind))).toEqual(new Set(['tls']));
  });

  it('is judged with --insecure, which terminal and report mention', async () => {
    const environment = targetOf(await referenceOverTls(makeAuthority('Private authority')));
    const { out, error, report } = await runCommandLine([...BRIEF, '--insecure'], { environment });
    expect([listed(report), report?.run.configuration.insecure]).toEqual([true, true]);
    expect(error).toContain('certificates are not checked');
    expect(out).toContain('certificates were not checked');
  });
});

/** Runs the first command of a report that lists pets in bash, and returns the status line of the response. */
async function statusByCurl(report: Report | null, variables: Readonly<Record<string, string>>): Promise<string> {
  const command = report?.exchanges.find(
    ({ operation, response }) => operation === 'listPets' && response?.status === 200,
  );
  const env = { PATH: process.env['PATH'], ...variables };
  const { out } = await resultOf(startProcess('bash', ['--norc', '-c', command?.request.curl ?? ''], { env }));
  return out.split('\r\n')[0] ?? '';
}

describe('a target that demands a client certificate', () => {
  it('is judged only with the certificate, and no output shows its encrypted key', async () => {
    const authority = makeAuthority('Private authority');
    const demanding = { requestCert: true, ca: authority.certificate };
    const target = await referenceOverTls(authority, 'localhost', demanding);
    const { certificate, key } = makeIdentity({ name: 'client' }, authority);
    const passphrase = 'some passphrase';
    const encrypted = createPrivateKey(key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
      .toString();
    const trusting = { ...targetOf(target), PETSTORE_CA_FILE: fileWith(authority.certificate) };
    const environment = {
      ...trusting,
      PETSTORE_CLIENT_CERT_FILE: fileWith(certificate),
      PETSTORE_CLIENT_KEY_FILE: fileWith(encrypted),
      PETSTORE_CLIENT_KEY_PASSPHRASE: passphrase,
    };
    const { code, report, everything } = await runCommandLine(['run'], { environment });
    expect([code, report?.run.configuration.clientCertificate]).toEqual([0, environment.PETSTORE_CLIENT_CERT_FILE]);
    const secrets = [passphrase, ...[key, encrypted].flatMap((text) => text.split('\n').slice(1, -2))];
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    expect(await statusByCurl(report, environment)).toBe('HTTP/1.1 200 OK');
    const stranger = await runCommandLine(BRIEF, { environment: trusting });
    expect([stranger.code, listed(stranger.report)]).toEqual([2, false]);
  });
});

it('--connect-to sends a whole run to another address than the name in the certificate', async () => {
  const authority = makeAuthority('Private authority');
  const { url, key } = await referenceOverTls(authority, 'pets.example');
  const { port } = new URL(url);
  const environment = {
    ...targetOf({ url: 'https://pets.example/v1', key }),
    PETSTORE_CA_FILE: fileWith(authority.certificate),
  };
  const { code, report } = await runCommandLine(['run', '--connect-to', `127.0.0.1:${port}`], { environment });
  expect([code, report?.run.configuration.connectTo]).toEqual([0, `127.0.0.1:${port}`]);
  expect(await statusByCurl(report, environment)).toBe('HTTP/1.1 200 OK');
});

/** A forward proxy for one user, and how many tunnels it opened and requests it forwarded. Without CONNECT, it opens no tunnel. */
async function startProxy(
  hasConnect = true,
): Promise<{ readonly port: number; readonly tunnels: () => number; readonly forwarded: () => number }> {
  let tunnels = 0;
  let forwarded = 0;
  const proxy = new ProxyServer({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password, isHttp }) => {
      if (!isHttp && !hasConnect) throw new RequestError('No tunnels here.', 403);
      if (isHttp) forwarded += 1;
      else tunnels += 1;
      return { requestAuthentication: username !== 'user' || password !== 'pass-word-1234' };
    },
  });
  await proxy.listen();
  closers.push(() => proxy.close(true));
  return { port: proxy.port, tunnels: () => tunnels, forwarded: () => forwarded };
}

describe('a forward proxy', () => {
  it('is used only if a setting names it, and recorded without its password', async () => {
    const authority = makeAuthority('Private authority');
    const target = await referenceOverTls(authority);
    const proxy = await startProxy();
    const environment = {
      ...targetOf(target),
      HTTPS_PROXY: `http://user:pass-word-1234@127.0.0.1:${proxy.port}`,
      PETSTORE_CA_FILE: fileWith(authority.certificate),
    };
    const direct = await runCommandLine(BRIEF, { environment });
    expect([listed(direct.report), proxy.tunnels()]).toEqual([true, 0]);
    expect(direct.report?.run.configuration.proxy).toBeUndefined();
    const { report, everything } = await runCommandLine([...BRIEF, '--use-env-proxy'], { environment });
    expect(listed(report)).toBe(true);
    expect(report?.run.configuration.proxy).toBe(`http://127.0.0.1:${proxy.port} (HTTPS_PROXY)`);
    expect(proxy.tunnels()).toBeGreaterThan(0);
    expect(everything).not.toContain('pass-word-1234');
  });

  it('that opens no tunnels is named, and gets no request to forward', async () => {
    const target = await reference();
    const proxy = await startProxy(false);
    const environment = { ...targetOf(target), HTTP_PROXY: `http://user:pass-word-1234@127.0.0.1:${proxy.port}` };
    const { code, report, everything } = await runCommandLine([...BRIEF, '--use-env-proxy'], { environment });
    expect([code, proxy.forwarded()]).toEqual([2, 0]);
    expect(new Set(report?.exchanges.map(({ failure }) => failure?.kind))).toEqual(new Set(['proxy']));
    expect(everything).not.toContain('pass-word-1234');
  });

  it('forwards a whole run to an http:// target by tunnels', async () => {
    const target = await reference();
    const proxy = await startProxy();
    const environment = { ...targetOf(target), HTTP_PROXY: `http://user:pass-word-1234@127.0.0.1:${proxy.port}` };
    const { code } = await runCommandLine(['run', '--use-env-proxy'], { environment });
    expect([code, proxy.tunnels() > 0, proxy.forwarded()]).toEqual([0, true, 0]);
  });

  it('with CONNECT forwards a whole run', async () => {
    const authority = makeAuthority('Private authority');
    const target = await referenceOverTls(authority);
    const proxy = await startProxy();
    const environment = {
      ...targetOf(target),
      HTTPS_PROXY: `http://user:pass-word-1234@127.0.0.1:${proxy.port}`,
      PETSTORE_CA_FILE: fileWith(authority.certificate),
    };
    const { code } = await runCommandLine(['run', '--use-env-proxy'], { environment });
    expect([code, proxy.tunnels() > 0, proxy.forwarded()]).toEqual([0, true, 0]);
  });

  it('that rejects requests is distinguished from the service, which is not accused', async () => {
    const target = await reference();
    const proxy = await startProxy();
    const environment = { ...targetOf(target), HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { code, out, report } = await runCommandLine([...BRIEF, '--use-env-proxy'], { environment });
    expect(code).toBe(2);
    expect(report?.exchanges[0]?.failure).toEqual({
      kind: 'proxy',
      message: `The proxy 127.0.0.1:${proxy.port} made no connection to the service (status 407).`,
    });
    expect(out).toContain('--use-env-proxy');
  });

  it('is not used for hosts in NO_PROXY', async () => {
    const target = await reference();
    const proxy = await startProxy();
    const environment = { ...targetOf(target), HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '127.0.0.1' };
    const { error, report } = await runCommandLine([...BRIEF, '--use-env-proxy'], { environment });
    expect([listed(report), proxy.tunnels()]).toEqual([true, 0]);
    expect(error).toContain('NO_PROXY');
  });
});

it('a target at an IPv6 address is judged', async () => {
  const service = await reference();
  const port = await inFrontOf(service, (serve) => createServer(serve), '::1');
  const target = { url: `http://[::1]:${port}/v1`, key: service.key };
  const { report } = await runCommandLine(BRIEF, { environment: targetOf(target) });
  expect([listed(report), report?.run.target]).toEqual([true, target.url]);
});

it('a redirect is not followed, because another origin must not receive the key', async () => {
  const arrived: string[] = [];
  const elsewhere = await startRawServer((_socket, { text }) => arrived.push(text));
  const location = new URL('/v1/pets', elsewhere.baseUrl).href;
  const head = `HTTP/1.1 307 Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
  const target = await startRawServer((socket) => socket.write(head));
  closers.push(elsewhere.close, target.close);
  const environment = targetOf({ url: target.baseUrl, key: 'some-key-1234' });
  const { report } = await runCommandLine([...BRIEF, '--wait', '1'], { environment });
  expect(report?.verdict.outcome).toBe('inconclusive');
  expect(report?.verdict.reasons.map(({ text }) => text).join(' ')).toContain('status 307 to');
  expect(arrived).toEqual([]);
});
