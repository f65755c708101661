import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { RUN_FILES } from '../gate/manifest.ts';
import { checkWritable } from '../report/reports-folder.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import type { CaseDescription } from '../suite/case.ts';
import { loadSuite } from '../suite/load-suite.ts';
import { lockReportsFolder, type LockedFolder } from './lock-reports-folder.ts';
import { readRunInputs, type PreparedInputs } from './read-run-inputs.ts';

/** The settings of a run with where they come from. Nothing was sent or written yet. */
export interface ResolvedSettings {
  /** Its folder for the report is an absolute path. */
  readonly configuration: Configuration;
  readonly sources: SettingSources;
  readonly notes: readonly string[];
}

/** All that a run needs, with notes for its operator. Nothing was sent yet. */
export interface PreparedRun {
  readonly configuration: Configuration;
  readonly inputs: PreparedInputs;
  /** `executeRun` releases it. */
  readonly folder: LockedFolder;
  readonly notes: readonly string[];
}

/** A run that can start, or every problem at once. */
type RunPreparation =
  | { readonly kind: 'ok'; readonly run: PreparedRun }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** Locks the reports folder, and reads the files that the settings name. Paths are relative to `directory`. */
export async function prepareRun(settings: ResolvedSettings, directory: string, now: number): Promise<RunPreparation> {
  const { configuration, sources } = settings;
  const problem = checkWritable(configuration.reports, RUN_FILES, sources.nameOf('reports'));
  if (problem !== null) return { kind: 'bad', problems: [problem] };
  const lock = await lockReportsFolder(configuration.reports, now);
  if (lock.kind === 'bad') return { kind: 'bad', problems: [lock.problem] };
  const { folder } = lock;
  try {
    const read = await readRunInputs({
      settings: configuration,
      readFile: sources.readFile,
      nameOf: sources.nameOf,
      mode: (path) => modeOf(resolve(directory, path)),
      loadCases: () => selectableCases(configuration),
    });
    if (read.kind === 'bad') {
      folder.release(false);
      return { kind: 'bad', problems: [...folder.notes, ...read.problems] };
    }
    const { inputs } = read;
    const notes = [...settings.notes, ...read.notes, ...folder.notes];
    return { kind: 'ok', run: { configuration, inputs, folder, notes } };
  } catch (error) {
    // Without the release, no later run of this process could use the folder.
    folder.release(false);
    throw error;
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
