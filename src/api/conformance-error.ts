import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUsable, OLDEST_NODE, RUNNING_NODE } from '../../bin/usable-node.js';
import { messageOf } from '../contract/errors.ts';
import type { Report } from '../report/report.ts';

/** The result of a run. */
export interface RunResult {
  /** The same as report.json, which schemas/report.schema.json describes. Its verdict is in `report.verdict`. */
  readonly report: Report;
  /** The exit code of the verdict: 0 conformant, 1 not conformant, 2 inconclusive. */
  readonly exitCode: 0 | 1 | 2;
  /** The folder of the report; null if the option `reports` is not given. */
  readonly directory: string | null;
  /** Notes that the command prints on standard error, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Why a function of the package failed:
 * - `configuration`: wrong options or arguments; nothing was sent. The command exits with 3.
 * - `unreachable`: the service answered no request, so the run judged nothing.
 * - `aborted`: the signal stopped the run. Its reason is the `cause`.
 * - `callback`: `onProgress` or `console` threw an error, which is the `cause`, and the run stopped.
 * - `report`: a value is not a report, or two reports cannot be compared.
 * - `node`: this version of Node is too old.
 * - `bundled`: a bundler has copied the package, without its specs.
 * - `suite`: a fault of the suite itself, or a report that could not be written. The command exits with 4.
 */
export type ConformanceErrorCode =
  | 'configuration'
  | 'unreachable'
  | 'aborted'
  | 'callback'
  | 'report'
  | 'node'
  | 'bundled'
  | 'suite';

/** The error of every function of the package. `code` is its kind. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  readonly code: ConformanceErrorCode;
  /** One sentence for each thing that is wrong; the message has all of them. */
  readonly problems: readonly string[];
  /** With `unreachable`, `aborted` and `callback`: what the run learned before it ended, with the pets it added. Else null. */
  readonly result: RunResult | null;

  constructor(
    code: ConformanceErrorCode,
    problems: readonly string[],
    { result, ...options }: { readonly result?: RunResult; readonly cause?: unknown } = {},
  ) {
    super(problems.join('\n'), options);
    this.code = code;
    this.problems = problems;
    this.result = result ?? null;
  }
}

/** The error itself if it is one of these. Any other is a fault of the suite. */
export function asConformanceError(error: unknown): ConformanceError {
  return error instanceof ConformanceError ? error : new ConformanceError('suite', [messageOf(error)]);
}

/** Throws if the package cannot work here. Each of its functions calls this first. */
export function requireUsable(): void {
  if (!isUsable(RUNNING_NODE)) {
    throw new ConformanceError('node', [
      `Node ${RUNNING_NODE} is too old: petstore-conformance needs Node ${OLDEST_NODE} or later.`,
    ]);
  }
  if (!isInPackage()) throw new ConformanceError('bundled', [BUNDLED]);
}

const BUNDLED =
  "petstore-conformance cannot run from a bundle, which leaves out its specs. Keep it out of the bundle: esbuild --external:petstore-conformance, or packages: 'external'.";

/**
 * Whether this module is in its package, beside the specs. A bundler copies it elsewhere. The path is joined, because
 * bundlers also copy what `new URL(…, import.meta.url)` names.
 */
function isInPackage(): boolean {
  try {
    const manifest = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'package.json');
    const { name }: { readonly name?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'));
    return name === 'petstore-conformance';
  } catch {
    return false;
  }
}
