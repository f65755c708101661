import { type JsonDocument, readJson } from '../contract/json.ts';
import type { Exchange } from '../http/exchange.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { elementsIn, meantIds } from '../suite/responses/inner-values.ts';
import { meantId } from '../suite/responses/meant-pet.ts';
import { isViolated } from './verdict/deviations.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { findPointer } from './pointer-range.ts';
import { codePointNote } from './text-difference.ts';
import type { Check } from './report.ts';
import type { Lookup } from './report-index.ts';
import type { Fact } from './section.ts';
import { isInert } from './safe-text.ts';

/** A check, mostly a violated one, with what it refers to. Texts are raw: they may hold anything that the service sent. */
export type CheckDetails = ReturnType<typeof checkDetailsOf>;

/** Collects what a check refers to. */
export function checkDetailsOf(check: Check, { cases, exchanges }: Lookup) {
  const exchange = exchanges.get(check.exchanges.at(-1) ?? '');
  // A rule has no requests of its own: the case that sent the judged one says what it was for.
  const own = (isRuleCase(check.case) ? cases.get(exchange?.caseId ?? '') : undefined) ?? cases.get(check.case);
  const pointer = pointerIn(check, exchange);
  const repeated = exchanges.get(check.repeatExchanges.at(-1) ?? '')?.response?.status;
  return {
    check,
    title: own === undefined || own.title === '' ? check.case : own.title,
    place: own?.place ?? '',
    // The code points by which expected and actual differ, if they may look alike; else null.
    note: isViolated(check) ? codePointNote(check.expected, check.actual) : null,
    // The JSON Pointer into the body of the response.
    pointer: pointer === '' ? 'the whole body' : pointer,
    // The exchange that shows the violation: the last one. Undefined if the report does not hold it.
    exchange,
    // The first exchange, which may show the pet that the last one is about.
    first: exchanges.get(check.exchanges[0] ?? ''),
    secondTry: secondTrySentence(check),
    // The status that the second try got, if it differs.
    otherStatus: repeated === undefined || repeated === exchange?.response?.status ? null : repeated,
  };
}

/** The exchanges that show the violations of a check: first the last of its own, which shows it most plainly. */
export function violatingExchanges({ exchanges, furtherViolations }: Check): readonly string[] {
  return [...exchanges.slice(-1), ...furtherViolations];
}

/** The pointer of a check. Null if the run read the value from another place of a wrong body. */
function pointerIn({ pointer, difference }: Check, exchange: Exchange | undefined): string | null {
  const body = exchange?.response?.body;
  const isShown = difference?.kind === 'form' && difference.actual !== 'missing';
  if (pointer === null || !isShown || body?.encoding !== 'utf8' || body.capped) return pointer;
  return findPointer(body.text, pointer).exact ? pointer : null;
}

/** What the second try showed; null if the check was not tried again. */
function secondTrySentence({ unstable, repeatExchanges }: Check): string | null {
  if (unstable === null) return null;
  if (!unstable) return 'a second try showed it again';
  return repeatExchanges.length === 0 ? 'only a second try showed it' : 'a second try did not show it again';
}

/** A longer command cannot be pasted, nor can one of an old report that a terminal would act on. */
const LONGEST_COMMAND = 2000;

/** The facts of a violation that every text format shows, most important first. `more` follows expected and actual. */
export function factsOf(details: CheckDetails, more: readonly Fact[] = []): readonly Fact[] {
  const { check, exchange, first } = details;
  // The title of the fixtures says nothing about the request.
  const isOfFixtures = (exchange?.caseId ?? check.case) === FIXTURES_CASE;
  return [
    { label: 'Expected', values: [check.expected] },
    { label: 'Actual', values: [check.actual] },
    { label: 'Note', text: details.note },
    { label: 'Pointer', values: details.pointer === null ? [] : [details.pointer] },
    ...more,
    ...(exchange === undefined ? [] : exchangeFacts(exchange, check.pointer ?? placeOfPet(first, exchange))),
    // A rule judges the responses to all cases.
    { label: isRuleCase(check.case) ? 'Sent by' : 'Case', values: isOfFixtures ? [] : [details.title] },
    { label: 'Place', values: [details.place] },
    { label: 'Unstable', text: check.unstable === true ? details.secondTry : null },
    { label: 'Evidence', text: evidenceText(details) },
    reproduceFact(exchange?.request.curl ?? ''),
  ];
}

/** The command that sends a request again. One that cannot be pasted is only in report.json. */
export function reproduceFact(curl: string): Fact {
  const label = 'Reproduce';
  if (curl.length <= LONGEST_COMMAND && isInert(curl)) return { label, command: curl };
  return { label, text: `a curl command of ${curl.length} characters, in report.json` };
}

function exchangeFacts({ request, response, failure }: Exchange, pointer: string): readonly Fact[] {
  return [
    { label: 'Request', values: [`${request.method} ${request.url}`] },
    { label: 'Response', values: [response === null ? (failure?.message ?? 'none') : String(response.status)] },
    { label: 'Body', values: [response === null ? '' : textFrom(response.body.text, pointer)] },
  ];
}

/** The JSON Pointer to the pet of the first exchange in the page of the last one. Empty if it shows none. */
function placeOfPet(first: Exchange | undefined, last: Exchange): string {
  const [own, page] = [first, last].map((exchange) => documentOf(exchange));
  if (last.operation !== 'listPets' || own === undefined || page === undefined) return '';
  const [id] = meantIds(own);
  const elements = elementsIn(page.value)?.elements ?? [];
  return elements.find(({ value }) => id !== undefined && meantId(page, value) === id)?.pointer ?? '';
}

function documentOf(exchange: Exchange | undefined): JsonDocument | undefined {
  const body = exchange?.response?.body;
  if (body?.encoding !== 'utf8' || body.capped) return undefined;
  const reading = readJson(Buffer.from(body.text));
  return reading.kind === 'json' ? reading.document : undefined;
}

/** Formats cut long texts. */
const SHOWN_BEFORE = 200;

/** A text from a little before the value that a JSON Pointer names, if that stands far from its start. */
function textFrom(text: string, pointer: string): string {
  const from = findPointer(text, pointer).start - SHOWN_BEFORE;
  return from < SHOWN_BEFORE ? text : `… ${text.slice(from)}`;
}

const IDS_SHOWN = 10;

function evidenceText({ check, otherStatus }: CheckDetails): string {
  const { exchanges, furtherViolations, repeatExchanges, unstable } = check;
  // A rule judges the requests of all cases, so a second try may show its violation by another request.
  const sameOrOther = otherStatus === null ? 'seen again in' : `violated again, with status ${otherStatus}, in`;
  const again = unstable === false ? sameOrOther : 'second try in';
  const parts = [
    ...(exchanges.length === 0 ? [] : [nameExchanges(exchanges)]),
    ...(furtherViolations.length === 0 ? [] : [`more violations of it in ${nameExchanges(furtherViolations)}`]),
    ...(repeatExchanges.length === 0 ? [] : [`${again} ${nameExchanges(repeatExchanges)}`]),
  ];
  return parts.length === 0 ? 'none' : `${parts.join('; ')}, in report.json`;
}

/** The last ones, since the last exchange shows the violation. */
function nameExchanges(ids: readonly string[]): string {
  const left = ids.length - IDS_SHOWN;
  const named = `${ids.length === 1 ? 'exchange' : 'exchanges'} ${ids.slice(-IDS_SHOWN).join(', ')}`;
  return left > 0 ? `${named} and ${left} before` : named;
}
