import policySchema from '../../schemas/policy.schema.json' with { type: 'json' };
import { parseAsOf } from '../contract/removal-calendar.ts';
import { schemaProblems } from './schema-problems.ts';
import { parseWantedSubject, type WantedSubject } from './subject.ts';

/** What a run must show for a promotion. Null allows anything. */
export interface Policy {
  readonly profile: 'full' | 'read-only';
  readonly maxDeviations: number | null;
  /** The maximum age of the end of the run, in milliseconds and as it was written. */
  readonly maxAge: { readonly milliseconds: number; readonly text: string };
  readonly suiteVersions: readonly string[] | null;
  readonly subject: WantedSubject | null;
  readonly target: string | null;
  /** The date by which the run may have judged, other than its own. */
  readonly asOf: string | null;
  readonly signature: 'required' | 'optional';
}

/** The policy as a file or flags give it (schemas/policy.schema.json). */
export interface PolicyText {
  readonly profile?: string;
  readonly maxDeviations?: number;
  readonly maxAge?: string;
  readonly suiteVersions?: readonly string[];
  readonly subject?: string;
  readonly target?: string;
  readonly asOf?: string;
  readonly signature?: string;
}

/** A policy, or every problem of it, one phrase each. */
export type ReadPolicy =
  | { readonly kind: 'ok'; readonly policy: Policy }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** A build is usually promoted right after its run. */
const DEFAULT_AGE = '24h';

/** Reads the text of a policy file, if there is one, and the flags that override it. */
export function readPolicy(fileText: string | null, flags: PolicyText): ReadPolicy {
  let file: unknown = {};
  try {
    if (fileText !== null) file = JSON.parse(fileText);
  } catch {
    return { kind: 'bad', problems: ['the policy is not JSON'] };
  }
  const broken = [
    ...schemaProblems(policySchema, file, 'the whole policy').map(
      (problem) => `the policy does not follow its schema: ${problem}`,
    ),
    ...flagProblems(flags),
  ];
  if (broken.length > 0) return { kind: 'bad', problems: broken };
  return resolve({ ...(file as PolicyText), ...flags });
}

/** What each flag must be. */
const FLAGS: Readonly<Record<Exclude<keyof PolicyText, 'signature'>, string>> = {
  profile: '--profile must be full or read-only',
  maxDeviations: '--max-deviations must be a whole number from 0',
  maxAge: '--max-age must be a number of minutes, hours or days, such as 90m, 24h or 7d',
  suiteVersions: '--suite-version must be a version of the suite',
  subject: '--subject must be sha256: and the 64 hexadecimal digits of the build, with or without NAME@ before it',
  target: '--target must be a base address',
  asOf: '--as-of must be a date such as 2030-12-04 or a date and time with its zone',
};

/** What is wrong with the flags, each once; in the words of the schema for a flag without its own. */
function flagProblems(flags: PolicyText): readonly string[] {
  const phrases: ReadonlyMap<string, string> = new Map(Object.entries(FLAGS));
  const found = schemaProblems(policySchema, flags, 'the flags').map((problem) => {
    const [, member = ''] = /^\/([^:/]*)/.exec(problem) ?? [];
    return phrases.get(member) ?? `the flags are wrong: ${problem}`;
  });
  return [...new Set(found)];
}

function resolve(text: PolicyText): ReadPolicy {
  const subject = text.subject === undefined ? null : parseWantedSubject(text.subject);
  const problems = [
    ...(text.subject !== undefined && subject === null
      ? [`the subject ${JSON.stringify(text.subject)} must be sha256: and 64 hexadecimal digits, with or without NAME@`]
      : []),
    ...(text.asOf !== undefined && parseAsOf(text.asOf).kind === 'bad'
      ? [`the date ${JSON.stringify(text.asOf)} is not a date of the calendar`]
      : []),
  ];
  if (problems.length > 0) return { kind: 'bad', problems };
  const age = text.maxAge ?? DEFAULT_AGE;
  return {
    kind: 'ok',
    policy: {
      profile: text.profile === 'read-only' ? 'read-only' : 'full',
      maxDeviations: text.maxDeviations ?? null,
      maxAge: { milliseconds: durationOf(age), text: age },
      suiteVersions: text.suiteVersions ?? null,
      subject,
      target: text.target ?? null,
      asOf: text.asOf ?? null,
      signature: text.signature === 'optional' ? 'optional' : 'required',
    },
  };
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE };

function durationOf(text: string): number {
  return Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0);
}
