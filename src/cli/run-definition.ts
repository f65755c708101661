import { type Command, Option } from 'commander';
import { formatNames } from '../report/formats.ts';
import { settingGroups, type SettingName, settingNames, settingOf } from '../settings/settings.ts';
import { collect } from './command-line.ts';
import type { Console } from './console.ts';
import type { Finish } from './exit-codes.ts';
import type { RunFlags } from './run-settings.ts';

/** The options that most people need first. The others appear with `--help-all`. */
const FIRST: ReadonlySet<string> = new Set<SettingName | 'quiet'>([
  'baseUrl',
  'apiKeyFile',
  'only',
  'profile',
  'categoryId',
  'maxCreates',
  'wait',
  'reports',
  'deviations',
  'quiet',
]);

/** Adds `run` with the flags of all settings. */
export function addRun(program: Command, console: Console, finish: Finish): void {
  const options = [
    ...settingNames.flatMap(optionOf),
    new Option('--watch [dir]', 'run again when a file in the folder changes, until Ctrl-C').helpGroup('What runs:'),
    new Option('--quiet', 'print only the verdict').helpGroup('Output:'),
  ].map((option) => option.hideHelp(!FIRST.has(option.attributeName())));
  const run = program
    .command('run')
    .description('run the suite against a target, or against the embedded reference service if no target is set')
    .on('option:help-all', () => {
      for (const option of options) option.hideHelp(false);
      run.help();
    });
  for (const group of settingGroups)
    for (const option of options) if (option.helpGroupHeading === `${group}:`) run.addOption(option);
  run.option('--help-all', `display help with all ${options.length} options`);
  run.addHelpText('after', EXAMPLES).action(async (_own, command: Command) => {
    const flags = command.optsWithGlobals<RunFlags>();
    if (flags.watch !== undefined) {
      const { watchCommand } = await import('./watch-command.ts');
      return finish(await watchCommand(flags, console), 'files');
    }
    const { runCommand } = await import('./run-command.ts');
    finish(await runCommand(flags, console), 'files');
  });
}

/** Defaults appear in help only, so an omitted flag does not override the environment. */
function optionOf(name: SettingName): readonly Option[] {
  const { group, flag, variable, type, about, ...setting } = settingOf(name);
  if (flag === null) return [];
  const facts = [
    ...(name === 'formats' ? [`choices: ${formatNames.join(', ')}`] : []),
    ...(setting.default === null || type.shape !== 'text' ? [] : [`default: ${String(setting.default)}`]),
    ...(type.shape === 'repeated' ? ['repeatable'] : []),
    `env: ${variable}`,
  ];
  const flags = flag.includes('[no-]') ? ['', 'no-'].map((no) => flag.replace('[no-]', no)) : [flag];
  return flags.map((each) => {
    const option = new Option(each, `${about} (${facts.join('; ')})`).helpGroup(`${group}:`);
    option.attributeName = () => name;
    return type.shape === 'repeated' ? option.argParser(collect) : option;
  });
}

const EXAMPLES = `
Examples:
  petstore-conformance run
  PETSTORE_API_KEY=… petstore-conformance run --base-url https://pets.example/v1
  petstore-conformance run --api-key-file key.txt --profile read-only
  petstore-conformance run --only LIST-LIMIT-MAX,GET-OK
  petstore-conformance run --watch src --quiet

Exit codes: 0 conformant, 1 not conformant, 2 inconclusive, 3 wrong usage,
4 a fault of the suite itself, 128 and the number of a signal that ended the run`;
