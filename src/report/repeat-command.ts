import { quote } from '../http/curl-command.ts';
import { type SettingName, settingNames, settings } from '../settings/settings.ts';
import type { RunDescription } from './report.ts';

/** A run as far as a command can repeat it. */
type RepeatableRun = Pick<
  RunDescription,
  'embedded' | 'target' | 'profile' | 'seed' | 'asOf' | 'startedAt' | 'configuration'
>;

/**
 * The command that makes a run with the same settings and the same seed, except for `changes`. The key and the paths of files
 * are not in it.
 */
export function repeatCommand(run: RepeatableRun, changes: Partial<Record<SettingName, string | null>> = {}): string {
  const values: Readonly<Record<string, string | number | boolean | null>> = {
    ...run.configuration,
    baseUrl: run.embedded ? null : run.target,
    profile: run.profile,
    seed: run.seed,
    asOf: run.asOf === run.startedAt ? null : run.asOf,
    ...changes,
  };
  const flags = settingNames.flatMap((name) => {
    const [flag = '', parameter] = settings[name].flag?.split(' ') ?? [];
    const value = values[name] ?? null;
    if (flag === '' || value === null || value === settings[name].default) return [];
    if (parameter === undefined) return [flag.replace('[no-]', value === false ? 'no-' : '')];
    return [`${flag} ${shellWord(String(value))}`];
  });
  return ['npx petstore-conformance run', ...flags].join(' ');
}

/** A text as one word of a shell command. No argument of a command can hold NUL. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9.,-]+$/.test(text) ? text : quote(text.replaceAll('\0', ''));
}
