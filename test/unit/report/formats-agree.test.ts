import { stripVTControlCharacters } from 'node:util';
import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../../src/suite/records/records.ts';
import { compareReports } from '../../../src/gate/compare-reports.ts';
import { decidePromotion } from '../../../src/gate/decide-promotion.ts';
import { type Policy, readPolicy } from '../../../src/gate/policy.ts';
import { conclusionProblems } from '../../../src/gate/verify-run.ts';
import { comparisonMarkdown, comparisonText } from '../../../src/gate/render-comparison.ts';
import { statementFor } from '../../../src/gate/attestation.ts';
import { type FormatName, formatNames, renderFormat } from '../../../src/report/formats.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { type Mark, markOfCheck, markOfRequirement, OUTCOMES } from '../../../src/report/outcomes.ts';
import { VERDICTS } from '../../../src/report/verdict/verdict.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal, renderVerdictLine } from '../../../src/report/terminal/render-terminal.ts';
import { REPORTED_OUTCOMES, type Report, type RunDescription, type VerdictName } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/read-report.ts';
import { caseEnd, judged, reportOf, row, RUN } from '../../support/fake-records.ts';
import { exampleReport } from '../../support/example-report.ts';
import { fullReport } from '../../support/full-report.ts';
import { readJunit } from '../../support/read-junit.ts';
import { readMarkdown } from '../../support/read-markdown.ts';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { renderHar } from '../../../src/report/har/render-har.ts';
import { readHtml } from './read-html.ts';

const KNOWN = { id: 'GET-OK', reason: 'The gateway caches.', owner: 'Pet team', expires: '2030-01-01' };
const INTERRUPTED = { end: 'interrupted', signal: 'SIGTERM' } as const;

interface Given extends Partial<RunDescription> {
  /** The last day of a known deviation from GET-OK. */
  readonly knownUntil?: string;
}

/** The report of a run on 2030-01-01 that judged GET-OK so, and in which GET-SAME holds. */
function ran(outcome: CheckOutcome, { knownUntil, ...run }: Given = {}): Report {
  return reportOf({
    run: { ...RUN, ...run },
    table: [row('GET-OK'), row('GET-SAME')],
    cases: [caseEnd(['GET-OK', 'GET-SAME'])],
    records: [judged('GET-OK', outcome), judged('GET-SAME', 'satisfied')],
    deviations: knownUntil === undefined ? [] : [{ ...KNOWN, expires: knownUntil }],
  });
}

const OPEN = ran('violated', { knownUntil: '2030-01-01' });
const STALE = ran('satisfied', { knownUntil: '2030-01-01' });
const EXPIRED = ran('violated', { knownUntil: '2029-12-31' });

/** Each verdict, of the service and of the embedded one. */
const VERDICT_REPORTS: readonly (readonly [expected: VerdictName, report: Report])[] = [
  ['conformant', ran('satisfied')],
  ['conformant', ran('satisfied', { embedded: true, profile: 'read-only' })],
  ['conformant', ran('satisfied', { profile: 'read-only' })],
  ['conformant with known deviations', OPEN],
  ['conformant with known deviations', ran('violated', { embedded: true, knownUntil: '2030-12-31' })],
  ['deviations out of date', STALE],
  ['deviations out of date', ran('satisfied', { embedded: true, knownUntil: '2029-12-31' })],
  ['not conformant', ran('violated', { profile: 'read-only' })],
  ['not conformant', EXPIRED],
  ['not conformant', ran('violated', { ...INTERRUPTED, embedded: true })],
  ['inconclusive', ran('not-verified')],
  ['inconclusive', ran('satisfied', { ...INTERRUPTED, embedded: true })],
  ['inconclusive', ran('satisfied', { end: 'deadline', profile: 'read-only' })],
  ['inconclusive', ran('satisfied', { selection: 'part' })],
];

/** What each verdict is in each format. `colour` is the SGR code on the terminal. */
interface Expected {
  readonly says: string;
  readonly exitCode: number;
  readonly colour: number;
  readonly tone: string;
  readonly junit: string;
  readonly annotation: string;
  readonly attested: string;
}

const YES = { exitCode: 0, junit: 'passed', annotation: 'notice' } as const;
const NO = { exitCode: 1, junit: 'failure', annotation: 'error', attested: 'FAILED', colour: 31, tone: 'bad' } as const;
const DOUBT = { exitCode: 2, junit: 'error', annotation: 'error', attested: 'FAILED' } as const;
const YELLOW = { colour: 33, tone: 'doubt' } as const;

const EXPECTED: Readonly<Record<VerdictName, Expected>> = {
  conformant: { says: 'is CONFORMANT', ...YES, colour: 32, tone: 'good', attested: 'PASSED' },
  'conformant with known deviations': {
    says: 'is CONFORMANT WITH KNOWN DEVIATIONS',
    ...YES,
    ...YELLOW,
    attested: 'WARNED',
  },
  'deviations out of date': { says: 'found DEVIATIONS OUT OF DATE', ...NO },
  'not conformant': { says: 'is NOT CONFORMANT', ...NO },
  inconclusive: { says: 'is INCONCLUSIVE', ...DOUBT, ...YELLOW },
};

/** These verdicts speak of the run, and all others of the service. */
const OF_THE_RUN: ReadonlySet<VerdictName> = new Set(['deviations out of date', 'inconclusive']);

function headlineOf(name: VerdictName, embedded: boolean): string {
  const service = embedded ? 'the embedded reference service' : 'the service';
  const run = embedded ? `the run against ${service}` : 'the run';
  return `${OF_THE_RUN.has(name) ? run : service} ${EXPECTED[name].says}`.replace('the', 'The');
}

function policyFor(profile: RunDescription['profile']): Policy {
  const read = readPolicy(null, { profiles: [profile] });
  if (read.kind === 'bad') throw new Error('There is no policy.');
  return read.value;
}

type Expectation = Expected & { readonly headline: string; readonly line: string };

/** One check for each format: that its verdict line, its colour and its code are the expected ones. */
const CHECKS: Readonly<Record<string, (report: Report, expected: Expectation) => void>> = {
  json(report, { exitCode }) {
    const { verdict, run } = report;
    expect(validateReport(report)).toEqual([]);
    expect(verdict).toMatchObject({ exitCode, judged: run.embedded ? 'embedded reference service' : 'service' });
    expect(verdict.reasons.length).toBeGreaterThan(0);
  },
  terminal(report, { line, colour }) {
    const lines = renderTerminal(report, { colour: true, width: 100, reportPath: 'report.json' }).trim().split('\n');
    const painted = `\u001B[1m\u001B[${colour}m${line}.`;
    expect(lines[0]).toContain(painted);
    expect(lines.slice(-3).some((each) => each.includes(painted))).toBe(true);
    expect(stripVTControlCharacters(lines[0] ?? '')).toBe(`${line}.`);
    expect(renderVerdictLine(report, { colour: true, width: 100 })).toContain(painted);
  },
  html(report, { headline, tone, exitCode }) {
    const page = renderHtml(report);
    expect(page).toContain(`<title>${headline}: ${report.run.target}</title>`);
    expect(page).toContain(`<h1 data-sign="${VERDICTS[report.verdict.outcome].sign}">${headline}</h1>`);
    expect(page).toContain(` class="verdict ${tone}"`);
    expect(page).toContain(`Profile <strong>${report.run.profile}</strong>, exit code ${exitCode}`);
  },
  md(report, { line }) {
    expect(renderMarkdown(report).split('\n')[0]).toBe(`# ${line}`);
  },
  junit(report, { line, junit }) {
    const text = renderJunit(report);
    const { cases } = readJunit(text);
    const verdict = cases.find(({ className, name }) => className === 'run' && name === 'verdict');
    expect(text).toContain(`<testsuites name="suite against ${report.run.target}: ${line}"`);
    expect(verdict?.result).toBe(junit);
    expect(verdict?.text.split('\n')[0]).toBe(`${line}.`);
    expect(verdict?.message).toBe(junit === 'passed' ? '' : `${line}.`);
  },
  annotations(report, { line, annotation }) {
    const [first] = renderAnnotations(report).split('\n');
    expect(first?.startsWith(`::${annotation} title=${line.replaceAll(',', '%2C')}::`)).toBe(true);
  },
  har(report, { line }) {
    const { log } = JSON.parse(renderHar(report).join('')) as Har;
    expect(log.comment?.startsWith(`${line}. `)).toBe(true);
  },
  gate(report, { line, exitCode }) {
    const verification = {
      problems: [],
      notes: [],
      report,
      signer: { name: 'the given key', keyId: '' },
      subject: null,
    };
    const now = Date.parse(report.run.endedAt);
    const context = { policy: policyFor(report.run.profile), runId: report.run.id, now, hasKey: true };
    const decision = decidePromotion(verification, context);
    expect(exitCode === 0 ? decision.for : decision.against).toContain(`${line}.`);
    if (exitCode !== 0 || report.run.embedded) expect(decision.promote).toBe(false);
  },
  diff(report, { line }) {
    const comparison = compareReports(report, report);
    expect(comparisonText(comparison)).toContain(`No regression. As before: ${line}.`);
    expect(comparisonMarkdown(comparison)).toContain(`No regression. As before: ${line}.`);
  },
  attestation(report, { attested }) {
    const { outcome: verdict, judged: subject, exitCode } = report.verdict;
    expect(JSON.parse(statementFor(report, []))).toMatchObject({
      predicate: { result: attested, conformance: { verdict, judged: subject, exitCode, signal: report.run.signal } },
    });
  },
  verification(report) {
    expect(conclusionProblems(report, null)).toEqual([]);
  },
};

describe('the verdict', () => {
  it.each(Object.entries(CHECKS))('has its words, its colour and its exit code in: %s', (_, check) => {
    for (const [name, report] of VERDICT_REPORTS) {
      const { embedded, profile } = report.run;
      const headline = headlineOf(name, embedded);
      expect(report.verdict.outcome).toBe(name);
      check(report, { ...EXPECTED[name], headline, line: `${headline}, profile ${profile}` });
    }
  });
});

/** What people read, by format. */
const TEXTS = {
  terminal: (report: Report) => renderTerminal(report, { colour: false, width: 200, reportPath: 'report.json' }),
  html: renderHtml,
  md: renderMarkdown,
  junit: renderJunit,
  annotations: renderAnnotations,
} as const;

const UNTRUSTED = 'TLS certificates were not checked';

describe.each(Object.entries(TEXTS))('a reader of %s', (_, render) => {
  it.each([
    ['an open deviation', OPEN, ['The gateway caches.', 'Pet team', '2030-01-01']],
    ['a stale deviation', STALE, ['is stale']],
    ['an expired deviation', EXPIRED, ['expired after 2029-12-31']],
  ])('sees %s, and none where none is known', (_name, report, seen) => {
    const [text, other] = [render(report), render(ran('violated'))];
    expect(seen.filter((each) => !text.includes(each))).toEqual([]);
    expect(['Known deviations', 'The gateway caches.'].filter((each) => other.includes(each))).toEqual([]);
  });
});

it.each([TEXTS.terminal, TEXTS.html, TEXTS.md])('the top of a text says if certificates were not checked', (render) => {
  const report = fullReport();
  const text = render({ ...report, run: { ...report.run, configuration: { insecure: true } } });
  expect(text.slice(0, text.length / 2)).toContain(UNTRUSTED);
  expect(render(report)).not.toContain(UNTRUSTED);
});

it.each([TEXTS.terminal, TEXTS.html, TEXTS.md])('the top of a text says if requests named their cases', (render) => {
  const report = fullReport();
  const text = render({ ...report, run: { ...report.run, configuration: { nameCases: true } } });
  expect(text.slice(0, text.length / 2).replaceAll(/\s+/g, ' ')).toContain('could recognise the cases');
  expect(render(report)).not.toContain('could recognise');
});

/** The facts of a run. A format that leaves a fact out does not have it. */
interface Facts {
  readonly verdict?: string;
  readonly requirementCounts?: unknown;
  readonly requiredCounts?: unknown;
  readonly checkCounts?: unknown;
  readonly warnings?: number;
  readonly exchanges?: readonly string[];
  readonly requirements?: ReadonlyMap<string, string>;
  /** The same as people read it. */
  readonly requirementWords?: Readonly<Record<string, number>>;
  readonly requiredWords?: Readonly<Record<string, number>>;
  readonly checkWords?: Readonly<Record<string, number>>;
  readonly requirementsInWords?: ReadonlyMap<string, string>;
}

/** Other results say the word of the outcome first. A check that holds says nothing. */
const JUNIT_WORDS: Readonly<Record<string, string>> = { failure: OUTCOMES.violated.word };

/** How the facts are read back from each format. */
const READERS: Readonly<Record<FormatName, (text: string) => Facts>> = {
  json: (text) => factsOf(JSON.parse(text) as Report),
  badge: (text) => ({ verdict: (JSON.parse(text) as { readonly message: string }).message.split(', ')[0] ?? '' }),
  html(text) {
    const { headline, requirements, checkCounts } = readHtml(text);
    return { verdict: verdictIn(headline), requirements, checkCounts: { ...NO_CHECKS, ...checkCounts } };
  },
  junit(text) {
    const { cases } = readJunit(text);
    const words = cases.flatMap(({ className, name, result, message, text: lines }) =>
      className === 'run' || !/^\S+: /.test(name)
        ? []
        : [JUNIT_WORDS[result] ?? /^[^:\n]*/.exec(message + lines)?.[0] ?? ''],
    );
    return {
      verdict: verdictIn(cases.find(({ name }) => name === 'verdict')?.text ?? ''),
      checkWords: countEach(words.map((word) => (word === '' ? OUTCOMES.verified.word : word))),
    };
  },
  md(text) {
    const { title, counts, rows, outcomes, entries } = readMarkdown(text);
    const warnings = entries.get('Warnings') ?? [];
    const violated = counts.get('Required')?.['violated'] ?? 0;
    expect(entries.get('Violated') ?? []).toHaveLength(violated);
    expect(rows.length > 0).toBe(violated + warnings.length > 0);
    return {
      verdict: verdictIn(title),
      requirementWords: counts.get('All') ?? {},
      requiredWords: counts.get('Required') ?? {},
      checkWords: counts.get('Checks') ?? {},
      warnings: warnings.length,
      requirementsInWords: outcomes,
    };
  },
  har(text) {
    const { entries } = (JSON.parse(text) as Har).log;
    return { exchanges: entries.map(({ comment }) => comment?.split('exchange ')[1] ?? '').sort() };
  },
};

function factsOf(report: Report): Required<Facts> {
  return {
    verdict: report.verdict.outcome,
    requirementCounts: report.counts.requirements,
    requiredCounts: report.counts.required,
    checkCounts: report.counts.checks,
    warnings: report.counts.warnings,
    exchanges: report.exchanges.map(({ id }) => id).sort(),
    requirements: new Map(report.requirements.map(({ id, outcome }) => [id, outcome])),
    requirementWords: inWords(report.requirements.map(markOfRequirement)),
    requiredWords: inWords(report.requirements.filter(({ level }) => level === 'required').map(markOfRequirement)),
    checkWords: inWords(
      report.checks.map((check) =>
        markOfCheck(
          check,
          report.requirements.find(({ id }) => id === check.requirement),
        ),
      ),
    ),
    requirementsInWords: new Map(report.requirements.map(({ id, outcome }) => [id, OUTCOMES[outcome].word])),
  };
}

/** How often each outcome occurs, in words. */
function inWords(marks: readonly Mark[]): Readonly<Record<string, number>> {
  return countEach(marks.map((mark) => OUTCOMES[mark].word));
}

function countEach(words: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]));
}

function verdictIn(line: string): string {
  const words = /NOT CONFORMANT|CONFORMANT(?: WITH KNOWN DEVIATIONS)?|DEVIATIONS OUT OF DATE|INCONCLUSIVE/.exec(line);
  return words?.[0].toLowerCase() ?? '';
}

const NO_CHECKS = Object.fromEntries(REPORTED_OUTCOMES.map((outcome) => [outcome, 0]));

const REPORTS: readonly (readonly [name: string, report: Report])[] = [
  ['with every outcome', exampleReport()],
  ['of all requirements', fullReport()],
  ['of nothing', reportOf({})],
  ...VERDICT_REPORTS.map(([name, report], at) => [`${at} (${name})`, report] as const),
];

describe('all formats', () => {
  it('have an example with every outcome', () => {
    const { checks, requirements } = exampleReport();
    expect(validateReport(exampleReport())).toEqual([]);
    expect(new Set(checks.map(({ outcome }) => outcome)).size).toBe(7);
    expect(new Set(requirements.map(({ outcome }) => outcome)).size).toBe(7);
  });

  it.each(REPORTS)('state the same facts of a report %s', async (_, report) => {
    const truth = factsOf(report);
    for (const name of formatNames) {
      const facts = READERS[name](await renderFormat(report, name));
      expect(Object.keys(facts).length).toBeGreaterThan(0);
      expect([name, { ...truth, ...facts }]).toEqual([name, truth]);
    }
  });
});
