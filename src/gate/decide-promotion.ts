import { isCurrent } from '../report/deviations.ts';
import type { Report } from '../report/report.ts';
import { verdictLine, VERDICTS } from '../report/verdict.ts';
import { settingNames, settings } from '../settings/settings.ts';
import type { Policy } from './policy.ts';
import { subjectText } from './subject.ts';
import type { Verification } from './verify-run.ts';

/** A decision: yes only if nothing speaks against it. Reasons are sentences, and not inert. */
export interface Decision {
  readonly promote: boolean;
  readonly against: readonly string[];
  readonly for: readonly string[];
}

/** What a decision depends on. `now` is in milliseconds since the epoch; `hasKey` says whether a public key was given. */
export interface PromotionContext {
  readonly policy: Policy;
  /** The id of the run that is asked about; null if it does not matter which run it is. */
  readonly runId: string | null;
  readonly now: number;
  readonly hasKey: boolean;
}

/** Decides whether the build that a run judged may be promoted. Anything unknown or stale speaks against it. */
export function decidePromotion(verification: Verification, context: PromotionContext): Decision {
  const { report, problems } = verification;
  const findings: readonly Finding[] = [
    ...problems.map((problem) => against(`The run is not verified: ${problem}`)),
    ...signatureFindings(verification, context),
    ...(report === null ? [] : reportFindings(report, verification, context)),
  ];
  const reasons = findings.flatMap(({ speaks, reason }) => (speaks === 'against' ? [reason] : []));
  return {
    promote: reasons.length === 0 && report !== null,
    against: reasons,
    for: findings.flatMap(({ speaks, reason }) => (speaks === 'for' ? [reason] : [])),
  };
}

interface Finding {
  readonly speaks: 'for' | 'against';
  readonly reason: string;
}

function against(reason: string): Finding {
  return { speaks: 'against', reason };
}

function inFavour(reason: string): Finding {
  return { speaks: 'for', reason };
}

function holds(condition: boolean, reasonFor: string, reasonAgainst: string): Finding {
  return condition ? { speaks: 'for', reason: reasonFor } : against(reasonAgainst);
}

function signatureFindings({ signer, report }: Verification, { policy, hasKey }: PromotionContext): readonly Finding[] {
  if (signer !== null) return [inFavour(`The run is signed by ${signer.name} (key id ${signer.keyId}).`)];
  if (policy.signature === 'optional' && !hasKey) {
    return [inFavour('The policy requires no signature, so nothing proves who made the run.')];
  }
  if (report !== null && hasKey) return [against('The run is not signed by a given key.')];
  return [
    against(
      'A signature is required, and no public key was given to check it. Use --public-key, publicKeys of the policy, or --unsigned to require none.',
    ),
  ];
}

function reportFindings(report: Report, verification: Verification, context: PromotionContext): readonly Finding[] {
  const { policy } = context;
  const { run, verdict } = report;
  return [
    ...verdictFindings(report),
    holds(
      [null, run.id].includes(context.runId),
      `The run is ${run.id}.`,
      `The run is ${run.id}, and the gate was asked about the run ${context.runId}.`,
    ),
    holds(
      policy.profiles.includes(verdict.profile),
      `The profile is ${verdict.profile}.`,
      `The profile is ${verdict.profile}, and the policy requires ${policy.profiles.join(' or ')}.`,
    ),
    ageFinding(report, context),
    dateFinding(report, policy),
    holds(
      policy.suite === null || [run.suite.version, run.suite.sources].some((each) => policy.suite?.includes(each)),
      `Version ${run.suite.version} of the suite judged, with the sources ${run.suite.sources}.`,
      `Version ${run.suite.version} of the suite judged, with the sources ${run.suite.sources}, and the policy requires ${policy.suite?.join(' or ')}.`,
    ),
    ...(run.embedded ? [against('The embedded reference service was judged, not your build.')] : []),
    holds(
      policy.target === null || sameAddress(run.target, policy.target),
      `The target is ${run.target}.`,
      `The target is ${run.target}, and the policy requires ${policy.target}.`,
    ),
    ...settingFindings(report, policy),
    ...subjectFindings(report, verification, policy),
    ...requirementFindings(report, policy),
    ...deviationFindings(report, context),
  ];
}

/** Settings by which a target could deceive the run, and all others that differ from their defaults. */
function settingFindings({ run }: Report, policy: Policy): readonly Finding[] {
  const { configuration } = run;
  const changed = settingNames.flatMap((name) => {
    const value = configuration[name] ?? settings[name].default;
    return value === settings[name].default || name === 'subject' ? [] : [`${name} is ${String(value)}`];
  });
  return [
    ...(configuration['nameCases'] === true
      ? [against('Each request named its case (--name-cases), so the target could recognise the cases.')]
      : []),
    ...(configuration['insecure'] === true && !policy.insecure
      ? [against('The run accepted any certificate (--insecure), so another server may have answered.')]
      : []),
    ...(changed.length === 0 ? [] : [inFavour(`Settings that differ from the defaults: ${changed.join(', ')}.`)]),
  ];
}

/** Required requirements that are not verified, and violated recommended ones. */
function requirementFindings({ requirements }: Report, { mustVerify, recommended }: Policy): readonly Finding[] {
  const warned = requirements.filter(({ level, outcome }) => level === 'recommended' && outcome === 'violated');
  const open = requirements.filter(({ level, outcome }) => level === 'required' && outcome === 'not-applicable');
  const mustHold = (id: string): boolean => mustVerify === 'all' || mustVerify.includes(id);
  const groups = Map.groupBy(open, ({ id, reason }) => `${mustHold(id)} ${reason}`);
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

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

function verdictFindings({ verdict, run }: Report): readonly Finding[] {
  const sentence = `${verdictLine(verdict)}.`;
  const isGood = VERDICTS[verdict.outcome].exitCode === 0 && verdict.exitCode === 0;
  return [
    holds(isGood, sentence, sentence),
    ...(isGood ? [] : verdict.reasons.map(({ text }) => against(text))),
    ...(run.selection === 'part' ? [against('Only a part of the suite was run.')] : []),
    ...(run.end === 'complete' ? [] : [against('The run was cut short.')]),
  ];
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCKS = 5 * 60_000;

function ageFinding({ run }: Report, { policy, now }: PromotionContext): Finding {
  const age = now - Date.parse(run.endedAt);
  if (!(age >= -CLOCKS)) return against(`The run ended at ${run.endedAt}, which is in the future.`);
  return holds(
    age <= policy.maxAge.milliseconds,
    `The run ended at ${run.endedAt}, not more than ${policy.maxAge.text} ago.`,
    `The run ended at ${run.endedAt}, more than ${policy.maxAge.text} ago.`,
  );
}

/** `--as-of` makes a run judge by another date, for rehearsals. */
function dateFinding({ run }: Report, { asOf }: Policy): Finding {
  const isOwn = dayOf(run.asOf) === dayOf(run.startedAt);
  return holds(
    isOwn || (asOf !== null && Date.parse(run.asOf) === Date.parse(asOf)),
    `It judged by the date ${run.asOf.slice(0, 10)}.`,
    `It judged by the date ${run.asOf}, not by the date of the run.`,
  );
}

/** The day of an instant in UTC, `YYYY-MM-DD`. */
function dayOf(instant: number | string): string {
  return new Date(instant).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The build that a signature names outranks the one that the report names. */
function subjectFindings(
  report: Report,
  { subject, signer }: Verification,
  { subject: wanted }: Policy,
): readonly Finding[] {
  const reported = report.run.configuration['subject'];
  const ofReport = typeof reported === 'string' ? reported : null;
  const ofSignature = subject === null ? null : subjectText(subject);
  const named = signer === null ? ofReport : ofSignature;
  if (wanted === null) {
    const found = named === null ? 'The run names no build' : `The build is ${named}`;
    return [inFavour(`${found}, and the policy does not require one.`)];
  }
  if (named === null) return [against(`The run names no build, and the policy requires ${subjectText(wanted)}.`)];
  const isIt = wanted.name === null ? named.endsWith(`@${subjectText(wanted)}`) : named === subjectText(wanted);
  return [
    holds(isIt, `The build is ${named}.`, `The build is ${named}, and the policy requires ${subjectText(wanted)}.`),
  ];
}

/** A deviation may have expired since the run. */
function deviationFindings({ deviations }: Report, { policy, now }: PromotionContext): readonly Finding[] {
  const { maxDeviations, allowedDeviations, maxDeviationLife } = policy;
  const open = deviations.filter(({ state }) => state === 'open');
  const expired = deviations.filter((each) => !isCurrent(each, dayOf(now)));
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
