import { readInputFile, readNamedFile } from '../settings/read-file.ts';
import { resolve } from 'node:path';
import { ok, type Result } from '../contract/result.ts';
import { readRunFolder } from '../gate/run-folder.ts';
import { type NamedKey, readPublicKey } from '../gate/signatures.ts';
import { subjectText } from '../gate/attestation.ts';
import { type Verification, verifyRun } from '../gate/verify-run.ts';
import { safeText } from '../report/safe-text.ts';
import { createPage } from '../report/terminal/terminal-layout.ts';
import { verdictLine } from '../report/verdict/verdict.ts';
import { suiteIdentity } from '../run/suite-identity.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage, printJson } from './command-result.ts';

/** Flags of `verify`. */
export interface VerifyFlags {
  readonly publicKey?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `verify`: whether the run in a folder is complete and unedited, and its verdict follows from its checks. If not, exit code 1. */
export async function verifyCommand(directory: string, flags: VerifyFlags, console: Console): Promise<ExitCode> {
  const keys = flags.publicKey === undefined ? [] : [givenKey(flags.publicKey, console)];
  const verified = await verifyFolder(directory, keys, console);
  if (verified.kind === 'bad') return wrongUsage(verified.problems, console);
  const { problems, notes, report, signer, subject } = verified.value;
  const isVerified = problems.length === 0 && report !== null;
  if (flags.json === true) {
    printJson({ verified: isVerified, problems, notes, ...factsOf(verified.value) }, console);
    return isVerified ? EXIT.conformant : EXIT.notConformant;
  }
  if (flags.quiet !== true) printFields({ failed: problems, note: notes }, console);
  if (!isVerified) {
    console.out('The run is NOT VERIFIED.\n');
    return EXIT.notConformant;
  }
  const { run, verdict } = report;
  const build = subject === null ? '' : `, build ${subjectText(subject)}`;
  const signature = signer === null ? `VERIFIED ${UNSIGNED}` : 'VERIFIED and signed by the given key';
  const described = `The run ${safeText(run.id)} of ${safeText(run.startedAt)} against ${safeText(run.target)}`;
  console.out(`${described} is ${signature}${safeText(build)}.\n`);
  console.out(`Its verdict: ${verdictLine(verdict)}, exit code ${verdict.exitCode}.\n`);
  return EXIT.conformant;
}

/** Prints sentences by their label, made inert. */
export function printFields(fields: Readonly<Record<string, readonly string[]>>, console: Console): void {
  const page = createPage(console);
  const facts = Object.entries(fields).flatMap(([label, sentences]) => sentences.map((text) => ({ label, text })));
  console.out(
    page
      .facts(facts)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** What the files say about the run, for programs. Only a verified run proves it. */
function factsOf({ report, signer, subject }: Verification): object {
  return {
    signer,
    subject: subject === null ? null : subjectText(subject),
    run: report === null ? null : { id: report.run.id, startedAt: report.run.startedAt, target: report.run.target },
    verdict: report === null ? null : { outcome: report.verdict.outcome, exitCode: report.verdict.exitCode },
  };
}

/** Anyone who edits an unsigned run can also write new digests. */
const UNSIGNED = 'without a signature, so accidental changes are found, but not forged files';

/** The file of a public key, and what messages and the decision call it. */
export interface KeyFile {
  readonly name: string;
  readonly path: string;
  /** What names the file: a flag, or a member of the policy. */
  readonly namedBy: string;
}

/** The key file of the flag `--public-key`. */
export function givenKey(path: string, console: Console): KeyFile {
  return { name: 'the given key', path: resolve(console.directory, path), namedBy: '--public-key' };
}

/** Verifies the run in a folder. If there are public keys, one of them must have signed it. */
export async function verifyFolder(
  directory: string,
  keyFiles: readonly KeyFile[],
  console: Console,
): Promise<Result<Verification>> {
  const publicKeys: NamedKey[] = [];
  for (const { name, path, namedBy } of keyFiles) {
    const read = readNamedFile(namedBy, readInputFile(path), readPublicKey);
    if (read.kind === 'bad') return read;
    publicKeys.push({ ...read.value, name });
  }
  const read = readRunFolder(resolve(console.directory, directory));
  if (read.kind === 'bad') return read;
  const verifier = { suite: suiteIdentity(), publicKeys };
  return ok(await verifyRun(read.value, verifier));
}
