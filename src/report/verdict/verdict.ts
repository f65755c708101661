import { allOf, counted } from '../../contract/describe.ts';
import { findRequirement, isAboutForms, partNumberOf, type TestableId } from '../../contract/requirements.ts';
import { AS_ALLOWED, isMaximum, type UndecidedCause } from '../../suite/reasons.ts';
import { credentialRow } from '../../suite/keys/credentials.ts';
import type { SoakFacts } from '../../suite/records/records.ts';
import { outdatedDeviations } from './deviations.ts';
import type { Check, Report, RequirementResult, Verdict, VerdictName, VerdictReason } from '../report.ts';

/**
 * The one table of verdicts, with words, sign, colour and exit code for every format: what its sentence is about, and what it
 * says. The first verdict that applies is used.
 */
export const VERDICTS = {
  'not conformant': { subject: 'service', predicate: 'is NOT CONFORMANT', sign: '×', tone: 'bad', exitCode: 1 },
  'deviations out of date': {
    subject: 'run',
    predicate: 'found DEVIATIONS OUT OF DATE',
    sign: '!',
    tone: 'bad',
    exitCode: 1,
  },
  inconclusive: { subject: 'run', predicate: 'is INCONCLUSIVE', sign: '?', tone: 'doubt', exitCode: 2 },
  'conformant with known deviations': {
    subject: 'service',
    predicate: 'is CONFORMANT WITH KNOWN DEVIATIONS',
    sign: '≈',
    tone: 'doubt',
    exitCode: 0,
  },
  conformant: { subject: 'service', predicate: 'is CONFORMANT', sign: '✓', tone: 'good', exitCode: 0 },
} as const satisfies Readonly<Record<VerdictName, object>>;

/** The verdict in words, such as "The service is CONFORMANT". Names the embedded reference service if it was judged. */
export function verdictHeadline({ outcome, judged }: Verdict): string {
  const { subject, predicate } = VERDICTS[outcome];
  if (subject === 'service') return `The ${judged} ${predicate}`;
  return judged === 'service' ? `The run ${predicate}` : `The run against the ${judged} ${predicate}`;
}

/** The verdict line of every format: the headline with the profile. It has no full stop. */
export function verdictLine(verdict: Verdict): string {
  return `${verdictHeadline(verdict)}, profile ${verdict.profile}`;
}

/** Everything that the verdict follows from. */
export type VerdictInput = Pick<
  Report,
  'run' | 'requirements' | 'cases' | 'checks' | 'deviations' | 'suiteFaults' | 'exchanges' | 'soak'
>;

/**
 * The first verdict of the table that applies. A violated required requirement decides, even in a run that was cut short.
 * The run is inconclusive if an applicable required requirement is not verified, if the suite failed, or if only a part of
 * the suite was selected.
 */
export function decideVerdict(input: VerdictInput): Verdict {
  const required = input.requirements.filter(({ level }) => level === 'required');
  const violated = required.filter(({ outcome }) => outcome === 'violated');
  const deviating = input.requirements.filter(({ outcome }) => outcome === 'deviating');
  const outdated = outdatedDeviations(input.deviations).map((text) => reason('outdated deviation', text));
  const doubts = doubtsOf(input, required);
  const beside = [
    ...allowedRejections(input),
    ...undecidedInCatalogue(input.checks, required),
    ...soakNotes(input.soak),
  ];
  if (violated.length > 0) {
    const sentences = violated.map((each) => reason('violated', `${each.id} is violated: ${each.statement}`, [each]));
    return verdictOf('not conformant', input, [...outdated, ...sentences, ...doubts, ...beside]);
  }
  if (outdated.length > 0) return verdictOf('deviations out of date', input, [...outdated, ...doubts, ...beside]);
  if (doubts.length > 0) return verdictOf('inconclusive', input, [...doubts, ...beside]);
  const verified = reason('verified', verifiedText(required));
  const notes = [...notesOf(input, required), ...beside];
  if (input.soak === undefined) notes.push(reason('note', UNSEEN_WITHOUT_SOAK));
  if (deviating.length === 0) return verdictOf('conformant', input, [verified, ...notes]);
  const deviations = deviating.map((each) =>
    reason('deviating', `${each.id} is a known deviation: ${each.statement}`, [each]),
  );
  return verdictOf('conformant with known deviations', input, [...deviations, verified, ...notes]);
}

function reason(
  kind: VerdictReason['kind'],
  text: string,
  requirements: readonly RequirementResult[] = [],
): VerdictReason {
  return { kind, text, requirements: requirements.map(({ id }) => id) };
}

function verifiedText(required: readonly RequirementResult[]): string {
  const verified = required.filter(({ outcome }) => outcome === 'verified').length;
  const isListed = required.some(({ outcome }) => outcome === 'deviating');
  return `${verified} required requirements are verified and none is violated${isListed ? ', except known deviations' : ''}.`;
}

function verdictOf(outcome: VerdictName, input: VerdictInput, reasons: readonly VerdictReason[]): Verdict {
  const { profile, embedded } = input.run;
  const judged = embedded ? 'embedded reference service' : 'service';
  return { outcome, judged, profile, exitCode: VERDICTS[outcome].exitCode, reasons };
}

/** The reasons why a run without violations is not conformant. Requirements with the same reason share a sentence. */
function doubtsOf(input: VerdictInput, required: readonly RequirementResult[]): readonly VerdictReason[] {
  const { run, suiteFaults, soak, checks } = input;
  const { end, signal, selection } = run;
  const failed = checks.filter(({ outcome }) => outcome === 'harness-error');
  const [first] = failed;
  const undecided = required.filter(({ outcome }) => outcome === 'not-verified' || outcome === 'observed');
  const texts = [
    end === 'interrupted'
      ? `The run was interrupted${signal === null ? '' : ` by ${signal}`} before it was complete.`
      : null,
    end === 'deadline'
      ? 'The run reached its deadline before it was complete; raise --deadline (PETSTORE_DEADLINE).'
      : null,
    end === 'first-violation' ? 'The run ended at the first violation (--fail-fast), so the report is partial.' : null,
    soak === undefined || soak.endedBy === null
      ? null
      : `The soak ended after ${minutesText(soak.minutes)} of ${soak.wantedMinutes}: ${soak.endedBy}`,
    selection === 'part' ? 'Only a part of the suite was selected.' : null,
    ...suiteFaults.map((fault) => `A fault of the suite itself: ${fault}`),
    first === undefined
      ? null
      : `${counted(failed.length, 'check')} ended in a fault of the suite itself, the first in ${first.id}: ${first.reason ?? ''}`,
  ];
  const doubts = texts.flatMap((text) => (text === null ? [] : [reason('doubt', text)]));
  const notVerified = [...Map.groupBy(undecided, reasonText).values()].map((requirements, index) => {
    const count = index === 0 ? `${countText(required)} ` : '';
    return reason('doubt', `${count}${notVerifiedText(requirements, checks)}`, requirements);
  });
  const isEmpty = !required.some(({ outcome }) => outcome === 'verified' || outcome === 'deviating');
  const all = [...doubts, ...notVerified];
  return isEmpty && all.length === 0 ? [reason('doubt', 'Nothing was verified.')] : all;
}

/** "Not verified: LIST-OK and 3 other requirements, because …", for requirements of one reason, and how to resolve it. */
export function notVerifiedText(requirements: readonly RequirementResult[], checks: readonly Check[]): string {
  // What no response satisfies shows the reason best, so it is named first.
  const satisfied = new Set(checks.flatMap(({ requirement, outcome }) => (outcome === 'satisfied' ? requirement : [])));
  const named = requirements.toSorted((one, other) => Number(satisfied.has(one.id)) - Number(satisfied.has(other.id)));
  const why = reasonText(requirements[0] ?? { reason: null });
  const text = `Not verified: ${nameSome(named)}, because ${inSentence(why)}`;
  const howToResolve = requirements.find((each) => each.howToResolve !== null)?.howToResolve ?? null;
  return howToResolve === null ? text : `${text} ${howToResolve}`;
}

function reasonText({ reason: why }: Pick<RequirementResult, 'reason'>): string {
  return why ?? UNDECIDED_REASON;
}

/** The reason of a requirement or check without a specific one. */
export const UNDECIDED_REASON = 'The run did not decide it.';

function nameSome(requirements: readonly RequirementResult[]): string {
  const ids = requirements.map(({ id }) => id);
  return ids.length <= 2 ? allOf(ids) : `${ids[0]} and ${ids.length - 1} other requirements`;
}

/** How many of the required requirements that apply are verified. */
function countText(required: readonly RequirementResult[]): string {
  const applicable = required.filter(({ outcome }) => outcome !== 'not-applicable' && outcome !== 'not-testable');
  const verified = applicable.filter(({ outcome }) => outcome === 'verified').length;
  return `${verified} of ${applicable.length} required requirements are verified.`;
}

/** A sentence after "because": its first letter becomes small, except in an acronym. */
function inSentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

const UNSEEN_WITHOUT_SOAK =
  'A run without --soak does not find counters that overflow, resources that are closed when idle, or effects that start late.';

function soakNotes(soak: SoakFacts | undefined): readonly VerdictReason[] {
  if (soak === undefined) return [];
  const { minutes, requests, cases, creates, withoutResponse } = soak;
  const unanswered = withoutResponse === 0 ? '' : ` ${withoutResponse} of the cases had a request without a response.`;
  const text = `The run continued for ${minutesText(minutes)} (--soak): ${requests} requests of ${cases} cases, and ${counted(creates, 'pet')} added.${unanswered}`;
  return [reason('note', text)];
}

function minutesText(minutes: number): string {
  return `${minutes.toFixed(1)} minutes`;
}

function notApplicableBy(why: UndecidedCause, checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ outcome, cause }) => outcome === 'not-applicable' && cause === why);
}

const KEY = 'wrong key';
const FORM = 'form of a request';
const PART_OF_KEYS = '5';

/** What a service rejected, by the requirement that the case is about. */
function kindOf({ requirement }: Check): string {
  if (partNumberOf(findRequirement(requirement)?.part ?? '') === PART_OF_KEYS) return KEY;
  if (isAboutForms(requirement)) return FORM;
  return requirement === ('CREATE-KEEPS-NAME' satisfies TestableId) ? 'name' : 'value';
}

/** Names by its kind what the service rejected, as the contract allows, so these cases stopped there. */
function allowedRejections(input: VerdictInput): readonly VerdictReason[] {
  return [...Map.groupBy(notApplicableBy('allowed-rejection', input.checks), kindOf)].map(([kind, own]) => {
    // Several operations try the same key.
    const names = [
      ...new Set(own.map((check) => (kind === KEY ? nameOfKey(check, input) : nameOfCase(check.case, input)))),
    ];
    const values = counted(names.length, kind, kind === FORM ? 'forms of requests' : `${kind}s`);
    const how = kind === KEY ? ' without status 401' : '';
    return reason(
      'note',
      `The service rejected ${values}${how}, ${AS_ALLOWED} Not judged further: ${names.join('; ')}.`,
    );
  });
}

/** The credential that a check is about. */
function nameOfKey(check: Check, input: VerdictInput): string {
  const sent = input.exchanges.find(({ id }) => id === check.exchanges.at(-1))?.request.credential;
  return sent === undefined ? nameOfCase(check.case, input) : credentialRow(sent).title;
}

/** What a case observed, which is shorter than its title; else its title. */
function nameOfCase(id: string, { cases, checks }: VerdictInput): string {
  const observed = checks.find((check) => check.case === id && check.outcome === 'observed');
  return observed?.actual ?? cases.find((each) => each.id === id)?.title ?? id;
}

/** Names the cases of verified requirements that had no response or exceeded a bound of the run. */
function notesOf(input: VerdictInput, required: readonly RequirementResult[]): readonly VerdictReason[] {
  const byId = new Map(required.map((each) => [each.id, each]));
  const undecided = input.checks.filter(
    ({ requirement, outcome, unanswered, cause }) =>
      byId.get(requirement)?.outcome === 'verified' &&
      outcome === 'not-verified' &&
      cause !== 'wrong-response' &&
      (unanswered === 'instance' || isMaximum(cause)),
  );
  return [...Map.groupBy(undecided, reasonText)].map(([why, same]) => {
    const requirements = [...new Set(same.map(({ requirement }) => requirement))].flatMap((id) => byId.get(id) ?? []);
    const cases = new Set(same.map((check) => check.case)).size;
    const what = cases === 1 ? `Case ${nameOfCase(same[0]?.case ?? '', input)} was` : `${cases} further cases were`;
    return reason(
      'note',
      `${what} not verified for ${nameSome(requirements)}, because ${inSentence(why)}`,
      requirements,
    );
  });
}

/** Where these are violated, the service decides what a page holds, whatever the catalogue. */
const ABOUT_PAGES: ReadonlySet<string> = new Set([
  'LIST-LIMIT-MAX',
  'LIST-LIMIT-RANGE',
  'LIST-STATUS-FILTER',
  'LIST-STATUS-VALUES',
] satisfies readonly TestableId[]);

/** These are left undecided only by a catalogue whose lists are never empty, whatever a page holds. */
const ABOUT_EMPTY_LISTS: ReadonlySet<string> = new Set([
  'PETS-ARRAY',
  'ANSWER-MEDIA-TYPE',
] satisfies readonly TestableId[]);

/** Names the requirements that could not be decided in this catalogue. A violation decides. They are reported with every verdict. */
function undecidedInCatalogue(
  checks: readonly Check[],
  required: readonly RequirementResult[],
): readonly VerdictReason[] {
  const undecided = required.filter(({ outcome }) => outcome !== 'violated' && outcome !== 'deviating');
  const ids = new Set(undecided.map(({ id }) => id));
  const affected = notApplicableBy('catalogue', checks).filter(({ requirement }) => ids.has(requirement));
  const broken = required.filter(({ id, outcome }) => outcome === 'violated' && ABOUT_PAGES.has(id));
  return [...Map.groupBy(affected, reasonText)].map(([why, same]) => {
    const named = new Set(same.map(({ requirement }) => requirement));
    const requirements = undecided.filter(({ id }) => named.has(id));
    const isByCatalogue = broken.length === 0 || named.isSubsetOf(ABOUT_EMPTY_LISTS);
    const beside = isByCatalogue ? 'in this catalogue' : `beside violations of ${allOf(broken.map(({ id }) => id))}`;
    const cases = new Set(same.map((check) => check.case)).size;
    const names = allOf(requirements.map(({ id }) => id));
    const count = counted(cases, 'case');
    return reason('note', `${count} of ${names} could not be decided ${beside}: ${inSentence(why)}`, requirements);
  });
}
