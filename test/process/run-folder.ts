import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { type ProcessResult, resultOf, type StartedProcess, startProcess } from '../../lab/child-process.ts';

export const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
/** A short run, because tests repeat it. It adds about fifty pets, and its journal is smaller than its report. */
export const RUN = ['run', '--examples', '1', '--only', 'CREATE-KEEPS-NAME', '--format', 'json'];
export const FORMER = '{"former":"report"}\n';

/** The folder in which a test runs the command. It contains the report of an earlier run. */
export interface RunFolder {
  readonly path: () => string;
  /** The text of report.json; null if there is none. */
  readonly report: () => string | null;
  /** Runs a command line to its end. `act` receives the process after its start. */
  readonly runIn: (
    command: string,
    words: readonly string[],
    act: (child: StartedProcess) => void,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<ProcessResult>;
}

/** Creates a new folder for each test. */
export function useRunFolder(): RunFolder {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'petstore-conformance-interrupted-'));
    mkdirSync(join(path, 'reports'));
    writeFileSync(join(path, 'reports', 'report.json'), FORMER);
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  const report = (): string | null => {
    const file = join(path, 'reports', 'report.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  return {
    path: () => path,
    report,
    runIn: (command, words, act, settings = {}) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: path, ...settings };
      const child = startProcess(command, words, { cwd: path, env });
      act(child);
      return resultOf(child);
    },
  };
}
