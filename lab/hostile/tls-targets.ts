import { makeAuthority, makeIdentity, type CertificateRequest } from './certificates.ts';
import { type HostileTarget, listen, listenTls, whole } from './hostile-target.ts';

const DAY = 86_400_000;

function certified(
  request: Partial<CertificateRequest>,
  trusted: 'unknown' | 'itself' = 'unknown',
): HostileTarget['start'] {
  return () => {
    const authority = trusted === 'itself' ? null : makeAuthority('Nobody knows me');
    const identity = makeIdentity({ name: 'target', addresses: ['127.0.0.1'], ...request }, authority);
    return listenTls({ cert: identity.certificate, key: identity.key }, (socket) => socket.write(whole('[]')));
  };
}

/** Sends plain HTTP where the client expects TLS. */
async function secured(start: HostileTarget['start']): ReturnType<HostileTarget['start']> {
  const target = await start();
  return { ...target, baseUrl: target.baseUrl.replace('http:', 'https:') };
}

/** Targets to which no TLS connection may succeed. */
export const tlsTargets: readonly HostileTarget[] = [
  {
    id: 'tls/unknown-authority',
    does: 'Has a certificate of an unknown authority.',
    ending: 'tls',
    start: certified({}),
  },
  {
    id: 'tls/self-signed',
    does: 'Has a certificate that it signed itself.',
    ending: 'tls',
    start: certified({}, 'itself'),
  },
  {
    id: 'tls/expired',
    does: 'Has a certificate that expired yesterday.',
    ending: 'tls',
    start: certified({ from: new Date(Date.now() - 9 * DAY), until: new Date(Date.now() - DAY) }),
  },
  {
    id: 'tls/not-yet',
    does: 'Has a certificate that holds from tomorrow.',
    ending: 'tls',
    start: certified({ from: new Date(Date.now() + DAY) }),
  },
  {
    id: 'tls/wrong-name',
    does: 'Has a certificate for another host.',
    ending: 'tls',
    start: certified({ addresses: [], dnsNames: ['other.example'] }),
  },
  {
    id: 'tls/plain',
    does: 'Speaks plain HTTP where TLS is expected.',
    ending: 'tls',
    start: () =>
      secured(() =>
        listen(
          () => undefined,
          (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
        ),
      ),
  },
  {
    id: 'tls/reset-in-handshake',
    does: 'Resets the connection in the handshake.',
    ending: 'refused',
    start: () =>
      secured(() =>
        listen(
          () => undefined,
          (socket) => socket.once('data', () => socket.resetAndDestroy()),
        ),
      ),
  },
  {
    id: 'tls/silent-handshake',
    does: 'Accepts the connection but never starts the TLS handshake.',
    ending: 'connect-timeout',
    start: () => secured(() => listen(() => undefined)),
  },
];
