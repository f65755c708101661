import { counted, grouped } from '../contract/describe.ts';
import { partNumberOf, parts } from '../contract/requirements.ts';
import { probableCauses, rankCauses } from './causes/probable-causes.ts';
import type { Blockage } from './blockages.ts';
import { legendOf, questionsOf, sectionsOf } from './view-sections.ts';
import { type Finding, findingsOf, requirementCount } from './findings.ts';
import { oncePer } from './once-per.ts';
import type { Report, RequirementResult } from './report.ts';
import { indexOf, type ReportIndex } from './report-index.ts';
import {
  NAMES_CASES,
  neverResponded,
  sameResponseNotice,
  sameSuccessNotice,
  stoppedResponding,
} from './target-notices.ts';
import { notVerifiedText, verdictHeadline, verdictLine, VERDICTS } from './verdict/verdict.ts';

/** A report as every format shows it. */
export type ReportView = ReturnType<typeof makeView>;
export type PartView = ReportView['parts'][number];

/** The view of a report, which is made once for all formats. */
export const viewOf: (report: Report) => ReportView = oncePer(makeView);

/**
 * Groups, counts and words a report, for every format. Formats only lay it out. Texts are raw: each format makes them safe in its
 * own way.
 */
function makeView(report: Report) {
  const index = indexOf(report);
  const probable = probableCauses(report);
  const found = findingsOf(index, probable);
  const legend = legendOf(index);
  const violatedChecks = legend.find(({ mark }) => mark === 'violated')?.counts.checks ?? 0;
  // Mistakes that would explain several violations, the one that concerns most requirements first. They are advice.
  const causes = rankCauses(probable, found.blockages).map((cause) => ({
    ...cause,
    // Without the checks of warnings.
    explains: `${grouped(cause.checks)} of ${counted(violatedChecks, 'violated check')}`,
  }));
  const behaviour = questionsOf(index);
  return {
    ...index,
    ...found,
    headline: headlineOf(report, found.violated, found.blockages),
    causes,
    sections: sectionsOf(index, { causes, found, behaviour, legend }),
    parts: partsOf(index),
    legend,
    behaviour,
  };
}

const INSECURE = 'TLS certificates were not checked (--insecure), so the responses may not be those of the target.';

/** What a reader sees first: notices are about the target, and short reasons name violated and blocked requirements first. */
function headlineOf(report: Report, findings: readonly Finding[], blockages: readonly Blockage[]) {
  const { verdict, requirements, exchanges } = report;
  const { tone, sign, exitCode } = VERDICTS[verdict.outcome];
  const unreachable = neverResponded(exchanges);
  const notVerified = requirements.filter(({ outcome }) => outcome === 'not-verified');
  const summary = violatedText(requirements, findings, blockages);
  // An unreachable target is the one reason why nothing is verified.
  const explained = unreachable === null ? blockages.flatMap((each) => each.requirements) : notVerified;
  return {
    sentence: verdictHeadline(verdict),
    line: verdictLine(verdict),
    // How much is violated; null if nothing is.
    summary,
    tone,
    sign,
    exitCode,
    notices: noticesOf(report, unreachable),
    shortReasons: [
      ...(summary === null ? [] : [summary]),
      ...blockages.map(({ sentence }) => sentence),
      ...furtherReasons(report, new Set(explained.map(({ id }) => id))),
    ],
  };
}

function noticesOf({ run, exchanges }: Report, unreachable: string | null): readonly string[] {
  const notices = [
    sameResponseNotice(exchanges) ?? unreachable ?? stoppedResponding(exchanges, run.target),
    sameSuccessNotice(exchanges),
    run.configuration.insecure === true ? INSECURE : null,
    run.configuration.nameCases === true ? NAMES_CASES : null,
  ];
  return notices.filter((notice) => notice !== null);
}

/** The reasons of the verdict except violations, and without requirements whose reason is said already. */
function furtherReasons({ verdict, requirements, checks }: Report, explained: ReadonlySet<string>): readonly string[] {
  return verdict.reasons.flatMap(({ kind, text, requirements: named }) => {
    const left = named.filter((id) => !explained.has(id));
    if (kind === 'violated' || (named.length > 0 && left.length === 0)) return [];
    if (kind !== 'doubt' || left.length === named.length) return [text];
    const unexplained = requirements.filter(({ id }) => left.includes(id));
    return [notVerifiedText(unexplained, checks)];
  });
}

/** "6 of 55 required requirements are violated (5 findings), and 2 more cannot be judged until these are fixed." */
function violatedText(
  requirements: readonly RequirementResult[],
  findings: readonly Finding[],
  blockages: readonly Blockage[],
): string | null {
  const violated = requirementCount(findings);
  if (violated === 0) return null;
  const required = requirements.filter(({ level }) => level === 'required');
  const applicable = required.filter(({ outcome }) => outcome !== 'not-applicable' && outcome !== 'not-testable');
  const found = violated === findings.length ? '' : ` (${counted(findings.length, 'finding')})`;
  const blocked = blockages.flatMap((each) => each.requirements).filter(({ level }) => level === 'required').length;
  const more =
    blocked === 0
      ? ''
      : `, and ${blocked} more cannot be judged until ${violated === 1 ? 'this is' : 'these are'} fixed`;
  const [subject, verb] = [counted(applicable.length, 'required requirement'), violated === 1 ? 'is' : 'are'];
  return `${violated} of ${subject} ${verb} violated${found}${more}.`;
}

/** Requirements by part of the contract. Last come those of no part, with the checks of requirements that the report does not list. */
function partsOf({ report, requirements }: ReportIndex) {
  const groups = Map.groupBy(report.requirements, ({ part }) => partNumberOf(part));
  const strays = report.checks.filter(({ requirement }) => !requirements.has(requirement));
  const numbers = new Set(parts.map(({ number }) => number));
  const others = [...groups].flatMap(([number, each]) => (numbers.has(number) ? [] : each));
  return [
    ...parts.map(({ number, title }) => ({ number, title, requirements: groups.get(number) ?? [], strays: [] })),
    ...(others.length === 0 && strays.length === 0
      ? []
      : [{ number: '–', title: 'outside the contract', requirements: others, strays }]),
  ];
}
