import { dayOf } from '../contract/describe.ts';
import { isCurrent } from '../report/verdict/deviations.ts';
import type { Report, RunDescription } from '../report/report.ts';
import { NAMES_CASES } from '../report/target-notices.ts';
import { verdictLine, VERDICTS } from '../report/verdict/verdict.ts';
import { isOnThisMachine } from '../settings/network.ts';
import { settingNames, settingOf } from '../settings/settings.ts';
import { millisecondsIn, type Policy } from './policy.ts';
import { subjectText } from './attestation.ts';
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
  const reasons: readonly Reason[] = [
    ...problems.map((problem) => no(`The run is not verified: ${problem}`)),
    signatureReason(verification, context),
    ...(report === null ? [] : reportReasons(report, verification, context)),
  ];
  const against = reasons.flatMap(({ speaksFor, text }) => (speaksFor ? [] : [text]));
  return {
    promote: against.length === 0 && report !== null,
    against,
    for: reasons.flatMap(({ speaksFor, text }) => (speaksFor ? [text] : [])),
  };
}

/** A reason for or against a promotion. */
interface Reason {
  readonly speaksFor: boolean;
  readonly text: string;
}

function yes(text: string): Reason {
  return { speaksFor: true, text };
}

function no(text: string): Reason {
  return { speaksFor: false, text };
}

/** A fact about which the policy may require something. */
function compared(fact: string, isAllowed: boolean, required: string): Reason {
  return isAllowed ? yes(`${fact}.`) : no(`${fact}, and the policy requires ${required}.`);
}

function signatureReason({ signer }: Verification, { policy, hasKey }: PromotionContext): Reason {
  if (signer !== null) return yes(`The run is signed by ${signer.name} (key id ${signer.keyId}).`);
  if (hasKey) return no('The run is not signed by a given key.');
  return policy.signature === 'optional'
    ? yes('The policy requires no signature, so nothing proves who made the run.')
    : no(
        'A signature is required, and no public key was given to check it. Use --public-key, publicKeys of the policy, or --unsigned to require none.',
      );
}

function reportReasons(report: Report, verification: Verification, context: PromotionContext): readonly Reason[] {
  const { policy } = context;
  return [
    ...verdictReasons(report),
    ...runReasons(report.run, context),
    ...settingReasons(report.run),
    subjectReason(report, verification, policy),
    ...requirementReasons(report, policy),
    ...deviationReasons(report, context),
  ];
}

function verdictReasons({ verdict, run }: Report): readonly Reason[] {
  const sentence = `${verdictLine(verdict)}.`;
  const isGood = VERDICTS[verdict.outcome].exitCode === 0 && verdict.exitCode === 0;
  return [
    ...(isGood ? [yes(sentence)] : [sentence, ...verdict.reasons.map(({ text }) => text)].map(no)),
    ...(run.selection === 'part' ? [no('The run judged only a part of the suite.')] : []),
    ...(run.end === 'complete' ? [] : [no('The run was cut short.')]),
  ];
}

/** Which run it is, how old it is, and who judged what. */
function runReasons(run: RunDescription, { policy, runId, now }: PromotionContext): readonly Reason[] {
  const { profiles, suite, target, maxAge } = policy;
  const { version, sources } = run.suite;
  return [
    // A pipeline may have kept the report of an earlier step.
    runId === undefined || run.id === runId
      ? yes(`The run is ${run.id}.`)
      : no(`The run is ${run.id}, and --run names ${runId}.`),
    compared(`The profile is ${run.profile}`, profiles.includes(run.profile), profiles.join(' or ')),
    ageReason(run, maxAge, now),
    dayOf(run.asOf) === dayOf(run.startedAt)
      ? yes(`The run judged by the date ${dayOf(run.asOf)}.`)
      : no(`The run judged by the date ${run.asOf}, not by its own date.`),
    compared(
      `Version ${version} of the suite judged, with the sources ${sources}`,
      suite === null || suite.includes(version) || suite.includes(sources),
      suite?.join(' or ') ?? '',
    ),
    ...(run.embedded ? [no('The run judged the embedded reference service, not your build.')] : []),
    compared(`The target is ${run.target}`, target === null || sameAddress(run.target, target), target ?? ''),
  ];
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_DIFFERENCE = 5 * 60_000;

function ageReason({ endedAt }: RunDescription, maxAge: string, now: number): Reason {
  const age = now - Date.parse(endedAt);
  if (!(age >= -CLOCK_DIFFERENCE)) return no(`The run ended at ${endedAt}, which is in the future.`);
  return age <= millisecondsIn(maxAge)
    ? yes(`The run ended at ${endedAt}, not more than ${maxAge} ago.`)
    : no(`The run ended at ${endedAt}, more than ${maxAge} ago.`);
}

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

/** Settings that allow a target to deceive the run, and all settings that differ from their defaults. */
function settingReasons(run: RunDescription): readonly Reason[] {
  const { nameCases, insecure } = run.configuration;
  const changed = changedSettings(run);
  return [
    ...(nameCases === true ? [no(NAMES_CASES)] : []),
    ...(insecure === true
      ? [no('The run accepted any certificate (--insecure), so another server may have answered.')]
      : []),
    ...(changed.length === 0 ? [] : [yes(`Settings that differ from the defaults: ${changed.join(', ')}.`)]),
  ];
}

/** The recorded settings that differ from their defaults. The build has a reason of its own. */
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
  return setting === undefined ? undefined : settingOf(setting).default;
}

/** Violated recommended requirements, and required ones that are not applicable. */
function requirementReasons({ requirements }: Report, { mustVerify, recommended }: Policy): readonly Reason[] {
  const warned = requirements.filter(({ level, outcome }) => level === 'recommended' && outcome === 'violated');
  const notApplicable = requirements.filter(
    ({ level, outcome }) => level === 'required' && outcome === 'not-applicable',
  );
  const mustHold = (id: string): boolean => mustVerify === 'all' || mustVerify.includes(id);
  const groups = Map.groupBy(notApplicable, ({ id, reason }) => `${mustHold(id)} ${reason}`);
  return [
    ...warned.map(({ id }) => ({
      speaksFor: recommended === 'warn',
      text: `The recommended requirement ${id} is violated.`,
    })),
    ...[...groups.values()].map((group) => {
      const ids = group.map(({ id }) => id);
      const reason = group[0]?.reason ?? 'no reason is known.';
      const text = `Not verified, because not applicable: ${ids.join(', ')}. ${reason}`;
      return { speaksFor: !ids.some(mustHold), text };
    }),
  ];
}

/** The build that a signature names overrides the one in the report. A policy may name a build by its digest alone. */
function subjectReason({ run }: Report, { subject, signer }: Verification, { subject: wanted }: Policy): Reason {
  const reported = run.configuration.subject ?? null;
  const ofSignature = subject === null ? null : subjectText(subject);
  const named = signer === null ? reported : ofSignature;
  const fact = named === null ? 'The run names no build' : `The build is ${named}`;
  if (wanted === null) return yes(`${fact}, and the policy does not require one.`);
  const isNamed = wanted.startsWith('sha256:') ? named?.endsWith(`@${wanted}`) === true : named === wanted;
  return compared(fact, isNamed, wanted);
}

/** Open deviations, and those that the policy does not allow or that have expired since the run. */
function deviationReasons({ deviations }: Report, { policy, now }: PromotionContext): readonly Reason[] {
  const { allowedDeviations } = policy;
  const open = deviations.filter(({ state }) => state === 'open');
  const expired = deviations.filter((each) => !isCurrent(each, dayOf(new Date(now).toISOString())));
  const forbidden = open.filter(({ id }) => allowedDeviations !== null && !allowedDeviations.includes(id));
  return [
    ...open.map(({ id, reason, owner, expires }) =>
      yes(`${id} is a known deviation: ${reason} (${owner}, until ${expires})`),
    ),
    ...expired.map(({ id, owner, expires }) => no(`The known deviation ${id} (${owner}) expired after ${expires}.`)),
    ...forbidden.map(({ id }) => no(`The policy does not allow the known deviation ${id}.`)),
  ];
}
