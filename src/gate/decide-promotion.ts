import { isCurrent } from '../report/deviations.ts';
import type { Report } from '../report/report.ts';
import { verdictLine, VERDICTS } from '../report/verdict.ts';
import type { Policy } from './policy.ts';
import { subjectText } from './subject.ts';
import type { Verification } from './verify-run.ts';

/** A decision: yes only if nothing speaks against it. Reasons are sentences, and not inert. */
export interface Decision {
  readonly promote: boolean;
  readonly against: readonly string[];
  readonly for: readonly string[];
}

/** What a decision depends on. `now` is in milliseconds since the epoch; `hasKey` is whether a public key was given. */
export interface PromotionContext {
  readonly policy: Policy;
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

function holds(condition: boolean, reasonFor: string, reasonAgainst: string): Finding {
  return condition ? { speaks: 'for', reason: reasonFor } : against(reasonAgainst);
}

function signatureFindings({ signed, report }: Verification, { policy, hasKey }: PromotionContext): readonly Finding[] {
  if (signed) return [{ speaks: 'for', reason: 'The run is signed by the given key.' }];
  if (policy.signature === 'optional' && !hasKey) {
    return [{ speaks: 'for', reason: 'The policy requires no signature, so the origin of the run is unproven.' }];
  }
  if (report !== null && hasKey) return [against('The run is not signed by the given key.')];
  return [
    against(
      'A signature is required, and no public key was given to check it. Use --public-key, or --unsigned to require none.',
    ),
  ];
}

function reportFindings(report: Report, verification: Verification, context: PromotionContext): readonly Finding[] {
  const { policy } = context;
  const { run } = report;
  return [
    ...verdictFindings(report),
    holds(
      report.verdict.profile === policy.profile,
      `The profile is ${policy.profile}.`,
      `The profile is ${report.verdict.profile}, and the policy requires ${policy.profile}.`,
    ),
    ageFinding(report, context),
    dateFinding(report, policy),
    ...(policy.suiteVersions === null
      ? []
      : [
          holds(
            policy.suiteVersions.includes(run.suite.version),
            `Version ${run.suite.version} of the suite judged.`,
            `Version ${run.suite.version} of the suite judged, and the policy requires ${policy.suiteVersions.join(' or ')}.`,
          ),
        ]),
    ...(run.configuration['nameCases'] === true
      ? [against('Each request named its case (--name-cases), so the target could recognise the cases.')]
      : []),
    ...(run.embedded ? [against('The embedded reference service was judged, not your build.')] : []),
    ...(policy.target === null
      ? []
      : [
          holds(
            sameAddress(run.target, policy.target),
            `The target is ${run.target}.`,
            `The target is ${run.target}, and the policy requires ${policy.target}.`,
          ),
        ]),
    ...subjectFindings(report, verification, policy),
    ...deviationFindings(report, context),
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
  const isOwn = run.asOf.slice(0, 10) === run.startedAt.slice(0, 10);
  return holds(
    isOwn || run.asOf === asOf,
    `It judged by the date ${run.asOf.slice(0, 10)}.`,
    `It judged by the date ${run.asOf}, not by its own.`,
  );
}

/** The build that a signature names outranks the one that the report names. */
function subjectFindings(
  report: Report,
  { subject, signed }: Verification,
  { subject: wanted }: Policy,
): readonly Finding[] {
  const reported = report.run.configuration['subject'];
  const ofReport = typeof reported === 'string' ? reported : null;
  const ofSignature = subject === null ? null : subjectText(subject);
  const named = signed ? ofSignature : ofReport;
  if (wanted === null) {
    const found = named === null ? 'No build is named' : `The build is ${named}`;
    return [{ speaks: 'for', reason: `${found}, and the policy requires none.` }];
  }
  if (named === null) return [against(`The run names no build, and the policy requires ${subjectText(wanted)}.`)];
  const isIt = wanted.name === null ? named.endsWith(`@${subjectText(wanted)}`) : named === subjectText(wanted);
  return [
    holds(isIt, `The build is ${named}.`, `The build is ${named}, and the policy requires ${subjectText(wanted)}.`),
  ];
}

/** A deviation may have expired since the run. */
function deviationFindings({ deviations }: Report, { policy, now }: PromotionContext): readonly Finding[] {
  const today = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const open = deviations.filter(({ state }) => state === 'open');
  const expired = deviations.filter((each) => !isCurrent(each, today));
  return [
    ...open.map(({ id, reason, owner, expires }): Finding => ({
      speaks: 'for',
      reason: `${id} is a known deviation: ${reason} (${owner}, until ${expires})`,
    })),
    ...expired.map(({ id, owner, expires }) =>
      against(`The known deviation ${id} (${owner}) expired after ${expires}.`),
    ),
    ...(policy.maxDeviations !== null && open.length > policy.maxDeviations
      ? [against(`${open.length} known deviations are open, and at most ${policy.maxDeviations} may be.`)]
      : []),
  ];
}
