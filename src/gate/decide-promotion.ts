import { dayOf } from '../contract/describe.ts';
import { isCurrent } from '../report/verdict/deviations.ts';
import type { Report, RunDescription } from '../report/report.ts';
import { NAMES_CASES } from '../report/target-notices.ts';
import { verdictLine, VERDICTS } from '../report/verdict/verdict.ts';
import { isOnThisMachine } from '../settings/network.ts';
import { settingNames, settingOf } from '../settings/settings.ts';
import type { Policy } from './policy.ts';
import { otherRunProblems } from './run-folder.ts';
import { subjectText } from './subject.ts';
import type { Verification } from './verify-run.ts';

/** A decision. It is yes if no reason is against it. Reasons are sentences, and not inert. */
export interface Decision {
  readonly promote: boolean;
  readonly against: readonly string[];
  readonly for: readonly string[];
}

/** What a decision depends on. `now` is in milliseconds since the epoch; `hasKey` says whether a public key was given. */
interface PromotionContext {
  readonly policy: Policy;
  /** The id of the run that must have judged; undefined if any run may have. */
  readonly runId: string | undefined;
  readonly now: number;
  readonly hasKey: boolean;
}

/** Decides whether the build that a run judged may be promoted. Anything unknown or stale speaks against it. */
export function decidePromotion(verification: Verification, context: PromotionContext): Decision {
  const { report, problems } = verification;
  const all: readonly Argument[] = [
    ...problems.map((problem) => against(`The run is not verified: ${problem}`)),
    signatureArgument(verification, context),
    ...(report === null ? [] : reportArguments(report, verification, context)),
  ];
  const reasons = all.flatMap(({ speaks, reason }) => (speaks === 'against' ? [reason] : []));
  return {
    promote: reasons.length === 0 && report !== null,
    against: reasons,
    for: all.flatMap(({ speaks, reason }) => (speaks === 'for' ? [reason] : [])),
  };
}

/** A reason for or against a promotion. */
interface Argument {
  readonly speaks: 'for' | 'against';
  readonly reason: string;
}

function against(reason: string): Argument {
  return { speaks: 'against', reason };
}

function inFavour(reason: string): Argument {
  return { speaks: 'for', reason };
}

/** A fact about which the policy may require something. */
function compared(fact: string, isAllowed: boolean, required: string): Argument {
  return isAllowed ? inFavour(`${fact}.`) : against(`${fact}, and the policy requires ${required}.`);
}

function signatureArgument({ signer }: Verification, { policy, hasKey }: PromotionContext): Argument {
  if (signer !== null) return inFavour(`The run is signed by ${signer.name} (key id ${signer.keyId}).`);
  if (hasKey) return against('The run is not signed by a given key.');
  return policy.signature === 'optional'
    ? inFavour('The policy requires no signature, so nothing proves who made the run.')
    : against(
        'A signature is required, and no public key was given to check it. Use --public-key, publicKeys of the policy, or --unsigned to require none.',
      );
}

function reportArguments(report: Report, verification: Verification, context: PromotionContext): readonly Argument[] {
  const { policy } = context;
  return [
    ...verdictArguments(report),
    ...runArguments(report, context),
    ...settingArguments(report, policy),
    subjectArgument(report, verification, policy),
    ...requirementArguments(report, policy),
    ...deviationArguments(report, context),
  ];
}

function verdictArguments({ verdict, run }: Report): readonly Argument[] {
  const sentence = `${verdictLine(verdict)}.`;
  const isGood = VERDICTS[verdict.outcome].exitCode === 0 && verdict.exitCode === 0;
  return [
    ...(isGood ? [inFavour(sentence)] : [sentence, ...verdict.reasons.map(({ text }) => text)].map(against)),
    ...(run.selection === 'part' ? [against('The run judged only a part of the suite.')] : []),
    ...(run.end === 'complete' ? [] : [against('The run was cut short.')]),
  ];
}

/** Which run it is, how old it is, and who judged what. */
function runArguments({ run, verdict }: Report, context: PromotionContext): readonly Argument[] {
  const { profiles, suite, target } = context.policy;
  const { version, sources } = run.suite;
  const otherRun = otherRunProblems(run.id, context.runId);
  return [
    ...(otherRun.length === 0 ? [inFavour(`The run is ${run.id}.`)] : otherRun.map(against)),
    compared(`The profile is ${verdict.profile}`, profiles.includes(verdict.profile), profiles.join(' or ')),
    ageArgument(run, context),
    dateArgument(run, context.policy),
    compared(
      `Version ${version} of the suite judged, with the sources ${sources}`,
      suite === null || suite.includes(version) || suite.includes(sources),
      suite?.join(' or ') ?? '',
    ),
    ...(run.embedded ? [against('The run judged the embedded reference service, not your build.')] : []),
    compared(`The target is ${run.target}`, target === null || sameAddress(run.target, target), target ?? ''),
  ];
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_DIFFERENCE = 5 * 60_000;

function ageArgument({ endedAt }: RunDescription, { policy: { maxAge }, now }: PromotionContext): Argument {
  const age = now - Date.parse(endedAt);
  if (!(age >= -CLOCK_DIFFERENCE)) return against(`The run ended at ${endedAt}, which is in the future.`);
  return age <= maxAge.milliseconds
    ? inFavour(`The run ended at ${endedAt}, not more than ${maxAge.text} ago.`)
    : against(`The run ended at ${endedAt}, more than ${maxAge.text} ago.`);
}

/** `--as-of` makes a run judge by another date, for rehearsals. */
function dateArgument(run: RunDescription, { asOf }: Policy): Argument {
  const isOwn = dayOf(run.asOf) === dayOf(run.startedAt);
  return isOwn || (asOf !== null && Date.parse(run.asOf) === Date.parse(asOf))
    ? inFavour(`The run judged by the date ${dayOf(run.asOf)}.`)
    : against(`The run judged by the date ${run.asOf}, not by its own date.`);
}

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

/** Settings that let a target deceive the run, and all settings that differ from their defaults. */
function settingArguments({ run }: Report, policy: Policy): readonly Argument[] {
  const { nameCases, insecure } = run.configuration;
  const changed = changedSettings(run);
  return [
    ...(nameCases === true ? [against(NAMES_CASES)] : []),
    ...(insecure === true && !policy.insecure
      ? [against('The run accepted any certificate (--insecure), so another server may have answered.')]
      : []),
    ...(changed.length === 0 ? [] : [inFavour(`Settings that differ from the defaults: ${changed.join(', ')}.`)]),
  ];
}

/** The recorded settings that differ from their defaults. The build has a finding of its own. */
function changedSettings(run: RunDescription): readonly string[] {
  return Object.entries(run.configuration).flatMap(([name, value]) => {
    const isUnchanged = value === null || value === '' || value === defaultOf(name, run);
    return isUnchanged || name === 'subject' ? [] : [`${name} is ${String(value)}`];
  });
}

/** The value of a recorded setting if no source sets it. */
function defaultOf(name: string, { target, configuration }: RunDescription): unknown {
  const { connectTo = null, proxy = null } = configuration;
  if (name === 'riskyProbes') return isOnThisMachine({ baseUrl: target, connectTo, proxy });
  const setting = settingNames.find((each) => each === name);
  return setting === undefined ? null : settingOf(setting).default;
}

/** Violated recommended requirements, and required ones that are not applicable. */
function requirementArguments({ requirements }: Report, { mustVerify, recommended }: Policy): readonly Argument[] {
  const warned = requirements.filter(({ level, outcome }) => level === 'recommended' && outcome === 'violated');
  const notApplicable = requirements.filter(
    ({ level, outcome }) => level === 'required' && outcome === 'not-applicable',
  );
  const mustHold = (id: string): boolean => mustVerify === 'all' || mustVerify.includes(id);
  const groups = Map.groupBy(notApplicable, ({ id, reason }) => `${mustHold(id)} ${reason}`);
  return [
    ...warned.map(({ id }) => {
      const sentence = `${id} is recommended, and violated.`;
      return recommended === 'forbid' ? against(sentence) : inFavour(sentence);
    }),
    ...[...groups.values()].map((group) => {
      const ids = group.map(({ id }) => id);
      const reason = group[0]?.reason ?? 'no reason is known.';
      const sentence = `Not verified, because not applicable: ${ids.join(', ')}. ${reason}`;
      return ids.some(mustHold) ? against(sentence) : inFavour(sentence);
    }),
  ];
}

/** The build that a signature names overrides the one in the report. */
function subjectArgument(report: Report, { subject, signer }: Verification, { subject: wanted }: Policy): Argument {
  const reported = report.run.configuration.subject;
  const ofReport = typeof reported === 'string' ? reported : null;
  const ofSignature = subject === null ? null : subjectText(subject);
  const named = signer === null ? ofReport : ofSignature;
  const fact = named === null ? 'The run names no build' : `The build is ${named}`;
  if (wanted === null) return inFavour(`${fact}, and the policy does not require one.`);
  const required = subjectText(wanted);
  return compared(
    fact,
    named === required || (wanted.name === null && named?.endsWith(`@${required}`) === true),
    required,
  );
}

/** A deviation may have expired since the run. */
function deviationArguments({ deviations }: Report, { policy, now }: PromotionContext): readonly Argument[] {
  const { maxDeviations, allowedDeviations, maxDeviationLife } = policy;
  const open = deviations.filter(({ state }) => state === 'open');
  const expired = deviations.filter((each) => !isCurrent(each, dayOf(new Date(now).toISOString())));
  const forbidden = open.filter(({ id }) => allowedDeviations !== null && !allowedDeviations.includes(id));
  const latest = maxDeviationLife === null ? null : now + maxDeviationLife.milliseconds;
  const longLived = open.filter(({ expires }) => latest !== null && Date.parse(expires) > latest);
  return [
    ...open.map(({ id, reason, owner, expires }) =>
      inFavour(`${id} is a known deviation: ${reason} (${owner}, until ${expires})`),
    ),
    ...expired.map(({ id, owner, expires }) =>
      against(`The known deviation ${id} (${owner}) expired after ${expires}.`),
    ),
    ...forbidden.map(({ id }) => against(`The policy does not allow the known deviation ${id}.`)),
    ...longLived.map(({ id, expires }) =>
      against(`The known deviation ${id} lasts until ${expires}, longer than ${maxDeviationLife?.text} from now.`),
    ),
    ...(maxDeviations !== null && open.length > maxDeviations
      ? [against(`${open.length} known deviations are open, and at most ${maxDeviations} may be.`)]
      : []),
  ];
}
