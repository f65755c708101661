import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProcessResult, resultOf, startProcess } from '../child-process.ts';
import { parseReport } from '../../src/api/reports.ts';
import { actingLine } from './acting-texts.ts';
import { judgeInTime, requestTimeoutFor } from './bounds.ts';
import type { HostileTarget } from './hostile-target.ts';
import { findLeak } from './find-key.ts';
import { FLEET_KEY } from './fleet-key.ts';
import { describeRun, type Judged } from './judge-fleet.ts';
import type { RemoteTargets } from './remote-targets.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** Makes the process print its peak memory when it ends. Worker threads load this too, but do not print. */
const PRINT_PEAK_MEMORY = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) process.on('exit', () => process.stderr.write(`maxRSS ${process.resourceUsage().maxRSS}\\n`));",
)}`;

/** The result of the command on a target. */
export interface JudgedByCommand extends Judged {
  /** The peak memory of the process. */
  readonly peakBytes: number;
  readonly reportBytes: number;
  /** Standard error without the command's own messages. */
  readonly complaint: string;
  /** The place where a file or an output shows the key, or null. */
  readonly leak: string | null;
  /** A line of the output that triggers an action in a terminal or a build server, or null. */
  readonly actingLine: string | null;
}

/** Judges a hostile target with the command, and measures the memory of its process. */
async function judgeByCommand(
  target: HostileTarget,
  remote: RemoteTargets,
  deadlineSeconds: number,
): Promise<JudgedByCommand> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-hostile-'));
  const baseUrl = await remote.start(target.id);
  const startedAt = performance.now();
  try {
    const { out, error } = await runCommand(target, folder, baseUrl, deadlineSeconds);
    const added = await remote.stop(target.id);
    const milliseconds = performance.now() - startedAt;
    const reports = join(folder, 'reports');
    const files = readdirSync(reports).map((name) => [name, readFileSync(join(reports, name), 'latin1')] as const);
    const json = readFileSync(join(reports, 'report.json'));
    const kibibytes = /^maxRSS (\d+)$/m.exec(error)?.[1];
    return {
      ...describeRun(target.id, parseReport(json.toString('utf8')), added, milliseconds),
      peakBytes: Number(kibibytes) * 1024,
      reportBytes: json.length,
      complaint: error.replace(/^maxRSS .*\n|^petstore-conformance: .*\n/gm, ''),
      leak: findLeak([['output', out + error], ...files], FLEET_KEY),
      actingLine: actingLine(out + error),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runCommand(
  target: HostileTarget,
  folder: string,
  baseUrl: string,
  deadlineSeconds: number,
): Promise<ProcessResult> {
  const bounds = ['--request-timeout', String(requestTimeoutFor(target)), '--deadline', String(deadlineSeconds)];
  const words = ['--import', PRINT_PEAK_MEMORY, BIN, 'run', ...bounds, '--settle-timeout', '0', '--examples', '1'];
  const child = startProcess(process.execPath, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      PETSTORE_BASE_URL: baseUrl,
      PETSTORE_API_KEY: FLEET_KEY,
    },
  });
  return resultOf(child);
}

/** Judge three targets at a time, because most of them make the command wait. */
const LANES = 3;

/** Judges targets, and returns the results in the same order. */
export async function judgeAllByCommand(
  targets: readonly HostileTarget[],
  remote: RemoteTargets,
): Promise<readonly JudgedByCommand[]> {
  const judged = new Map<string, JudgedByCommand>();
  const waiting = [...targets];
  async function lane(): Promise<void> {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const judge = (seconds: number): Promise<JudgedByCommand> => judgeByCommand(target, remote, seconds);
      judged.set(target.id, await judgeInTime(target, judge));
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return targets.flatMap(({ id }) => judged.get(id) ?? []);
}
