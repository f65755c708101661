import { Command, CommanderError, Option } from 'commander';
import { formatNames } from '../report/formats.ts';
import { safeText } from '../report/terminal-text.ts';
import { settingNames } from '../target/settings.ts';
import { caseThread, type CaseThread } from '../runner/case-thread.ts';
import { endPhase } from '../runner/phases.ts';
import { processConsole, type Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { RenderFlags } from './render-command.ts';
import type { ServeFlags } from './serve-command.ts';
import { addGating } from './gating-commands.ts';
import { suiteVersion } from './suite-version.ts';

/** Runs one command line, and closes the thread that was made for its cases. Gives the exit code; never throws. */
export async function main(
  words: readonly string[],
  console: Console = processConsole(),
  thread: CaseThread = caseThread(),
): Promise<ExitCode> {
  endPhase('load');
  let code: ExitCode = EXIT.conformant;
  const program = buildProgram(console, thread, (next) => (code = next));
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
    const message = error instanceof Error ? error.message : String(error);
    console.error(`petstore-conformance: a fault of the suite itself: ${safeText(message)}\n`);
    return EXIT.suiteFault;
  } finally {
    await thread.close();
  }
}

function buildProgram(console: Console, thread: CaseThread, finish: (code: ExitCode) => void): Command {
  const program = new Command('petstore-conformance')
    .description('Judges a service by the contract of the Pet Store Service Interface.')
    .version(suiteVersion())
    .exitOverride()
    .configureOutput({
      writeOut: console.out,
      writeErr: console.error,
      outputError: (text, write) => write(asSentence(text)),
    })
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nExit codes: 0 conformant, 1 not conformant, 2 inconclusive, 3 wrong usage, 4 a fault of the suite itself.',
    );
  addRun(program, console, thread, finish);
  addList(program, console, thread, finish);
  addExplain(program, console, thread, finish);
  addRender(program, console, finish);
  addGating(program, console, finish);
  addServe(program, console, finish);
  return program;
}

/** Commander's own messages begin with "error:"; here a problem is one sentence with the name of the command. */
function asSentence(text: string): string {
  const sentence = text.replace(/^error: /, '').trim();
  return `petstore-conformance: ${sentence}\n`;
}

function set(name: keyof typeof settingNames, value: string, text: string): Option {
  return new Option(`${settingNames[name].flag} ${value}`, `${text} (${settingNames[name].variable})`);
}

function addRun(program: Command, console: Console, thread: CaseThread, finish: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('run the suite against a target, or against the embedded reference service where none is configured')
    .addOption(set('baseUrl', '<url>', 'base address of the service; its path ends in /v1'))
    .addOption(set('apiKeyFile', '<file>', 'file that holds the API key; PETSTORE_API_KEY holds the key itself'))
    .addOption(set('reports', '<dir>', 'folder for the report'))
    .addOption(set('format', '<names>', FORMATS_TEXT).argParser(joinNames))
    .addOption(
      set('only', '<ids>', 'only these requirements, cases or checks; the run is inconclusive').argParser(joinNames),
    )
    .addOption(set('grep', '<pattern>', 'only cases whose id or title matches; the run is inconclusive'))
    .addOption(set('deviations', '<file>', 'known deviations, which do not gate until they expire'))
    .addOption(set('subject', '<name@sha256:…>', 'the build that is tested'))
    .addOption(set('signKey', '<file>', 'private key that signs the attestation: PEM, Ed25519 or ECDSA P-256'))
    .addOption(set('categoryId', '<id>', 'a category that the service knows'))
    .addOption(set('profile', '<name>', 'full, or read-only, which adds nothing'))
    .addOption(set('maxCreates', '<n>', 'the most animals that the run may add'))
    .addOption(set('concurrency', '<n>', 'requests under way at a time'))
    .addOption(set('seed', '<n>', 'seed of everything that is drawn at random'))
    .addOption(set('examples', '<n>', 'examples that each generated case tries'))
    .addOption(set('examplePath', '<case:path>', 'try one example of a generated case again, as a report names it'))
    .addOption(set('asOf', '<date>', 'the date to judge the deprecated operation by'))
    .addOption(set('wait', '<seconds>', 'wait so long for the service to answer before the run'))
    .addOption(set('requestTimeout', '<seconds>', 'how long a request may take'))
    .addOption(set('settle', '<seconds>', 'how long to look again for an addition'))
    .addOption(set('deadline', '<seconds>', 'how long the whole run may take'))
    .addOption(
      set('header', '<name: value>', 'an additional header, for gateways; may be given again').argParser(
        (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
      ),
    )
    .addOption(
      new Option(
        settingNames.mappedBasePath.flag,
        `a gateway maps the base path, which need not end in /v1 (${settingNames.mappedBasePath.variable})`,
      ),
    )
    .addOption(set('ca', '<file>', 'believe these certificate authorities too, in PEM form'))
    .addOption(
      new Option(settingNames.insecure.flag, 'believe any certificate; the report says so (PETSTORE_INSECURE)'),
    )
    .addOption(
      new Option(
        settingNames.proxyFromEnvironment.flag,
        'go through the proxy that HTTPS_PROXY or HTTP_PROXY names (PETSTORE_PROXY_FROM_ENVIRONMENT)',
      ),
    )
    .addOption(set('maxRps', '<n>', 'the most requests in a second'))
    .addOption(set('maxRequests', '<n>', 'the most requests in all'))
    .addOption(set('maxHead', '<KiB>', 'the most header fields that are read of one answer'))
    .addOption(set('maxBody', '<KiB>', 'the longest body that is read, as it is sent'))
    .addOption(set('maxUnpacked', '<KiB>', 'the longest body that is read, once it is unpacked'))
    .addHelpText('after', RUN_EXAMPLES)
    .action(async (flags) => {
      const { runCommand } = await import('./run-command.ts');
      finish(await runCommand(flags, console, thread));
    });
}

const FORMATS_TEXT = `formats of the report, with commas between them: ${formatNames.join(', ')}; all by default`;

/** Given twice, an option of names holds those of both. */
function joinNames(names: string, before: string | undefined): string {
  return before === undefined ? names : `${before},${names}`;
}

const RUN_EXAMPLES = `
Examples:
  petstore-conformance run
  PETSTORE_API_KEY=… petstore-conformance run --base-url https://staging.example/v1
  petstore-conformance run --base-url https://example/v1 --api-key-file key.txt --profile read-only`;

function addList(program: Command, console: Console, thread: CaseThread, finish: (code: ExitCode) => void): void {
  program
    .command('list')
    .description('list the requirements and their cases, and what a run costs; sends nothing')
    .option('--json', 'as JSON')
    .action(async (flags: { readonly json?: boolean }) => {
      const { listCommand } = await import('./list-command.ts');
      finish(await listCommand(flags.json === true, console, thread));
    });
}

function addExplain(program: Command, console: Console, thread: CaseThread, finish: (code: ExitCode) => void): void {
  program
    .command('explain')
    .description('explain one requirement in full')
    .argument('<id>', 'id of a requirement, such as LIST-LIMIT-MAX')
    .action(async (id: string) => {
      const { explainCommand } = await import('./explain-command.ts');
      finish(await explainCommand(id, console, thread));
    });
}

function addRender(program: Command, console: Console, finish: (code: ExitCode) => void): void {
  program
    .command('render')
    .description('make the other formats of a report again, the same byte for byte')
    .argument('<report.json>', 'the report of an earlier run')
    .option('--format <names>', FORMATS_TEXT, joinNames)
    .option('--out <dir>', 'folder for the files, or - for standard output; by default that of the report')
    .action(async (path: string, flags: RenderFlags) => {
      const { renderCommand } = await import('./render-command.ts');
      finish(await renderCommand(path, flags, console));
    });
}

function addServe(program: Command, console: Console, finish: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('start the reference service on its own and print its address and key')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .option('--seed <n>', 'seed of its ids', '1')
    .option('--animals <n>', 'animals that are there from the start', '0')
    .option('--fault <id>', 'break the contract in this one way')
    .option('--lawful <id>', 'differ in this way that the contract allows; may be given again', collect, [])
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./serve-command.ts');
      finish(await serveCommand(flags, console));
    });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
