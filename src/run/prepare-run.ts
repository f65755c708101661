import { resolve } from 'node:path';
import { folderProblem } from '../report/reports-folder.ts';
import { type Configuration, resolveConfiguration } from '../settings/configuration.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import { bad, ok, problemsOf, type Result } from '../contract/result.ts';
import { type OpenedFolder, openReportsFolder, removeReport } from './open-reports-folder.ts';
import { readRunInputs, type RunInputs } from './read-run-inputs.ts';

/** All that a run needs, with notes for its operator. Nothing was sent yet. */
export interface PreparedRun extends OpenedFolder {
  /** Its folder for the report is an absolute path. */
  readonly configuration: Configuration;
  readonly inputs: RunInputs;
}

/**
 * Resolves the settings of a run, removes the earlier report, reads the files that the settings name, and opens the journal. Gives
 * every problem at once. Paths are relative to `directory`.
 */
export async function prepareRun(
  sources: SettingSources,
  directory: string,
  now: number,
): Promise<Result<PreparedRun>> {
  const resolution = resolveConfiguration(sources);
  const reports = resolve(directory, resolution.reports);
  const problems = [...problemsOf(resolution), ...removeReport(reports)];
  if (resolution.kind === 'bad' || problems.length > 0) return bad(...problems);
  const configuration = { ...resolution.value.configuration, reports };
  const inputs = await readRunInputs(configuration, sources, directory);
  if (inputs.kind === 'bad') return inputs;
  try {
    const folder = openReportsFolder(reports, now);
    const notes = [...resolution.value.notes, ...inputs.value.notes, ...folder.notes];
    return ok({ ...folder, configuration, inputs: inputs.value, notes });
  } catch (error) {
    return bad(folderProblem(error, reports, sources.nameOf('reports')));
  }
}
