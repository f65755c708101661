import { type Argument, Command, CommanderError, type HelpConfiguration } from 'commander';
import { safeText } from '../report/safe-text.ts';
import { addCommands, EXIT_CODES_OF_RUN } from './commands.ts';
import { processConsole, type Console } from './console.ts';
import type { RunFlags } from './run-settings.ts';
import { EXIT, type ExitCode, type Finish, reportFault, JSON_FLAG, printJson } from './command-result.ts';
import { suiteIdentity, suiteVersion } from '../run/suite-identity.ts';

/** Runs one command line. Returns the exit code, and never throws. */
export async function main(words: readonly string[], surroundings: Console = processConsole()): Promise<ExitCode> {
  const isJson = words.includes(JSON_FLAG);
  const problems: string[] = [];
  const complain = (sentence: string): void => {
    problems.push(sentence);
    surroundings.error(sentence);
  };
  const outputs = isJson ? { ...surroundings, error: complain } : surroundings;
  const console = words.includes('--no-color') ? { ...outputs, colour: false } : outputs;
  console.showFaultsBy(safeText);
  let code: ExitCode = EXIT.conformant;
  let hasFiles = false;
  const program = buildProgram(console, (next, product) => {
    code = next;
    hasFiles = product === 'files';
  });
  try {
    if (isJson && words.includes('--version')) printJson(suiteIdentity(), console);
    else await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) code = reportFault(error, console);
    else code = error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
    if (code === EXIT.usage && words[0] === 'run')
      await removeEarlierReport(program, console).catch((fault: unknown) => (code = reportFault(fault, console)));
  }
  if (isJson && (code === EXIT.usage || code === EXIT.suiteFault))
    printJson({ error: { exitCode: code, problems } }, console);
  return (await isPrinted(console)) || hasFiles ? code : EXIT.suiteFault;
}

/** A wrong command line prevents a run. The report of an earlier run must not pass for its report. */
async function removeEarlierReport({ commands }: Command, console: Console): Promise<void> {
  const { reportsFolder } = await import('./run-settings.ts');
  const { removeReport } = await import('../run/prepare-run.ts');
  const flags = commands.find((command) => command.name() === 'run')?.opts<RunFlags>() ?? {};
  for (const problem of removeReport(reportsFolder(flags, console))) console.error(problem);
}

/** Whether standard output could be written; prints the reason if not. */
async function isPrinted(console: Console): Promise<boolean> {
  const failure = await console.flushed();
  if (failure === null) return true;
  console.error(`standard output could not be written: ${safeText(failure.message)}`);
  return false;
}

function buildProgram(console: Console, finish: Finish): Command {
  const program = new Command('petstore-conformance')
    .description('Judges a service by the contract of the Pet Store Service Interface.')
    .version(suiteVersion(), '-V, --version', 'print the version; with --json, also the data that identifies the suite')
    .option('--no-color', 'no colours, as with NO_COLOR; FORCE_COLOR sets them without a terminal')
    .exitOverride()
    .configureOutput({
      writeOut: console.out,
      writeErr: console.errorText,
      outputError: (text) => console.error(usageLine(text)),
      getOutHelpWidth: () => console.width,
      getErrHelpWidth: () => console.width,
      getOutHasColors: () => console.colour,
      getErrHasColors: () => console.colour,
    })
    .configureHelp(helpLayout)
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', MORE_HELP);
  addCommands(program, console, finish);
  return program;
}

/** An error message of commander as one inert line. Commander puts its suggestion on a second line. */
function usageLine(text: string): string {
  return safeText(
    text
      .replace(/^error: /, '')
      .trim()
      .replaceAll('\n', ' '),
  );
}

const MORE_HELP = `
Examples:
  petstore-conformance run         judges the service of PETSTORE_BASE_URL
  petstore-conformance run --help  shows the flags of a command, with examples

${EXIT_CODES_OF_RUN}`;

/** The layout of the help of a command. */
const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 1,
  subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
};

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
