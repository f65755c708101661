import policySchema from '../../schemas/policy.schema.json' with { type: 'json' };
import { findRequirement } from '../contract/requirements.ts';
import { schemaProblems, parseJsonFile } from '../contract/schema-problems.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { settings } from '../settings/settings.ts';

/** The conditions of a promotion (schemas/policy.schema.json). Null allows anything. */
export interface Policy {
  readonly profiles: readonly string[];
  /** The build, as `sha256:…` or `NAME@sha256:…`. */
  readonly subject: string | null;
  readonly target: string | null;
  /** The maximum age of the end of the run, such as `24h`: see `millisecondsIn`. */
  readonly maxAge: string;
  readonly suite: readonly string[] | null;
  /** The requirements that must be verified. */
  readonly mustVerify: readonly string[] | 'all';
  readonly recommended: 'warn' | 'forbid';
  readonly allowedDeviations: readonly string[] | null;
  readonly signature: 'required' | 'optional';
  /** Paths of public keys by name, relative to the file of the policy. */
  readonly publicKeys: Readonly<Record<string, string>>;
}

/** What a policy demands if neither the file nor a flag says it. A build is usually promoted right after its run. */
const DEFAULTS: Policy = {
  profiles: ['full'],
  subject: null,
  target: null,
  maxAge: '24h',
  suite: null,
  mustVerify: [],
  recommended: 'warn',
  allowedDeviations: null,
  signature: 'required',
  publicKeys: {},
};

/** Reads the text of a policy file, if there is one, and the flags that override it. Problems are phrases. */
export function readPolicy(fileText: string | null, flags: Partial<Policy>): Result<Policy> {
  const file = parseJsonFile(fileText ?? '{}', policySchema, 'the policy');
  const problems = [
    ...(file.kind === 'bad' ? file.problems.map((problem) => `the policy is rejected: ${problem}`) : []),
    ...flagProblems(flags),
  ];
  if (file.kind === 'bad' || problems.length > 0) return bad(...problems);
  const policy = { ...DEFAULTS, ...(file.value as Partial<Policy>), ...flags };
  const unknown = policy.mustVerify === 'all' ? [] : policy.mustVerify.flatMap(unknownRequirement);
  return unknown.length > 0 ? bad(...unknown) : ok(policy);
}

/** What each flag must be. */
const FLAGS: Readonly<Record<string, string>> = {
  profiles: `--profile must be ${settings.profile.type.rule}`,
  maxAge: '--max-age must be a number of minutes, hours or days, such as 90m, 24h or 7d',
  subject: '--subject must be sha256: and the 64 hexadecimal digits of the build, with or without NAME@ before it',
  target: '--target must be a base address',
};

/** A problem for each wrong flag. A flag that is not in `FLAGS` has the words of the schema. */
function flagProblems(flags: Partial<Policy>): readonly string[] {
  return Object.entries(flags).flatMap(([member, value]) => {
    const [problem] = schemaProblems(policySchema, { [member]: value }, 'the flags');
    return problem === undefined ? [] : [FLAGS[member] ?? `the flags are wrong: ${problem}`];
  });
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

/** The milliseconds in a length of time such as `90m`, `24h` or `7d`. */
export function millisecondsIn(time: string): number {
  return Number(time.slice(0, -1)) * (UNITS[time.slice(-1)] ?? 0);
}
