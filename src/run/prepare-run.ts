import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { folderProblem } from '../report/reports-folder.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import type { Reading } from '../contract/result.ts';
import type { CaseDescription } from '../suite/case.ts';
import { loadSuite } from './load-suite.ts';
import { type OpenedFolder, openReportsFolder, removeReport } from './open-reports-folder.ts';
import { readRunInputs, type PreparedInputs } from './read-run-inputs.ts';

/** The settings of a run with where they come from. Nothing was sent or written yet. */
export interface ResolvedSettings {
  /** Its folder for the report is an absolute path. */
  readonly configuration: Configuration;
  readonly sources: SettingSources;
  readonly notes: readonly string[];
}

/** All that a run needs, with notes for its operator. Nothing was sent yet. */
export interface PreparedRun extends OpenedFolder {
  readonly configuration: Configuration;
  readonly inputs: PreparedInputs;
}

/**
 * Removes the earlier report, reads the files that the settings name, and opens the journal. Gives every problem at once. Paths
 * are relative to `directory`.
 */
export async function prepareRun(
  settings: ResolvedSettings,
  directory: string,
  now: number,
): Promise<Reading<PreparedRun>> {
  const { configuration, sources } = settings;
  const problems = removeReport(configuration.reports);
  if (problems.length > 0) return { kind: 'bad', problems };
  const read = await readRunInputs({
    settings: configuration,
    readFile: sources.readFile,
    nameOf: sources.nameOf,
    mode: (path) => modeOf(resolve(directory, path)),
    loadCases: () => selectableCases(configuration),
  });
  if (read.kind === 'bad') return read;
  try {
    const folder = openReportsFolder(configuration.reports, now);
    const notes = [...settings.notes, ...read.value.notes, ...folder.notes];
    return { kind: 'ok', value: { ...folder, configuration, inputs: read.value, notes } };
  } catch (error) {
    return { kind: 'bad', problems: [folderProblem(error, configuration.reports, sources.nameOf('reports'))] };
  }
}

/** The cases that a run can select. The run itself reports specs that do not load, so this throws only if all fail. */
async function selectableCases({ examples }: Configuration): Promise<readonly CaseDescription[]> {
  const { cases, faults } = await loadSuite(examples);
  if (cases.length === 0) throw new Error(faults[0]);
  return cases.map(({ description }) => description);
}

/** The permission bits of a file; null on Windows, which has none. */
function modeOf(path: string): number | null {
  return process.platform === 'win32' ? null : (statSync(path, { throwIfNoEntry: false })?.mode ?? null);
}
