import type { Command } from 'commander';
import type { Console } from './console.ts';
import type { DiffFlags } from './diff-command.ts';
import type { Finish } from './exit-codes.ts';
import type { GateFlags } from './gate-command.ts';
import { collect } from './option-values.ts';
import type { VerifyFlags } from './verify-command.ts';

/** Adds the commands that work on the reports of earlier runs: `diff`, `verify` and `gate`. */
export function addGating(program: Command, console: Console, finish: Finish): void {
  addDiff(program, console, finish);
  addVerify(program, console, finish);
  addGate(program, console, finish);
}

function addDiff(program: Command, console: Console, finish: Finish): void {
  program
    .command('diff')
    .description('compare two reports; a regression is exit 1, reports that cannot be compared are exit 3')
    .argument('<base.json>', 'the earlier report')
    .argument('<head.json>', 'the later report')
    .option('--format <name>', 'text, md for a comment on a pull request, or json', 'text')
    .option('--quiet', 'print what it comes to, and nothing else')
    .addHelpText('after', DIFF_HELP)
    .action(async (base: string, head: string, flags: DiffFlags) => {
      const { diffCommand } = await import('./diff-command.ts');
      finish(diffCommand(base, head, flags, console));
    });
}

function addVerify(program: Command, console: Console, finish: Finish): void {
  program
    .command('verify')
    .description('verify, offline, that the run in a folder is whole and unedited; any failure is exit 1')
    .argument('<dir>', 'folder of the run')
    .option('--public-key <file>', 'public key that must have signed it: PEM, Ed25519 or ECDSA P-256')
    .option('--quiet', 'print what it comes to, and nothing else')
    .addHelpText('after', VERIFY_HELP)
    .action(async (directory: string, flags: VerifyFlags) => {
      const { verifyCommand } = await import('./verify-command.ts');
      finish(await verifyCommand(directory, flags, console));
    });
}

function addGate(program: Command, console: Console, finish: Finish): void {
  program
    .command('gate')
    .description('decide whether the build that a run judged may be promoted: yes is exit 0, no is exit 1')
    .argument('<dir>', 'folder of the run')
    .option('--policy <file>', 'what is asked for, as JSON; each flag outranks it')
    .option('--public-key <file>', 'public key that must have signed the run')
    .option('--unsigned', 'ask for no signature')
    .option('--subject <sha256:…>', 'the build that must have been judged, as sha256:… or NAME@sha256:…')
    .option('--max-age <time>', 'how old the run may be, such as 90m, 24h or 7d; 24h by default')
    .option('--profile <name>', 'the profile of the verdict, full by default')
    .option('--max-deviations <n>', 'how many known deviations may be open; any number by default')
    .option('--suite-version <version>', 'version of the suite that must have judged; may be given again', collect)
    .option('--target <url>', 'base address that must have been judged')
    .option('--as-of <date>', 'the date that the run may have judged by, where it is not its own')
    .option('--quiet', 'print the decision, and nothing else')
    .addHelpText('after', GATE_HELP)
    .action(async (directory: string, flags: GateFlags) => {
      const { gateCommand } = await import('./gate-command.ts');
      finish(await gateCommand(directory, flags, console));
    });
}

const DIFF_HELP = `
Examples:
  petstore-conformance diff main/report.json reports/report.json
  petstore-conformance diff main/report.json reports/report.json --format md > comment.md

Exit codes: 0 no regression, 1 a regression, 3 wrong usage or reports that cannot be compared, 4 no answer: a fault of the
suite itself, or output that cannot be written.`;

const VERIFY_HELP = `
Examples:
  petstore-conformance verify reports
  petstore-conformance verify reports --public-key public.pem

Exit codes: 0 verified, 1 not verified, 3 wrong usage, 4 no answer: a fault of the suite itself, or output that cannot be
written.`;

const GATE_HELP = `
Examples:
  petstore-conformance gate reports --public-key public.pem --subject sha256:…
  petstore-conformance gate reports --unsigned --max-age 90m --max-deviations 0

Exit codes: 0 yes, 1 no, 3 wrong usage, 4 no answer: a fault of the suite itself, or output that cannot be written.`;
