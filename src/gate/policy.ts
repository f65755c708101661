import policySchema from '../../schemas/policy.schema.json' with { type: 'json' };
import { parseAsOf } from '../contract/removal-calendar.ts';
import { findRequirement } from '../contract/requirements.ts';
import { schemaProblems, parseJsonFile } from '../contract/schema-problems.ts';
import type { Reading } from '../contract/result.ts';
import { parseWantedSubject, WANTED_SUBJECT_FORM, type WantedSubject } from './subject.ts';
import { settings } from '../settings/settings.ts';

/** A length of time, in milliseconds and as it was written. */
interface Duration {
  readonly milliseconds: number;
  readonly text: string;
}

/** The conditions of a promotion. Null allows anything. */
export interface Policy {
  readonly profiles: readonly string[];
  readonly subject: WantedSubject | null;
  readonly target: string | null;
  /** Whether the run may have accepted any certificate. */
  readonly insecure: boolean;
  /** The maximum age of the end of the run. */
  readonly maxAge: Duration;
  /** The date or instant by which the run may have judged, other than its own. */
  readonly asOf: string | null;
  readonly suite: readonly string[] | null;
  /** The requirements that must be verified. */
  readonly mustVerify: readonly string[] | 'all';
  readonly recommended: 'warn' | 'forbid';
  readonly maxDeviations: number | null;
  readonly allowedDeviations: readonly string[] | null;
  readonly maxDeviationLife: Duration | null;
  readonly signature: 'required' | 'optional';
  /** Paths of public keys by name, relative to the file of the policy. */
  readonly publicKeys: Readonly<Record<string, string>>;
}

/** The policy as a file or flags give it (schemas/policy.schema.json). */
export type PolicyText = {
  readonly [Name in keyof Policy]?: Policy[Name] extends Duration | WantedSubject | null ? string : Policy[Name];
};

/** Reads the text of a policy file, if there is one, and the flags that override it. Problems are phrases. */
export function readPolicy(fileText: string | null, flags: PolicyText): Reading<Policy> {
  const file = parseJsonFile(fileText ?? '{}', policySchema, 'the policy');
  const problems = [
    ...(file.kind === 'bad' ? file.problems.map((problem) => `the policy is rejected: ${problem}`) : []),
    ...flagProblems(flags),
  ];
  if (file.kind === 'bad' || problems.length > 0) return { kind: 'bad', problems };
  return resolve({ ...(file.value as PolicyText), ...flags });
}

/** What each flag must be. */
const FLAGS: Readonly<Record<string, string>> = {
  profiles: `--profile must be ${settings.profile.type.rule}`,
  maxAge: '--max-age must be a number of minutes, hours or days, such as 90m, 24h or 7d',
  subject: `--subject must be ${WANTED_SUBJECT_FORM}`,
  target: '--target must be a base address',
};

/** A problem for each wrong flag. A flag that is not in `FLAGS` has the words of the schema. */
function flagProblems(flags: PolicyText): readonly string[] {
  return Object.entries(flags).flatMap(([member, value]) => {
    const [problem] = schemaProblems(policySchema, { [member]: value }, 'the flags');
    return problem === undefined ? [] : [FLAGS[member] ?? `the flags are wrong: ${problem}`];
  });
}

/** A build is usually promoted right after its run. */
const DEFAULT_AGE = '24h';

/** What a policy demands if neither the file nor a flag says it. */
const DEFAULTS = {
  profiles: ['full'],
  target: null,
  insecure: false,
  asOf: null,
  suite: null,
  recommended: 'warn',
  maxDeviations: null,
  allowedDeviations: null,
  signature: 'required',
  publicKeys: {},
} as const satisfies Partial<Policy>;

function resolve(text: PolicyText): Reading<Policy> {
  const subject = text.subject === undefined ? null : parseWantedSubject(text.subject);
  const mustVerify = text.mustVerify ?? [];
  const problems = [
    ...(text.subject !== undefined && subject === null
      ? [`the subject ${JSON.stringify(text.subject)} must be ${WANTED_SUBJECT_FORM}`]
      : []),
    ...(typeof text.asOf === 'string' && parseAsOf(text.asOf) === null
      ? [`the date ${JSON.stringify(text.asOf)} is not a calendar date`]
      : []),
    ...(mustVerify === 'all' ? [] : mustVerify.flatMap(unknownRequirement)),
  ];
  if (problems.length > 0) return { kind: 'bad', problems };
  return {
    kind: 'ok',
    value: {
      ...DEFAULTS,
      ...text,
      subject,
      mustVerify,
      maxAge: durationOf(text.maxAge ?? DEFAULT_AGE),
      maxDeviationLife: text.maxDeviationLife === undefined ? null : durationOf(text.maxDeviationLife),
    },
  };
}

function unknownRequirement(id: string): readonly string[] {
  const row = findRequirement(id);
  if (row === undefined) return [`mustVerify names ${JSON.stringify(id)}, which is not a requirement`];
  return row.level === 'required' && row.reason === undefined
    ? []
    : [`mustVerify names ${id}, which is not a required requirement that can be verified`];
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE };

function durationOf(text: string): Duration {
  return { text, milliseconds: Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0) };
}
