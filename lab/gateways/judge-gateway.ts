import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { judgeCases } from '../../src/run/judge-cases.ts';
import { suiteIdentity } from '../../src/run/suite-identity.ts';
import { configurationFor } from '../configuration-for.ts';
import type { Trust } from '../../src/settings/network.ts';
import { makeAuthority, makeIdentity } from '../hostile/certificates.ts';
import { startProcess, type StartedProcess } from '../child-process.ts';
import { lastingPort } from '../lasting-port.ts';
import { type Summary, summarise } from '../summary.ts';
import type { Gateway } from './gateways.ts';
import { noJournal } from '../no-journal.ts';

/** The folders in which Debian and other systems install the programs. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** A user without privileges, if this process runs as root. */
const NOBODY = 65_534;
const INCIDENT_AT_REQUEST = 200;
const INCIDENT_MILLISECONDS = 2000;

/** The path of an installed program, or null. */
export function installed(program: Gateway['program']): string | null {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** The judgement of a service behind a gateway. */
export interface JudgedBehind {
  readonly id: string;
  readonly summary: Summary;
  readonly requests: number;
}

/** The fault that is judged behind every gateway, and the requirements that it violates. */
export const FAULT_BEHIND = { fault: 'limit-rounded-up', violates: ['LIST-LIMIT-MAX'] } as const;

/** Judges the correct service, or a service with a fault, behind each installed gateway, several at a time. */
export async function judgeAllBehind(
  gateways: readonly Gateway[],
  fault?: string,
  lanes = 3,
): Promise<readonly JudgedBehind[]> {
  const waiting = gateways.filter(({ program }) => installed(program) !== null);
  const judged: JudgedBehind[] = [];
  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      judged.push(await judgeBehind(next, fault));
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return judged;
}

/** Starts a gateway and a service behind it, and judges the service through the gateway. */
async function judgeBehind(gateway: Gateway, fault: string | undefined): Promise<JudgedBehind> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-gateway-'));
  chmodSync(folder, 0o777);
  let running: RunningGateway | null = null;
  const happens = (): void => void running?.suffer(gateway.incident);
  const service = await startReference({
    faults: fault === undefined ? [] : [fault],
    changes: [delayed(gateway.delay ?? 0), atRequest(happens)],
  });
  try {
    const [port, deadBackEnd] = [await lastingPort(), await lastingPort()];
    const trust = writeCertificates(folder);
    running = await startGateway(gateway, { port, backEnd: service.port, deadBackEnd, folder });
    const origin = `${gateway.demandsCertificate === true ? 'https' : 'http'}://127.0.0.1:${port}`;
    const report = await judgeCases({
      configuration: {
        ...configurationFor(`${origin}/v1`, service.key),
        seed: 7,
        trust,
        // A repeated POST counts twice.
        maxCreates: 1000,
      },
      journal: noJournal,
      runId: gateway.id,
      suite: suiteIdentity(),
      now: Date.now,
      secondTry: false,
    });
    return { id: gateway.id, summary: summarise(gateway.id, report), requests: report.facts?.requests ?? 0 };
  } finally {
    await running?.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the files that a gateway configuration names, and returns the settings of the client. */
function writeCertificates(folder: string): Trust {
  const authority = makeAuthority('Gateways');
  const server = makeIdentity({ name: 'gateway', addresses: ['127.0.0.1'] }, authority);
  const client = makeIdentity({ name: 'client' }, authority);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o644 });
  write('authority.pem', authority.certificate);
  write('server.pem', server.certificate);
  write('server.key', server.key);
  return {
    authorities: { file: 'authority.pem', pem: authority.certificate },
    insecure: false,
    client: { file: 'client.pem', certificates: client.certificate, key: createPrivateKey(client.key) },
  };
}

function delayed(milliseconds: number): StepChange {
  return (base) => ({
    around: async (request, next) => {
      if (milliseconds > 0) await sleep(milliseconds);
      return base.around(request, next);
    },
  });
}

function atRequest(happens: () => void): StepChange {
  let requests = 0;
  return (base) => ({
    around: (request, next) => {
      requests += 1;
      if (requests === INCIDENT_AT_REQUEST) happens();
      return base.around(request, next);
    },
  });
}

interface RunningGateway {
  readonly suffer: (incident: Gateway['incident']) => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function startGateway(
  { program, configure }: Gateway,
  places: Parameters<Gateway['configure']>[0],
): Promise<RunningGateway> {
  const path = installed(program);
  if (path === null) throw new Error(`${program} is not installed.`);
  const { folder, port } = places;
  const file = join(folder, `${program}.conf`);
  writeFileSync(file, configure(places));
  const words = program === 'nginx' ? ['-p', folder, '-c', file] : ['-db', '-f', file];
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  let isStopped = false;
  let child = await start();

  async function start(): Promise<StartedProcess> {
    const started = startProcess(path ?? '', words, { cwd: folder, ...user });
    let complaint = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    started.stdout.resume();
    while (!(await listens(port))) {
      if (started.exitCode !== null) throw new Error(`${program} did not start: ${complaint}`);
      await sleep(20);
    }
    return started;
  }

  async function stop(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return {
    async suffer(incident) {
      if (incident === 'reload') child.kill('SIGHUP');
      if (incident === 'maintenance') {
        writeFileSync(join(folder, 'maintenance'), '');
        await sleep(INCIDENT_MILLISECONDS);
        rmSync(join(folder, 'maintenance'), { force: true });
      }
      if (incident !== 'restart') return;
      await stop();
      await sleep(INCIDENT_MILLISECONDS);
      if (!isStopped) child = await start();
    },
    async stop() {
      isStopped = true;
      if (child.exitCode === null && child.signalCode === null) await stop();
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
