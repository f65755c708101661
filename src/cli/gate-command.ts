import { MOST_OF_SETTINGS, readBounded, readProblem } from '../contract/read-bounded.ts';
import { resolve } from 'node:path';
import { decidePromotion } from '../gate/decide-promotion.ts';
import { type PolicyText, readPolicy } from '../gate/policy.ts';
import { safeText } from '../report/terminal/terminal-text.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './exit-codes.ts';
import { verifyFolder } from './verify-command.ts';

/** Flags of `gate`, as text. */
export interface GateFlags {
  readonly policy?: string;
  readonly publicKey?: string;
  readonly profile?: string;
  readonly subject?: string;
  readonly maxAge?: string;
  readonly maxDeviations?: string;
  readonly suiteVersion?: readonly string[];
  readonly target?: string;
  readonly asOf?: string;
  readonly unsigned?: boolean;
  readonly quiet?: boolean;
}

/** `gate`: whether the build that the run in a folder judged may be promoted. Yes is exit 0, no is exit 1. */
export async function gateCommand(directory: string, flags: GateFlags, console: Console): Promise<ExitCode> {
  let file: string | null = null;
  try {
    if (flags.policy !== undefined)
      file = readBounded(resolve(console.directory, flags.policy), MOST_OF_SETTINGS).toString('utf8');
  } catch (error) {
    return wrongUsage([`The file that --policy names ${readProblem(error)}.`], console);
  }
  const read = readPolicy(file, policyOf(flags));
  if (read.kind === 'bad')
    return wrongUsage(
      read.problems.map((problem) => `No decision: ${problem}.`),
      console,
    );
  const verified = await verifyFolder(directory, flags.publicKey, console);
  if (verified.kind === 'bad') return wrongUsage([verified.problem], console);
  const decision = decidePromotion(verified.verification, {
    policy: read.policy,
    now: console.now(),
    hasKey: flags.publicKey !== undefined,
  });
  console.out(decision.promote ? 'YES: the build may be promoted.\n' : 'NO: the build may not be promoted.\n');
  if (flags.quiet === true) return decision.promote ? EXIT.conformant : EXIT.notConformant;
  for (const reason of decision.against) console.out(`  no   ${safeText(reason)}\n`);
  for (const reason of decision.for) console.out(`  yes  ${safeText(reason)}\n`);
  for (const note of verified.verification.notes) console.out(`  note ${safeText(note)}\n`);
  return decision.promote ? EXIT.conformant : EXIT.notConformant;
}

function policyOf(flags: GateFlags): PolicyText {
  const { profile, subject, maxAge, maxDeviations, suiteVersion, target, asOf, unsigned } = flags;
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(subject === undefined ? {} : { subject }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(maxDeviations === undefined
      ? {}
      : { maxDeviations: /^\d+$/.test(maxDeviations) ? Number(maxDeviations) : Number.NaN }),
    ...(suiteVersion === undefined ? {} : { suiteVersions: suiteVersion }),
    ...(target === undefined ? {} : { target }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(unsigned === true ? { signature: 'optional' } : {}),
  };
}
