import { type Command, Option } from 'commander';
import { formatNames } from '../report/formats.ts';
import { type SettingName, settingNames, settingOf, settings } from '../settings/settings.ts';
import { integer, type ValueType } from '../settings/value-types.ts';
import type { Console } from './console.ts';
import type { DiffFlags } from './diff-command.ts';
import { type Finish, JSON_FLAG } from './command-result.ts';
import type { ListFlags } from './list-command.ts';
import type { GateFlags } from './gate-command.ts';
import type { RenderFlags } from './render-command.ts';
import type { RunFlags } from './run-settings.ts';
import type { ServeFlags } from './serve-command.ts';
import type { VerifyFlags } from './verify-command.ts';

/** With this flag, errors are JSON too. */
const AS_JSON = 'print one JSON document (schemas/output.schema.json)';

/** Exit codes that several commands share. */
const WRONG_USAGE = '3  wrong usage';
const NO_RESULT = '4  no result: a fault of the suite itself, or output that cannot be written';

/** The value of an option that may be repeated: all values in their order. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Adds every command with its flags and its help. A command is loaded when it is used. */
export function addCommands(program: Command, console: Console, finish: Finish): void {
  for (const add of [addRun, addList, addExplain, addRender, addDiff, addDeviations, addVerify, addGate, addServe]) {
    add(program, console, finish);
  }
}

/** The end of the help of a command: examples, and exit codes if it has its own. */
function help(examples: readonly string[], exitCodes: readonly string[] = []): string {
  const title = examples.length === 1 ? 'Example:' : 'Examples:';
  const lines = ['', title, ...examples.map((example) => `  petstore-conformance ${example}`)];
  return (exitCodes.length === 0 ? lines : [...lines, '', exitCodeText(exitCodes)]).join('\n');
}

/** Exit codes for a help screen, one a line. */
function exitCodeText(exitCodes: readonly string[], title = 'Exit codes'): string {
  return [`${title}:`, ...exitCodes.map((each) => `  ${each}`)].join('\n');
}

const RUN_EXIT_CODES = [
  '0  conformant, perhaps with known deviations',
  '1  not conformant, or the list of known deviations is out of date',
  '2  inconclusive',
  '3  wrong usage; nothing was sent',
  '4  no report: a fault of the suite itself, a full disk or too many open files',
  '128 plus the number of the signal that ended the run',
];

/** The exit codes of `run` in the help of the program. */
export const EXIT_CODES_OF_RUN = exitCodeText(RUN_EXIT_CODES, 'Exit codes of run');

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
function addRun(program: Command, console: Console, finish: Finish): void {
  const options = [
    ...settingNames.flatMap(optionOf),
    new Option(
      '--watch [dir]',
      'run again when a file in the folder (default: the current one) changes, until Ctrl-C',
    ).helpGroup('What runs:'),
    new Option('--quiet', 'print only the verdict').helpGroup('Output:'),
  ];
  let showsAll = false;
  const run = program
    .command('run')
    .description('run the suite against a target, or against the embedded reference service if no target is set')
    .on('option:help-all', () => {
      showsAll = true;
      run.help();
    })
    // Hidden only for the help: commander suggests no hidden option for a misspelt one.
    .on('beforeHelp', () => {
      for (const option of options) option.hideHelp(!showsAll && !FIRST.has(option.attributeName()));
    })
    .addHelpText('after', help(RUN_EXAMPLES, RUN_EXIT_CODES))
    .action(async (flags: RunFlags) => {
      if (flags.watch !== undefined) {
        const { watchCommand } = await import('./watch-command.ts');
        return finish(await watchCommand(flags, console), 'files');
      }
      const { runCommand } = await import('./run-command.ts');
      finish(await runCommand(flags, console), 'files');
    });
  for (const option of options) run.addOption(option);
  run.option('--help-all', `display help with all ${options.length} options`);
}

/** Defaults appear in help only, so an omitted flag does not override the environment. */
function optionOf(name: SettingName): readonly Option[] {
  const { group, flag, variable, type, description, ...setting } = settingOf(name);
  if (flag === null) return [];
  const standard = setting.otherwise ?? (type.shape === 'text' ? setting.default : null);
  const facts = [
    ...(name === 'formats' ? [`choices: ${formatNames.join(', ')}`] : []),
    ...(standard === null ? [] : [`default: ${String(standard)}`]),
    ...(type.shape === 'repeated' ? ['repeatable'] : []),
    `env: ${variable}`,
  ];
  const flags = flag.includes('[no-]') ? ['', 'no-'].map((no) => flag.replace('[no-]', no)) : [flag];
  return flags.map((each) => {
    const what = each.startsWith('--no-') ? `turn ${flags[0]} off` : `${description} (${facts.join('; ')})`;
    const option = new Option(each, what).helpGroup(`${group}:`);
    option.attributeName = () => name;
    return type.shape === 'repeated' ? option.argParser(collect) : option;
  });
}

const RUN_EXAMPLES = [
  'run',
  'run --base-url http://127.0.0.1/v1 --api-key-file key.txt',
  'run --profile read-only',
  'run --only LIST-LIMIT-MAX,GET-OK',
  'run --watch src --quiet',
];

function addList(program: Command, console: Console, finish: Finish): void {
  program
    .command('list')
    .description('list the requirements and what a run costs; sends nothing')
    .option('--cases', 'list the cases of each requirement too')
    .option(JSON_FLAG, AS_JSON)
    .addHelpText('after', help(['list', 'list --cases', `list --json | jq -r '.requirements[].id'`]))
    .action(async (flags: ListFlags) => {
      const { listCommand } = await import('./list-command.ts');
      finish(await listCommand(flags, console));
    });
}

function addExplain(program: Command, console: Console, finish: Finish): void {
  program
    .command('explain')
    .description('explain one requirement in full')
    .argument('<id>', 'id of a requirement, such as LIST-LIMIT-MAX')
    .option(JSON_FLAG, AS_JSON)
    .addHelpText('after', help(['explain LIST-LIMIT-MAX']))
    .action(async (id: string, flags: ListFlags) => {
      const { explainCommand } = await import('./list-command.ts');
      finish(await explainCommand(id, flags, console));
    });
}

function addRender(program: Command, console: Console, finish: Finish): void {
  program
    .command('render')
    .description('render the formats of a report again; the suite of its run writes the same bytes')
    .argument('<report.json>', 'the report of an earlier run')
    .option(
      '--format <names>',
      `formats, separated by commas: ${formatNames.join(', ')}; all but json by default`,
      collect,
    )
    .option('--out <dir>', 'folder for the files, or - for standard output; by default that of the report')
    .addHelpText(
      'after',
      help([
        'render reports/report.json',
        'render reports/report.json --format html --out site',
        'render reports/report.json --format md --out - | less',
      ]),
    )
    .action(async (path: string, flags: RenderFlags) => {
      const { renderCommand, STANDARD_OUTPUT } = await import('./render-command.ts');
      const product = flags.out === STANDARD_OUTPUT ? 'output' : 'files';
      finish(await renderCommand(path, flags, console), product);
    });
}

function addDiff(program: Command, console: Console, finish: Finish): void {
  program
    .command('diff')
    .description('compare two reports; the exit code is 1 for a regression')
    .argument('<base.json>', 'the earlier report')
    .argument('<head.json>', 'the later report')
    .addOption(
      new Option('--format <name>', 'text, or md for a comment on a pull request')
        .choices(['text', 'md'])
        .default('text', 'text'),
    )
    .option(JSON_FLAG, AS_JSON)
    .option('--embedded', 'accept reports of the embedded reference service')
    .option('--quiet', 'print only the result')
    .addHelpText(
      'after',
      help(
        ['diff main/report.json reports/report.json', 'diff main/report.json reports/report.json --format md'],
        ['0  no regression', '1  a regression', `${WRONG_USAGE}, or reports that cannot be compared`, NO_RESULT],
      ),
    )
    .action(async (base: string, head: string, flags: DiffFlags) => {
      const { diffCommand } = await import('./diff-command.ts');
      finish(diffCommand(base, head, flags, console));
    });
}

function addDeviations(program: Command, console: Console, finish: Finish): void {
  program
    .command('deviations')
    .description(
      'draft a file of known deviations from the violations of a report; before a run, give each entry a reason, an owner and a last day',
    )
    .argument('<report.json>', 'the report of a run')
    .option(JSON_FLAG, 'print errors as JSON too; the draft is always JSON')
    .addHelpText('after', help(['deviations reports/report.json > deviations.json']))
    .action(async (path: string) => {
      const { deviationsCommand } = await import('./deviations-command.ts');
      finish(deviationsCommand(path, console));
    });
}

function addVerify(program: Command, console: Console, finish: Finish): void {
  program
    .command('verify')
    .description('verify offline that the run in a folder is complete and unedited; if not, the exit code is 1')
    .argument('<dir>', 'folder of the run')
    .option('--public-key <file>', 'public key that must have signed the run: PEM, Ed25519 or ECDSA P-256')
    .option(JSON_FLAG, AS_JSON)
    .option('--quiet', 'print only the result')
    .addHelpText(
      'after',
      help(
        ['verify reports', 'verify reports --public-key public.pem'],
        ['0  verified', '1  not verified', WRONG_USAGE, NO_RESULT],
      ),
    )
    .action(async (directory: string, flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      finish(await verifyCommand(directory, flags, console));
    });
}

function addGate(program: Command, console: Console, finish: Finish): void {
  program
    .command('gate')
    .description('decide whether the build that a run judged may be promoted; the exit code is 0 for yes, 1 for no')
    .argument('<dir>', 'folder of the run')
    .option('--policy <file>', 'the policy, as JSON; a flag overrides it')
    .option('--public-key <file>', 'public key that must have signed the run, instead of those of the policy')
    .option('--unsigned', 'require no signature')
    .option('--subject <sha256:…>', 'the build that must have been judged, as sha256:… or NAME@sha256:…')
    .option('--run <id>', 'the run that must be in the folder, by run.id of its report.json')
    .option('--max-age <time>', 'maximum age of the run, such as 90m, 24h or 7d; 24h by default')
    .option('--profile <name>', 'profile of the verdict, full by default; repeatable', collect)
    .option('--target <url>', 'base address that must have been judged')
    .option(JSON_FLAG, AS_JSON)
    .option('--quiet', 'print only the decision')
    .addHelpText(
      'after',
      help(
        [
          'gate reports --public-key public.pem --subject sha256:…',
          'gate reports --policy policy.json --subject sha256:…',
          'gate reports --unsigned --max-age 90m',
        ],
        ['0  yes', '1  no', WRONG_USAGE, NO_RESULT],
      ),
    )
    .action(async (directory: string, flags: GateFlags) => {
      const { gateCommand } = await import('./gate-command.ts');
      finish(await gateCommand(directory, flags, console));
    });
}

function addServe(program: Command, console: Console, finish: Finish): void {
  /** Reads the number of a flag. */
  const numberBy = (flag: string, type: ValueType<number>) => (text: string) => {
    const reading = type.read(text);
    return reading.kind === 'ok' ? reading.value : program.error(`${flag} ${reading.problems.join(' ')}`);
  };
  program
    .command('serve')
    .description('start the reference service alone and print its address and key; Ctrl-C ends it')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', numberBy('--port', integer(0, 65_535)), 0)
    .option('--seed <n>', 'seed of the ids', numberBy('--seed', settings.seed.type), 1)
    .option('--pets <n>', 'number of pets at the start', numberBy('--pets', integer(0, 100_000)), 0)
    .option('--fault <id>', 'break the contract in this way; repeatable', collect)
    .option('--variant <id>', 'differ in this way that the contract allows; repeatable', collect)
    .option('--list', 'list the ids for --fault and --variant, and start nothing')
    .addHelpText(
      'after',
      help(['serve --port 8080', 'serve --list', 'serve --fault limit-plus-one --variant ids-negative']),
    )
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./serve-command.ts');
      finish(await serveCommand(flags, console));
    });
}
