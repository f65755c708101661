import type { ResolvedSettings } from '../run/execute-run.ts';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { redactorFor } from '../suite/run-redactor.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { Configuration } from '../settings/configuration.ts';
import { resolveConfiguration } from '../settings/resolve-configuration.ts';
import type { SettingSources } from '../settings/settings.ts';
import type { Console } from './console.ts';
import type { EarlierRun } from './earlier-run.ts';
import type { RunFlags } from './run-flags.ts';
import { settingSources } from './setting-sources.ts';

/** The settings of a run, or every problem at once. */
export type RunSettings =
  | (ResolvedSettings & { readonly kind: 'ok' })
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/**
 * Reads the settings of a run; where an earlier one is tried again, its own stand behind all others. From then on the
 * sentence on a fault shows none of their secrets.
 */
export async function readRunSettings(flags: RunFlags, console: Console): Promise<RunSettings> {
  if (flags.again === undefined) {
    const sources = settingSources(flags, console);
    const resolution = resolveConfiguration(sources);
    if (resolution.kind === 'bad') return resolution;
    const { configuration, notes } = resolution;
    const reportsDirectory = resolve(console.directory, configuration.reportsDirectory);
    return settled({ ...configuration, reportsDirectory }, sources, null, notes, console);
  }
  // What reads a report takes longer to load than all the rest.
  const { notesOnEarlier, obstacleOfEarlier, readEarlierRun, settingsOfEarlier } = await import('./earlier-run.ts');
  const read = readEarlierRun(flags.again, flags, console);
  if (read.kind === 'bad') return { kind: 'bad', problems: [read.problem] };
  const { report, reportsDirectory } = read.earlier;
  const sources = settingSources(flags, console, settingsOfEarlier(report));
  const resolution = resolveConfiguration(sources);
  if (resolution.kind === 'bad') return resolution;
  const { configuration } = resolution;
  const obstacle = configuration.embedded ? obstacleOfEarlier(report) : null;
  if (obstacle !== null) return { kind: 'bad', problems: [obstacle] };
  const notes = [...resolution.notes, ...notesOnEarlier(report, configuration.baseUrl)];
  return settled({ ...configuration, reportsDirectory }, sources, read.earlier, notes, console);
}

function settled(
  configuration: Configuration,
  sources: SettingSources,
  earlier: EarlierRun | null,
  notes: readonly string[],
  console: Console,
): RunSettings {
  console.showFaultsBy((message) => safeText(redactorFor(configuration).redactText(message)));
  return { kind: 'ok', configuration, sources, earlier, notes: [...notes, ...noteOpenDotenv(console.directory)] };
}

/** A key that every user of the machine can read is a secret no more. Windows has no such bits. */
function noteOpenDotenv(directory: string): readonly string[] {
  const mode = statSync(join(directory, '.env'), { throwIfNoEntry: false })?.mode;
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return [];
  return ['Others on this machine can read .env, which may hold the key: chmod 600 .env keeps it to you.'];
}
