import { dirname, resolve } from 'node:path';
import { readInputFile, readNamedFile } from '../settings/read-file.ts';
import { ok } from '../contract/result.ts';
import { decidePromotion } from '../gate/decide-promotion.ts';
import { type Policy, readPolicy } from '../gate/policy.ts';
import { digestOf } from '../contract/digest.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage, printJson } from './command-result.ts';
import { givenKey, type KeyFile, printFields, type VerifyFlags, verifyFolder } from './verify-command.ts';

/** Flags of `gate`, as text. */
export interface GateFlags extends VerifyFlags {
  readonly policy?: string;
  readonly profile?: readonly string[];
  readonly subject?: string;
  readonly maxAge?: string;
  readonly target?: string;
  readonly run?: string;
  readonly unsigned?: boolean;
}

/** `gate`: whether the build that the run in a folder judged may be promoted. Exit code 0 for yes, 1 for no. */
export async function gateCommand(directory: string, flags: GateFlags, console: Console): Promise<ExitCode> {
  const { policy: policyFile } = flags;
  const path = policyFile === undefined ? null : resolve(console.directory, policyFile);
  const file = path === null ? ok(null) : readNamedFile('--policy', readInputFile(path), ok);
  if (file.kind === 'bad') return wrongUsage(file.problems, console);
  const text = file.value;
  const read = readPolicy(text, policyOf(flags));
  if (read.kind === 'bad')
    return wrongUsage(
      read.problems.map((problem) => `No decision: ${problem}.`),
      console,
    );
  const policy = read.value;
  const keys =
    flags.publicKey === undefined
      ? keysOfPolicy(policy.publicKeys, dirname(path ?? ''))
      : [givenKey(flags.publicKey, console)];
  const verified = await verifyFolder(directory, keys, console);
  if (verified.kind === 'bad') return wrongUsage(verified.problems, console);
  const decision = decidePromotion(verified.value, {
    policy,
    runId: flags.run,
    now: console.now(),
    hasKey: keys.length > 0,
  });
  const { notes } = verified.value;
  if (flags.json === true) {
    printJson({ ...decision, notes, policyDigest: text === null ? null : digestOf(text) }, console);
  } else {
    console.out(decision.promote ? 'YES: the build may be promoted.\n' : 'NO: the build may not be promoted.\n');
    if (flags.quiet !== true) printFields({ no: decision.against, yes: decision.for, note: notes }, console);
  }
  return decision.promote ? EXIT.conformant : EXIT.notConformant;
}

function keysOfPolicy(publicKeys: Readonly<Record<string, string>>, directory: string): readonly KeyFile[] {
  return Object.entries(publicKeys).map(([name, path]) => ({
    name,
    path: resolve(directory, path),
    namedBy: `publicKeys.${name} of the policy`,
  }));
}

function policyOf({ profile, subject, maxAge, target, unsigned }: GateFlags): Partial<Policy> {
  return {
    ...(profile === undefined ? {} : { profiles: profile }),
    ...(subject === undefined ? {} : { subject }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(target === undefined ? {} : { target }),
    ...(unsigned === true ? { signature: 'optional' } : {}),
  };
}
