import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../contract/errors.ts';
import { bad, ok, problemsOf, type Result } from '../contract/result.ts';
import { RUN_FILES } from '../gate/manifest.ts';
import { folderProblem, makeFolder, STAGING } from '../report/reports-folder.ts';
import { safeText } from '../report/safe-text.ts';
import { type Configuration, resolveConfiguration } from '../settings/configuration.ts';
import { readProblem } from '../settings/read-file.ts';
import { readReportsFolder, type SettingSources } from '../settings/read-settings.ts';
import { additionsIn, describeAdditions, openJournal, readJournal } from './journal-file.ts';
import { readRunInputs, type RunInputs } from './read-run-inputs.ts';

/** Everything that a run needs before it sends a request, with notes for the operator. */
export interface PreparedRun extends RunInputs, ReturnType<typeof openReportsFolder> {
  /** Its folder for the report is an absolute path. */
  readonly configuration: Configuration;
  readonly notes: readonly string[];
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
  const reports = resolve(directory, readReportsFolder(sources));
  // First, because every later step may fail.
  const unremoved = removeReport(reports);
  const resolution = resolveConfiguration(sources);
  const problems = [...problemsOf(resolution), ...unremoved];
  if (resolution.kind === 'bad' || problems.length > 0) return bad(...problems);
  const configuration = { ...resolution.value.configuration, reports };
  const inputs = await readRunInputs(configuration, sources, directory);
  if (inputs.kind === 'bad') return inputs;
  try {
    const folder = openReportsFolder(reports, now);
    const notes = [...resolution.value.notes, ...inputs.value.notes, ...folder.notes];
    return ok({ ...inputs.value, ...folder, configuration, notes });
  } catch (error) {
    return bad(folderProblem(error, reports, sources.nameOf('reports')));
  }
}

/** Removes the files of an earlier run by name: they must not pass for those of this run. Returns a sentence if this fails. */
export function removeReport(directory: string): readonly string[] {
  try {
    for (const path of RUN_FILES.map((name) => join(directory, name))) if (existsSync(path)) rmSync(path);
    return [];
  } catch (error) {
    const reason = safeText(messageOf(error));
    return [`The earlier report in ${safeText(directory)} cannot be removed (${reason}). Remove it, then run again.`];
  }
}

const JOURNAL = /^unfinished-([0-9a-z]+)\.journal$/;
/** The most pets on the terminal. The journal has them all. */
const PETS_SHOWN = 500;

/**
 * Reads the journals of earlier runs in the folder of a run, and opens its own. Each note names the pets of a run without a report.
 * Throws the error of the file system.
 */
export function openReportsFolder(directory: string, now: number) {
  makeFolder(directory);
  const notes: readonly string[] = readdirSync(directory).flatMap((name) => {
    const [, orphan] = JOURNAL.exec(name) ?? [];
    if (name.startsWith(STAGING)) rmSync(join(directory, name), { recursive: true, force: true });
    return orphan === undefined ? [] : noteOrphan(directory, name, orphan);
  });
  const runId = `${now.toString(36)}${randomBytes(3).toString('hex')}`;
  return { runId, journal: openJournal(join(directory, `unfinished-${runId}.journal`)), notes };
}

/** Renames the journal of an orphaned run, so no later run reads it. Keeps a journal without additions: its run may still add pets. */
function noteOrphan(directory: string, name: string, runId: string): readonly string[] {
  const [path, kept] = [join(directory, name), join(directory, `orphaned-${runId}.journal`)];
  try {
    const additions = additionsIn(readJournal(path));
    if (additions.length === 0) return [];
    renameSync(path, kept);
    const pets = describeAdditions(additions, PETS_SHOWN);
    return [
      `The run ${runId} has no report: it ended early, or is still active. ${pets} ${safeText(kept)} lists them.`,
    ];
  } catch (error) {
    return [`${safeText(path)} ${readProblem(error)}. It may list pets that an earlier run added.`];
  }
}
