import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultOf, startProcess } from '../child-process.ts';
import { parseReport } from '../../src/api/reports.ts';
import { boundsFor, showsViolation, stopOnceViolated } from './bounds.ts';
import type { HostileTarget } from './hostile-target.ts';
import { describeRun, FLEET_KEY, type Judged } from './judge-fleet.ts';
import type { RemoteTargets } from './remote-targets.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** Has the process say, when it ends, how much memory it held at most. Threads get it too, and have nothing to say. */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) process.on('exit', () => process.stderr.write(`maxRSS ${process.resourceUsage().maxRSS}\\n`));",
)}`;

/** What the command made of a target: `peakBytes` is the most memory that its process held, `complaint` what it printed. */
export interface JudgedByCommand extends Judged {
  readonly peakBytes: number;
  readonly complaint: string;
}

/** Judges a hostile target with the command, and measures the memory of its process. */
export async function judgeByCommand(target: HostileTarget, remote: RemoteTargets): Promise<JudgedByCommand> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-hostile-'));
  const baseUrl = await remote.start(target.id);
  const startedAt = Date.now();
  try {
    const error = await runCommand(target, folder, baseUrl);
    const report = parseReport(readFileSync(join(folder, 'reports', 'report.json'), 'utf8'));
    const kibibytes = /^maxRSS (\d+)$/m.exec(error)?.[1];
    return {
      ...describeRun(target.id, report, Date.now() - startedAt),
      peakBytes: Number(kibibytes) * 1024,
      complaint: error.replace(/^maxRSS .*\n|^petstore-conformance: .*\n/gm, ''),
    };
  } finally {
    await remote.stop(target.id);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a line of progress says once a required requirement is violated. The line is written at once, so it is one chunk. */
const VIOLATED = /\d requirements? violated/;

/** Gives what was printed on the standard error. */
async function runCommand(target: HostileTarget, folder: string, baseUrl: string): Promise<string> {
  const { requestTimeoutSeconds, deadlineSeconds } = boundsFor(target);
  const bounds = ['--request-timeout', String(requestTimeoutSeconds), '--deadline', String(deadlineSeconds)];
  const words = ['--import', TELL_MEMORY, BIN, 'run', ...bounds, '--settle-timeout', '0', '--examples', '1'];
  const child = startProcess(process.execPath, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      PETSTORE_BASE_URL: baseUrl,
      PETSTORE_API_KEY: FLEET_KEY,
    },
  });
  let isViolated = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    isViolated ||= VIOLATED.test(text);
  });
  const ended = resultOf(child);
  if (showsViolation(target)) {
    await stopOnceViolated(
      ended,
      () => isViolated,
      () => child.kill('SIGINT'),
    );
  }
  return (await ended).error;
}

/** Three at a time: most of them make the command wait. */
const LANES = 3;

/** Judges targets, and gives what came of them in their order. */
export async function judgeAllByCommand(
  targets: readonly HostileTarget[],
  remote: RemoteTargets,
): Promise<readonly JudgedByCommand[]> {
  const judged = new Map<string, JudgedByCommand>();
  const waiting = [...targets];
  async function lane(): Promise<void> {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      judged.set(target.id, await judgeByCommand(target, remote));
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return targets.flatMap(({ id }) => judged.get(id) ?? []);
}
