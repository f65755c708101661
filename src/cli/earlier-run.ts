import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import { type FlagValues, settings } from '../settings/settings.ts';
import { isLoopback } from '../settings/network.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { Console } from './console.ts';
import { readReportFile } from './read-report-file.ts';
import { suiteVersion } from '../run/suite-identity.ts';

/** The run whose violations are judged again, and the folder for the new report. That folder must be a different one. */
export interface EarlierRun {
  readonly report: Report;
  readonly directory: string;
}

/** An earlier run, or one sentence that says why its violations cannot be judged again. */
type ReadEarlier =
  | { readonly kind: 'ok'; readonly earlier: EarlierRun }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads the report that `--again` names. The new one goes into the folder of `--reports`, by default `again` beside it. */
export function readEarlierRun(path: string, { reports }: FlagValues, console: Console): ReadEarlier {
  const file = resolve(console.directory, path);
  const read = readReportFile(file);
  if (read.kind === 'bad') return read;
  const own = dirname(file);
  const directory = reports === undefined ? join(own, 'again') : resolve(console.directory, reports);
  if (realFolder(directory) === realFolder(own)) {
    return { kind: 'bad', problem: '--reports must not be the folder of the report that --again names.' };
  }
  return { kind: 'ok', earlier: { report: read.report, directory } };
}

/** A missing folder cannot be an alias. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * The settings of an earlier run, as variables that all other settings override. The seed is not among them, because pets
 * with its names may still exist. A target on another machine is not either: anyone may have written the report, and the run
 * sends the key to the target.
 */
export function settingsOfEarlier({ run }: Report): Readonly<Record<string, string>> {
  const { configuration } = run;
  const used = [
    [settings.baseUrl, run.embedded || !isOfThisMachine(run.target) ? null : run.target],
    [settings.profile, run.profile],
    [settings.asOf, run.asOf === run.startedAt ? null : run.asOf],
    [settings.categoryId, configuration.categoryId ?? null],
    [settings.examples, configuration.examples ?? null],
    [settings.mappedBasePath, configuration.mappedBasePath ?? null],
  ] as const;
  return Object.fromEntries(
    used.flatMap(([{ variable }, value]) => (value === null ? [] : [[variable, String(value)]])),
  );
}

/** Why a setting must name the target, because that of the report is on another machine; null if it need not. */
export function obstacleOfEarlier({ run }: Report): string | null {
  if (run.embedded || isOfThisMachine(run.target)) return null;
  return `${nameByFlag('baseUrl')} must name the service. The report is of ${safeText(run.target)}, but a report must not decide where the key is sent.`;
}

function isOfThisMachine(target: string): boolean {
  return isLoopback(URL.parse(target)?.hostname ?? '');
}

/** Differences from the earlier run that limit what the new one can show, one sentence each. */
export function notesOnEarlier({ run }: Report, target: string): readonly string[] {
  const other = run.embedded ? 'the embedded reference service' : safeText(run.target);
  return [
    ...(run.embedded || run.target === target ? [] : [`The report that --again names is from a run against ${other}.`]),
    ...(run.suite.version === suiteVersion()
      ? []
      : [
          `The report is of version ${safeText(run.suite.version)} of the suite, which may have generated other examples.`,
        ]),
  ];
}
