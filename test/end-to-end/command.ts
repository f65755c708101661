import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../src/report/report.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** What one command line did. `report` is null where it left none. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  readonly report: Report | null;
  /** The text of report.json, and of everything that was printed. */
  readonly everything: string;
}

/** What a command is given. `onStart` receives the means to end the process. */
export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Has all formats written; without it there is report.json alone, which is all that most tests look at. */
  readonly allFormats?: boolean;
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the command in an empty folder, with no setting but those given. */
export async function runCommandLine(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-'));
  try {
    const child = spawn(process.execPath, [BIN, ...words], {
      cwd: directory,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: directory,
        ...(options.allFormats === true ? {} : { PETSTORE_FORMATS: 'json' }),
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    options.onStart?.((signal) => child.kill(signal));
    let out = '';
    let error = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const path = join(directory, 'reports', 'report.json');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return {
      code,
      out,
      error,
      report: text === '' ? null : (JSON.parse(text) as Report),
      everything: text + out + error,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Settings that point the command at a service. */
export function targetOf(service: { readonly url: string; readonly key: string }): Record<string, string> {
  return { PETSTORE_BASE_URL: service.url, PETSTORE_API_KEY: service.key };
}

/** The ids of required requirements that a report holds as violated. */
export function violatedIn(report: Report | null): readonly string[] {
  return (report?.requirements ?? [])
    .filter(({ level, outcome }) => level === 'required' && outcome === 'violated')
    .map(({ id }) => id);
}
