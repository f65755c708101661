import type { Exchange } from '../http/exchange.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { isViolated } from './verdict/deviations.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { codePointNote } from './text-difference.ts';
import type { Check, ReportedCase } from './report.ts';
import { isInert, safeText } from './safe-text.ts';

/** What the records of a run hold, by id. */
export interface Lookup {
  readonly cases: ReadonlyMap<string, Pick<ReportedCase, 'title' | 'place'>>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

/** If an id occurs twice, which a valid report never has, the first one counts. */
export function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.toReversed().map((item) => [item.id, item]));
}

/** A violated check with what it refers to. Texts are raw: they may hold anything that the service sent. */
export type Violation = ReturnType<typeof violationOf>;

/** Collects what a violated check refers to. */
export function violationOf(check: Check, { cases, exchanges }: Lookup) {
  const exchange = exchanges.get(check.exchanges.at(-1) ?? '');
  // A rule has no requests of its own: the case that sent the judged one says what it was for.
  const own = (isRuleCase(check.case) ? cases.get(exchange?.caseId ?? '') : undefined) ?? cases.get(check.case);
  const { expected, actual, pointer } = check;
  return {
    check,
    title: own === undefined || own.title === '' ? check.case : own.title,
    place: own?.place ?? '',
    expected,
    actual,
    // The code points by which expected and actual differ, if they may look alike; else null.
    note: isViolated(check) ? codePointNote(expected, actual) : null,
    // The JSON Pointer into the body of the response.
    pointer: pointer === '' ? 'the whole body' : pointer,
    // The exchange that shows the violation: the last one. Undefined if the report does not hold it.
    exchange,
    curl: exchange?.request.curl ?? '',
    secondTry: secondTrySentence(check),
  };
}

/** What the second try showed; null if the check was not tried again. */
function secondTrySentence({ unstable, repeatExchanges }: Check): string | null {
  if (unstable === null) return null;
  if (!unstable) return 'a second try showed it again';
  return repeatExchanges.length === 0 ? 'only a second try showed it' : 'a second try did not show it again';
}

/** What a fact is about, in the words that reports show. */
export type FactLabel =
  | 'Expected'
  | 'Actual'
  | 'Note'
  | 'Pointer'
  | 'Fix'
  | 'Blocks'
  | 'Elsewhere'
  | 'Also'
  | 'Statuses'
  | 'Checks'
  | 'Request'
  | 'Response'
  | 'Body'
  | 'Case'
  | 'Sent by'
  | 'Place'
  | 'Unstable'
  | 'Evidence'
  | 'Reproduce';

/** One labelled fact. Its text is inert on a terminal and cut if it is long. It is not escaped for other formats. */
export interface Fact {
  readonly label: FactLabel;
  readonly text: string;
}

/** A longer command, or one of an old report that a terminal would act on, cannot be pasted; report.json has it. */
const LONGEST_COMMAND = 2000;

/** A fact before its text is made safe. Null texts are left out. */
type RawFact = readonly [label: FactLabel, text: string | null];

/** The facts of a violation that every text format shows, most important first. `more` follows expected and actual. */
export function safeFactsOf(violation: Violation, more: readonly RawFact[] = []): readonly Fact[] {
  const { check, exchange, curl } = violation;
  // The title of the fixtures says nothing about the request.
  const isOfFixtures = (exchange?.caseId ?? check.case) === FIXTURES_CASE;
  const facts: readonly RawFact[] = [
    ['Expected', violation.expected],
    ['Actual', violation.actual],
    ['Note', violation.note],
    ['Pointer', violation.pointer],
    ...more,
    ...(exchange === undefined ? [] : exchangeFacts(exchange)),
    // A rule judges the responses to all cases.
    [isRuleCase(check.case) ? 'Sent by' : 'Case', isOfFixtures ? null : violation.title],
    ['Place', violation.place],
    ['Unstable', check.unstable === true ? violation.secondTry : null],
    ['Evidence', evidenceText(check)],
    ['Reproduce', canBePasted(curl) ? null : `a curl command of ${curl.length} characters, in report.json`],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text: safeText(text) }]));
}

/** The command that sends the request again, inert on a terminal; null if there is none, or none that can be pasted. */
export function reproduceCommand(violation: Pick<Violation, 'curl'> | null): string | null {
  const curl = violation?.curl ?? '';
  return curl === '' || !canBePasted(curl) ? null : curl;
}

function canBePasted(command: string): boolean {
  return command.length <= LONGEST_COMMAND && isInert(command);
}

function exchangeFacts({ request, response, failure }: Exchange): readonly RawFact[] {
  const body = response?.body.text ?? '';
  return [
    ['Request', `${request.method} ${request.url}`],
    ['Response', response === null ? (failure?.message ?? 'none') : String(response.status)],
    ['Body', body === '' ? null : body],
  ];
}

const IDS_SHOWN = 10;

function evidenceText({ exchanges, furtherViolations, repeatExchanges }: Check): string {
  const parts = [
    ...(exchanges.length === 0 ? [] : [nameExchanges(exchanges)]),
    ...(furtherViolations.length === 0 ? [] : [`more violations like it in ${nameExchanges(furtherViolations)}`]),
    ...(repeatExchanges.length === 0 ? [] : [`second try in ${nameExchanges(repeatExchanges)}`]),
  ];
  return parts.length === 0 ? 'none' : `${parts.join('; ')}, in report.json`;
}

/** The last ones, since the last exchange shows the violation. */
function nameExchanges(ids: readonly string[]): string {
  const left = ids.length - IDS_SHOWN;
  const named = `${ids.length === 1 ? 'exchange' : 'exchanges'} ${ids.slice(-IDS_SHOWN).join(', ')}`;
  return left > 0 ? `${named} and ${left} before` : named;
}
