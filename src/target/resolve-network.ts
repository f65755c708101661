import { X509Certificate } from 'node:crypto';
import { defaultNetwork, type NetworkSettings, type Trust } from './network-settings.ts';
import { readProxy } from './proxy-settings.ts';
import { type Findings, readSwitch, type SettingSources, textOf } from './settings.ts';

type Bound = 'maxRps' | 'maxRequests' | 'maxHead' | 'maxBody' | 'maxUnpacked' | 'maxDepth';

interface BoundRule {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly what: string;
}

const KIBIBYTE = 1024;

const rules: Readonly<Record<Bound, BoundRule>> = {
  maxRps: { least: 0.1, most: 10_000, whole: false, what: 'a number of requests a second' },
  maxRequests: { least: 1, most: 100_000_000, whole: true, what: 'a whole number' },
  maxHead: { least: 1, most: KIBIBYTE, whole: true, what: 'a whole number of KiB' },
  maxBody: { least: 1, most: 256 * KIBIBYTE, whole: true, what: 'a whole number of KiB' },
  maxUnpacked: { least: 1, most: 256 * KIBIBYTE, whole: true, what: 'a whole number of KiB' },
  // Beyond it the reader itself would be short of room.
  maxDepth: { least: 2, most: 2_000, whole: true, what: 'a whole number of levels' },
};

/** How the requests to a base address go over the network; '' stands for the embedded service. */
export function readNetwork(baseUrl: string, sources: SettingSources, findings: Findings): NetworkSettings {
  const { sizes, maxRequests, requestsPerSecond, maxDepth } = defaultNetwork;
  const bytes = (bound: Bound, fallback: number): number => {
    const kibibytes = readBound(bound, sources, findings);
    return kibibytes === null ? fallback : kibibytes * KIBIBYTE;
  };
  const asked = readSwitch('proxyFromEnvironment', sources, findings);
  return {
    trust: readTrust(baseUrl, sources, findings),
    proxy: asked && baseUrl !== '' ? readProxy(baseUrl, sources, findings) : null,
    requestsPerSecond: readBound('maxRps', sources, findings) ?? requestsPerSecond,
    maxRequests: readBound('maxRequests', sources, findings) ?? maxRequests,
    sizes: {
      head: bytes('maxHead', sizes.head),
      body: bytes('maxBody', sizes.body),
      unpacked: bytes('maxUnpacked', sizes.unpacked),
    },
    maxDepth: readBound('maxDepth', sources, findings) ?? maxDepth,
  };
}

function readBound(bound: Bound, sources: SettingSources, findings: Findings): number | null {
  const text = textOf(sources, bound);
  if (text === undefined) return null;
  const { least, most, whole, what } = rules[bound];
  const value = Number(text);
  const form = whole ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?\s*$/;
  if (form.test(text) && value >= least && value <= most) return value;
  findings.problem(`${findings.nameOf(bound)} must be ${what} from ${least} to ${most}.`);
  return null;
}

function readTrust(baseUrl: string, sources: SettingSources, findings: Findings): Trust {
  const insecure = readSwitch('insecure', sources, findings);
  if (insecure && baseUrl.startsWith('https:')) {
    findings.note(
      `${findings.nameOf('insecure')} is given: certificates are not checked, the key may go to anybody, and the report says so.`,
    );
  }
  const file = textOf(sources, 'ca');
  if (file === undefined) return { authorities: null, insecure };
  const pem = readAuthorities(file, sources);
  if (pem === null) {
    findings.problem(`The file that ${findings.nameOf('ca')} names must hold certificates in PEM form.`);
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
