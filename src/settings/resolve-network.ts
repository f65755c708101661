import { X509Certificate } from 'node:crypto';
import { defaultNetwork, type NetworkSettings, type Trust } from './network-settings.ts';
import { readNumber } from './number-settings.ts';
import { readProxy } from './proxy-settings.ts';
import { type Findings, readSwitch, type SettingSources, settingValue } from './settings.ts';

const KIBIBYTE = 1024;

/** How the requests to a base address go over the network; '' stands for the embedded service. */
export function readNetwork(baseUrl: string, sources: SettingSources, findings: Findings): NetworkSettings {
  const { sizes, maxRequests, requestsPerSecond, maxDepth } = defaultNetwork;
  const bytes = (bound: 'maxHeaderSize' | 'maxBodySize' | 'maxDecompressedSize', fallback: number): number => {
    const kibibytes = readNumber(bound, sources, findings);
    return kibibytes === null ? fallback : kibibytes * KIBIBYTE;
  };
  const asked = readSwitch('useEnvProxy', sources, findings);
  return {
    trust: readTrust(baseUrl, sources, findings),
    proxy: asked && baseUrl !== '' ? readProxy(baseUrl, sources, findings) : null,
    requestsPerSecond: readNumber('rateLimit', sources, findings) ?? requestsPerSecond,
    maxRequests: readNumber('maxRequests', sources, findings) ?? maxRequests,
    sizes: {
      head: bytes('maxHeaderSize', sizes.head),
      body: bytes('maxBodySize', sizes.body),
      unpacked: bytes('maxDecompressedSize', sizes.unpacked),
    },
    maxDepth: readNumber('maxDepth', sources, findings) ?? maxDepth,
  };
}

function readTrust(baseUrl: string, sources: SettingSources, findings: Findings): Trust {
  const insecure = readSwitch('insecure', sources, findings);
  if (insecure && baseUrl.startsWith('https:')) {
    findings.note(
      `${findings.nameOf('insecure')} is given: certificates are not checked, the key may go to anybody, and the report says so.`,
    );
  }
  const file = settingValue(sources, 'caFile');
  if (file === undefined) return { authorities: null, insecure };
  const pem = readAuthorities(file, sources);
  if (pem === null) {
    findings.problem(`The file that ${findings.nameOf('caFile')} names must hold certificates in PEM form.`);
    return { authorities: null, insecure };
  }
  return { authorities: { file, pem }, insecure };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Null where the file cannot be read, or holds something else than certificates. A key that it may hold is left out. */
function readAuthorities(file: string, { readFile }: SettingSources): string | null {
  try {
    const certificates = readFile(file).match(CERTIFICATE) ?? [];
    for (const certificate of certificates) void new X509Certificate(certificate);
    return certificates.length === 0 ? null : certificates.join('\n');
  } catch {
    return null;
  }
}
