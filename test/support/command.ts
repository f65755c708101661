import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport } from '../../src/report/read-report.ts';
import type { Report } from '../../src/report/report.ts';
import { runCommandHere } from './command-in-process.ts';
import { runCommandIn, type ProcessResult } from './command-in.ts';

/** The result of one command line. `report` is null if the command wrote none. */
export interface CommandResult extends ProcessResult {
  readonly report: Report | null;
  /** The text of report.json, and all output. */
  readonly everything: string;
}

/** The inputs of a command. */
export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether to write all formats. Default: report.json only, which is enough for most tests. */
  readonly allFormats?: boolean;
}

/** The inputs of a command in a separate process. `onStart` can end the process. */
export interface ProcessOptions extends CommandOptions {
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the command in this process, in an empty folder, and only with the given settings. */
export function runCommandLine(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return inEmptyFolder((directory) => runCommandHere(directory, words, settingsOf(options)));
}

/** Runs the command as a separate process, in an empty folder, and only with the given settings. */
export function runCommandProcess(words: readonly string[], options: ProcessOptions = {}): Promise<CommandResult> {
  return inEmptyFolder((directory) => runCommandIn(directory, words, settingsOf(options), options.onStart));
}

function settingsOf({ allFormats, environment }: CommandOptions): Readonly<Record<string, string>> {
  return { ...(allFormats === true ? {} : { PETSTORE_FORMATS: 'json' }), ...environment };
}

async function inEmptyFolder(run: (directory: string) => Promise<ProcessResult>): Promise<CommandResult> {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-conformance-test-'));
  try {
    const result = await run(directory);
    const path = join(directory, 'reports', 'report.json');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return {
      ...result,
      report: text === '' ? null : readValid(text),
      everything: text + result.out + result.error,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Reads a report, and checks it against the schema. A run does not check its own report. */
export function readValid(text: string): Report {
  const read = readReport(text);
  if (read.kind === 'bad') throw new Error(`The report cannot be read: ${read.problems.join(' ')}.`);
  return read.value;
}

/** Settings that point the command at a service. */
export function targetOf(service: { readonly url: string; readonly key: string }): Record<string, string> {
  return { PETSTORE_BASE_URL: service.url, PETSTORE_API_KEY: service.key };
}

/** The ids of the violated required requirements of a report. */
export function violatedIn(report: Report | null): readonly string[] {
  return (report?.requirements ?? [])
    .filter(({ level, outcome }) => level === 'required' && outcome === 'violated')
    .map(({ id }) => id);
}
