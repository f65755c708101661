import type { Exchange } from '../../http/exchange.ts';
import { copyableCommand } from '../copyable-command.ts';
import type { Check, Report, ReportedCase, RequirementResult } from '../report.ts';
import { exampleText } from '../violation-facts.ts';
import { pointerText, representativeCheck } from '../representative-check.ts';
import { isWarning } from './terminal-counts.ts';
import type { Page, Tone } from './terminal-layout.ts';
import { safeText } from './terminal-text.ts';

const SHOWN = 15;
/** A longer command would fill the terminal; it stands in the report. */
const LONGEST_COMMAND = 2000;

/** Each violated required requirement with what was expected, what came, and how to see it again. */
export function renderViolations(report: Report, page: Page): readonly string[] {
  const violated = report.requirements.filter((each) => each.outcome === 'violated' && !isWarning(each));
  return renderList(`Violated (${violated.length})`, 'bad', violated, page, (requirement) => {
    const checks = violatedChecks(report, requirement);
    const check = representativeCheck(checks, (id) => caseOf(id, report));
    return check === undefined ? [] : renderCheck(check, checks.length, report, page);
  });
}

/** Each violated recommendation in a few lines. */
export function renderWarnings(report: Report, page: Page): readonly string[] {
  const warnings = report.requirements.filter(isWarning);
  return renderList(`Warnings (${warnings.length})`, 'doubt', warnings, page, (requirement) => {
    const checks = violatedChecks(report, requirement);
    const check = representativeCheck(checks, (id) => caseOf(id, report));
    if (check === undefined) return [];
    return [...page.field('Actual', safeText(check.actual)), ...renderMore(check, checks.length, page)];
  });
}

function renderList(
  title: string,
  tone: Tone,
  requirements: readonly RequirementResult[],
  page: Page,
  renderEvidence: (requirement: RequirementResult) => readonly string[],
): readonly string[] {
  if (requirements.length === 0) return [];
  const left = requirements.slice(SHOWN);
  const entries = requirements
    .slice(0, SHOWN)
    .flatMap((requirement) => [
      '',
      `  ${page.paint(tone, page.verbatim(requirement.id, 0))}  ${page.paint('quiet', page.verbatim(`part ${requirement.part}, ${requirement.level}`, 0))}`,
      ...page.paragraph(safeText(requirement.statement), 2),
      ...renderEvidence(requirement),
    ]);
  const rest = `and ${left.length} more in report.json: ${left.map(({ id }) => id).join(', ')}`;
  return [page.paint('title', title), ...entries, ...(left.length === 0 ? [] : ['', ...page.paragraph(rest, 2)])];
}

function violatedChecks(report: Report, requirement: RequirementResult): readonly Check[] {
  return report.checks.filter((check) => check.requirement === requirement.id && check.outcome === 'violated');
}

function caseOf(caseId: string, report: Report): ReportedCase | undefined {
  return report.cases.find(({ id }) => id === caseId);
}

function renderCheck(check: Check, count: number, report: Report, page: Page): readonly string[] {
  const own = caseOf(check.case, report);
  const exchange = report.exchanges.find(({ id }) => id === check.exchanges.at(-1));
  return [
    ...page.field('Case', safeText(own?.title ?? check.case)),
    ...page.field('Place', safeText(own?.place ?? '')),
    ...(check.counterexample === null
      ? []
      : page.field('Example', safeText(exampleText(check.case, check.counterexample)))),
    ...page.field('Expected', safeText(check.expected)),
    ...page.field('Actual', safeText(check.actual)),
    ...(check.pointer === null ? [] : page.field('Pointer', safeText(pointerText(check.pointer)))),
    ...(exchange === undefined ? [] : renderExchange(exchange, page)),
    ...(check.unstable === true ? page.field('Unstable', unstableText(check)) : []),
    ...renderMore(check, count, page),
  ];
}

function renderExchange({ request, response, failure }: Exchange, page: Page): readonly string[] {
  const answer = response === null ? (failure?.message ?? 'none') : String(response.status);
  return [
    ...page.field('Request', safeText(`${request.method} ${request.url}`)),
    ...page.field('Answer', safeText(answer)),
    ...renderCommand(request.curl, page),
  ];
}

/** A command stands in a line of its own and is never broken. */
function renderCommand(command: string, page: Page): readonly string[] {
  if (command === '') return [];
  if (command.length > LONGEST_COMMAND) {
    return page.field('Again by', `a curl command of ${command.length} characters, in report.json`);
  }
  return [...page.field('Again by', 'this command:'), page.verbatim(copyableCommand(command), 4)];
}

function unstableText(check: Check): string {
  return `a second try did not show it again${check.repeatExchanges.length === 0 ? '' : ` (${nameExchanges(check.repeatExchanges)})`}`;
}

/** Where the rest of the evidence is, and the command that explains the requirement and tells how to fix it, each in lines of its own. */
function renderMore(check: Check, count: number, page: Page): readonly string[] {
  const others = count - 1;
  const further = check.furtherViolations.length;
  const told = [
    ...(check.exchanges.length === 0 ? [] : [nameExchanges(check.exchanges)]),
    ...(further === 0 ? [] : [`${further} further ${further === 1 ? 'violation' : 'violations'} like it`]),
    ...(others === 0 ? [] : [`and ${others} more ${others === 1 ? 'check' : 'checks'}`]),
  ];
  return [
    ...(told.length === 0 ? [] : page.field('More', `in report.json: ${told.join('; ')}`)),
    ...page.field('To fix it', `npx petstore-conformance explain ${check.requirement}`),
  ];
}

function nameExchanges(ids: readonly string[]): string {
  const last = safeText(ids.at(-1) ?? '');
  return ids.length === 1 ? `exchange ${last}` : `exchange ${last} and ${ids.length - 1} before it`;
}
