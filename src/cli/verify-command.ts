import { MOST_OF_SETTINGS, readBounded, readProblem } from '../contract/read-bounded.ts';
import { resolve } from 'node:path';
import { requirements } from '../contract/requirements.ts';
import { readRunFolder } from '../gate/run-folder.ts';
import { readPublicKey, type ReadKey } from '../gate/signing-key.ts';
import { type Verification, verifyRun } from '../gate/verify-run.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import { verdictLine } from '../report/verdict.ts';
import { suiteVersion } from '../run/suite-version.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './exit-codes.ts';

/** Flags of `verify`. */
export interface VerifyFlags {
  readonly publicKey?: string;
  readonly quiet?: boolean;
}

/** `verify`: whether the run in a folder is complete and unedited, and its verdict follows from its checks. No is exit 1. */
export async function verifyCommand(directory: string, flags: VerifyFlags, console: Console): Promise<ExitCode> {
  const verified = await verifyFolder(directory, flags.publicKey, console);
  if (verified.kind === 'bad') return wrongUsage([verified.problem], console);
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
  const signature = signed ? 'VERIFIED and signed by the given key' : `VERIFIED ${UNSIGNED}`;
  console.out(`${safeText(`The run ${run.id} of ${run.startedAt} against ${run.target} is ${signature}${build}.`)}\n`);
  console.out(`Its verdict: ${verdictLine(verdict)}, exit code ${verdict.exitCode}.\n`);
  return EXIT.conformant;
}

/** Anyone who edits an unsigned run can also write its digests anew. */
const UNSIGNED = 'without a signature, which shows accidents and no forgery';

/** What was found in a folder, or why it could not be verified. */
export type VerifiedFolder =
  | { readonly kind: 'ok'; readonly verification: Verification }
  | { readonly kind: 'bad'; readonly problem: string };

/** Verifies the run in a folder, by the public key in a file if one is named. */
export async function verifyFolder(
  directory: string,
  publicKeyFile: string | undefined,
  console: Console,
): Promise<VerifiedFolder> {
  const key = publicKeyFile === undefined ? null : readKeyFile(resolve(console.directory, publicKeyFile));
  if (key?.kind === 'bad') return { kind: 'bad', problem: `The file that --public-key names ${key.problem}.` };
  const read = readRunFolder(resolve(console.directory, directory));
  if (read.kind === 'bad') return read;
  const verifier = { suiteVersion: suiteVersion(), table: requirements, publicKey: key === null ? null : key.key };
  return { kind: 'ok', verification: await verifyRun(read.files, verifier) };
}

function readKeyFile(path: string): ReadKey {
  try {
    return readPublicKey(readBounded(path, MOST_OF_SETTINGS).toString('utf8'));
  } catch (error) {
    return { kind: 'bad', problem: readProblem(error) };
  }
}
