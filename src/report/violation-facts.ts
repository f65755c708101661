import type { Exchange } from '../http/exchange.ts';
import { copyableCommand } from './copyable-command.ts';
import type { Counterexample } from '../suite/records.ts';
import type { Check } from './report.ts';
import type { ReportIndex } from './report-index.ts';
import { pointerText } from './representative-check.ts';
import { safeText } from './terminal/terminal-text.ts';

/** One thing to know of a violated check. Its text is inert on a terminal and cut where it is long, and in no other way made safe. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** What an implementer needs of a violated check. `command` is null where there is none, or none that can be pasted. */
export interface ViolationFacts {
  readonly facts: readonly Fact[];
  readonly command: string | null;
}

/** A longer command cannot be pasted; it stands in report.json. */
const LONGEST_COMMAND = 2000;

/** Everything that a short format tells of a violated check, most important first. */
export function violationFacts(check: Check, index: Pick<ReportIndex, 'cases' | 'exchanges'>): ViolationFacts {
  const own = index.cases.get(check.case);
  const exchange = index.exchanges.get(check.exchanges.at(-1) ?? '');
  const curl = exchange?.request.curl ?? '';
  const isLong = curl.length > LONGEST_COMMAND;
  return {
    facts: [
      fact('Expected', check.expected),
      fact('Actual', check.actual),
      ...(check.pointer === null ? [] : [fact('Pointer', pointerText(check.pointer))]),
      ...(exchange === undefined ? [] : exchangeFacts(exchange)),
      fact('Case', own?.title ?? check.case),
      fact('Place', own?.place ?? ''),
      ...(check.counterexample === null ? [] : [fact('Example', exampleText(check.case, check.counterexample))]),
      ...(check.unstable === true ? [fact('Unstable', 'a second try did not show it again')] : []),
      fact('Evidence', evidenceText(check)),
      ...(isLong ? [fact('Again by', `a curl command of ${curl.length} characters, in report.json`)] : []),
    ],
    command: curl === '' || isLong ? null : copyableCommand(curl),
  };
}

/** The settings that try an example of a generated case again. */
export function exampleText(caseId: string, { seed, path }: Counterexample): string {
  return `--seed ${seed} --example-path ${caseId}:${path}`;
}

function fact(label: string, text: string): Fact {
  return { label, text: safeText(text) };
}

function exchangeFacts({ request, response, failure }: Exchange): readonly Fact[] {
  const body = response?.body.text ?? '';
  return [
    fact('Request', `${request.method} ${request.url}`),
    fact('Answer', response === null ? (failure?.message ?? 'none') : String(response.status)),
    ...(body === '' ? [] : [fact('Body', body)]),
  ];
}

const IDS_SHOWN = 10;

function evidenceText({ exchanges, furtherViolations, repeatExchanges }: Check): string {
  const parts = [
    ...(exchanges.length === 0 ? [] : [nameExchanges(exchanges)]),
    ...(furtherViolations.length === 0 ? [] : [`more like it in ${nameExchanges(furtherViolations)}`]),
    ...(repeatExchanges.length === 0 ? [] : [`second try in ${nameExchanges(repeatExchanges)}`]),
  ];
  return parts.length === 0 ? 'none' : `${parts.join('; ')}, in report.json`;
}

/** The last ones, since the last exchange is the one that shows it. */
function nameExchanges(ids: readonly string[]): string {
  const left = ids.length - IDS_SHOWN;
  const named = `${ids.length === 1 ? 'exchange' : 'exchanges'} ${ids.slice(-IDS_SHOWN).join(', ')}`;
  return left > 0 ? `${named} and ${left} before` : named;
}
