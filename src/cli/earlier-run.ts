import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import { settings } from '../settings/settings.ts';
import { nameByFlag } from '../settings/sources.ts';
import type { Console } from './console.ts';
import { readReportFile } from './read-report-file.ts';
import type { RunFlags } from './run-definition.ts';
import { suiteVersion } from '../run/suite-version.ts';

/** The run whose violations are tried again, and the folder for the new report, which is never that of its own. */
export interface EarlierRun {
  readonly report: Report;
  readonly directory: string;
}

/** An earlier run that was read, or one sentence that says why it cannot be tried again. */
export type ReadEarlier =
  | { readonly kind: 'ok'; readonly earlier: EarlierRun }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads the report that `--again` names. The new one goes into the folder `again` beside it, or where `--reports` says. */
export function readEarlierRun(path: string, { reports }: RunFlags, console: Console): ReadEarlier {
  const file = resolve(console.directory, path);
  const read = readReportFile(file);
  if (read.kind === 'bad') return read;
  const own = dirname(file);
  const directory = reports === undefined ? join(own, 'again') : resolve(console.directory, reports);
  if (realFolder(directory) === realFolder(own)) {
    return { kind: 'bad', problem: '--reports must be another folder than that of the report that --again names.' };
  }
  return { kind: 'ok', earlier: { report: read.report, directory } };
}

/** A folder that is not there yet is no other folder by another name. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * What an earlier run was told, as variables that everything else outranks. Its seed is not among them: an earlier build
 * may have left pets behind whose names and categories followed from it. A report is a file that somebody else may
 * have written, and the key goes to the address: only one of this machine is taken from it.
 */
export function settingsOfEarlier({ run }: Report): Readonly<Record<string, string>> {
  const { configuration } = run;
  const told = [
    [settings.baseUrl, run.embedded || !isOfThisMachine(run.target) ? null : run.target],
    [settings.profile, run.profile],
    [settings.asOf, run.asOf === run.startedAt ? null : run.asOf],
    [settings.categoryId, configuration['categoryId'] ?? null],
    [settings.examples, configuration['examples'] ?? null],
    [settings.mappedBasePath, configuration['mappedBasePath'] ?? null],
  ] as const;
  return Object.fromEntries(
    told.flatMap(([{ variable }, value]) => (value === null ? [] : [[variable, String(value)]])),
  );
}

/** Why the target of an earlier run cannot be the one of this run, where no other is named; null where it can. */
export function obstacleOfEarlier({ run }: Report): string | null {
  if (run.embedded || isOfThisMachine(run.target)) return null;
  return `${nameByFlag('baseUrl')} must name the service to try again: the report is of ${safeText(run.target)}, and a file does not decide where the key is sent.`;
}

function isOfThisMachine(target: string): boolean {
  const { hostname } = URL.parse(target) ?? { hostname: '' };
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** What is other than in the earlier run and changes what the new one can show, one sentence each. */
export function notesOnEarlier({ run }: Report, target: string): readonly string[] {
  const other = run.embedded ? 'the embedded reference service' : safeText(run.target);
  return [
    ...(run.embedded || run.target === target ? [] : [`The report that is tried again is of ${other}.`]),
    ...(run.suite.version === suiteVersion()
      ? []
      : [`The report is of version ${safeText(run.suite.version)} of the suite, which may have drawn other examples.`]),
  ];
}
