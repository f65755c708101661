import { safeText } from '../report/terminal/terminal-text.ts';
import { verdictLine } from '../report/verdicts.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { refuse } from './refuse.ts';
import { verifyFolder } from './verify-folder.ts';

/** What the command line of `verify` gives. */
export interface VerifyFlags {
  readonly publicKey?: string;
  readonly quiet?: boolean;
}

/** `verify`: whether the run in a folder is whole, unedited and what its checks come to. Any doubt of that is exit 1. */
export async function verifyCommand(directory: string, flags: VerifyFlags, console: Console): Promise<ExitCode> {
  const verified = await verifyFolder(directory, flags.publicKey, console);
  if (verified.kind === 'bad') return refuse([verified.problem], console);
  const { problems, notes, report, signed, subject } = verified.verification;
  if (flags.quiet !== true) {
    for (const problem of problems) console.out(`FAILED  ${safeText(problem)}\n`);
    for (const note of notes) console.out(`note    ${safeText(note)}\n`);
  }
  if (problems.length > 0 || report === null) {
    console.out('The run is NOT VERIFIED.\n');
    return EXIT.notConformant;
  }
  const { run, verdict } = report;
  const build = subject === null ? '' : `, build ${subject.name}@sha256:${subject.sha256}`;
  console.out(
    safeText(
      `The run ${run.id} of ${run.startedAt} against ${run.target} is VERIFIED${signed ? ' and signed by the given key' : ', its signature is not'}${build}.`,
    ) + `\nIts verdict: ${verdictLine(verdict)}, exit code ${verdict.exitCode}.\n`,
  );
  return EXIT.conformant;
}
