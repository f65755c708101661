import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf, startProcess } from '../child-process.ts';
import type { Outcome } from './comparison.ts';
import type { CountedService } from './counted-service.ts';
import type { Tool } from './tools.ts';

/** The time limit of a tool for one service, in milliseconds. */
const DEADLINE = 300_000;

/** The result of one tool process on a service. */
export interface ToolRun {
  readonly outcome: Outcome;
  readonly requests: number;
  readonly milliseconds: number;
  /** The end of its output, which explains a failure. */
  readonly output: string;
}

/** The folder of the peers and their configuration. Aborting `signal` ends every tool. */
export interface Installation {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Runs a tool against a service, in a separate folder with a copy of the configuration. Throws if the exit code of the tool
 * means an error of the tool itself, because that is not a verdict on the service.
 */
export async function runTool(
  tool: Tool,
  service: CountedService,
  { folder, signal }: Installation,
  deadline: number = DEADLINE,
): Promise<ToolRun> {
  const place = mkdtempSync(join(folder, `${tool.id}-`));
  try {
    cpSync(join(folder, 'configuration'), place, { recursive: true });
    const run = { url: service.url, key: service.key, place, modules: join(folder, 'node_modules') };
    await tool.prepare?.(run);
    const before = service.requests();
    const begun = performance.now();
    const { code, output } = await processEnd(tool.command(run), { cwd: place, timeout: deadline, signal });
    const milliseconds = performance.now() - begun;
    const requests = service.requests() - before;
    return { outcome: outcomeOf(tool, code, output), requests, milliseconds, output };
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

function outcomeOf(tool: Tool, code: number | null, output: string): Outcome {
  if (code === null) return 'not ended';
  const outcome = tool.outcomes(code);
  if (outcome === null) throw new Error(`${tool.name} ended with exit code ${code}, which is no verdict:\n${output}`);
  return outcome;
}

/** Returns the exit code, or null after a timeout. */
async function processEnd(
  { file, args, env }: ReturnType<Tool['command']>,
  bounds: { readonly cwd: string; readonly timeout: number; readonly signal: AbortSignal },
): Promise<{ readonly code: number | null; readonly output: string }> {
  // Pass only PATH: other variables of this machine must not change the figures.
  const environment = { PATH: process.env['PATH'], HOME: bounds.cwd, TMPDIR: bounds.cwd, ...env };
  const child = startProcess(file, args, { ...bounds, env: environment, killSignal: 'SIGKILL' });
  const { code, out, error } = await resultOf(child);
  const output = `${out}${error}`.slice(-2000);
  if (code === null && !child.killed) throw new Error(`A signal ended ${file}:\n${output}`);
  return { code, output };
}
