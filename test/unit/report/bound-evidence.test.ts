import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import { type BoundedEvidence, boundEvidence, surveyJournal } from '../../../src/report/bound-evidence.ts';
import type { Exchange } from '../../../src/target/exchange.ts';
import { caseEnd, exchange, judged, reportOf } from '../../support/fake-records.ts';
import { validateReport } from '../../../src/report/validate-report.ts';

const CASE = 'generated/some-case';

function sent(id: string, caseId = CASE): JournalRecord {
  return { type: 'exchange', exchange: { ...exchange(id), caseId } };
}

const EXAMPLES: JournalRecord = { type: 'examples', caseId: CASE };
const FIVE = ['x1', 'x2', 'x3', 'x4', 'x5'];

/** A generated case that sent five requests, of which its judgement names the first and the last. */
const GENERATED: readonly JournalRecord[] = [
  EXAMPLES,
  ...FIVE.map((id) => sent(id)),
  { type: 'kept', caseId: CASE, rules: { 'ANSWER-JSON': FIVE } },
  judged('GET-OK', 'satisfied', { exchanges: ['x1', 'x5'] }, CASE),
];

/** Bounds the evidence of a journal that holds these records. */
function bound(journal: readonly JournalRecord[], most: number): BoundedEvidence {
  const lines = journal.map((record) => JSON.stringify(record));
  return boundEvidence(lines, surveyJournal(lines, most));
}

function idsOf(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record) => (record.type === 'exchange' ? [record.exchange.id] : []));
}

/** An exchange whose answer holds this text. */
function answered(id: string, text: string, encoding: 'utf8' | 'base64' = 'utf8'): Exchange {
  const body = { text, encoding, length: text.length, sha256: digestOf(text), capped: false };
  return { ...exchange(id), response: { status: 200, headers: [], body, complete: true } };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Keeps the evidence of these exchanges, of which so many characters stay as they are. */
function boundTo(mostCharacters: number, exchanges: readonly Exchange[]): readonly (Exchange | null)[] {
  const lines = exchanges.map((each) => JSON.stringify({ type: 'exchange', exchange: each } satisfies JournalRecord));
  const { records } = boundEvidence(lines, surveyJournal(lines), mostCharacters);
  return records.map((record) => (record.type === 'exchange' ? record.exchange : null));
}

describe('the evidence of a run', () => {
  it('is whole as long as generated cases sent no more than they may keep', () => {
    const { records, omitted } = bound(GENERATED, 5);
    expect(records).toEqual(GENERATED);
    expect(omitted).toEqual([]);
  });

  it('is of a large generated case what its judgements name, with count and digest of the rest', () => {
    const { records, omitted } = bound(GENERATED, 4);
    expect(idsOf(records)).toEqual(['x1', 'x5']);
    const lines = ['x2', 'x3', 'x4'].map((id) => `${JSON.stringify({ ...exchange(id), caseId: CASE })}\n`);
    const sha256 = createHash('sha256').update(lines.join('')).digest('hex');
    expect(omitted).toEqual([{ case: CASE, count: 3, sha256 }]);
  });

  it.each<[string, readonly JournalRecord[], readonly string[]]>([
    [
      'every counterexample, and what ended a case',
      [
        ...GENERATED,
        judged('GET-SAME', 'violated', { exchanges: ['x2', 'x3'] }, CASE),
        { type: 'stopped', caseId: CASE, outcome: 'not-verified', reason: '', supply: null, exchanges: ['x4'] },
      ],
      FIVE,
    ],
    [
      'every exchange of cases that are written by hand',
      [...FIVE.map((id) => sent(`h${id}`, 'list-limit/some-case')), ...GENERATED],
      [...FIVE.map((id) => `h${id}`), 'x1', 'x5'],
    ],
  ])('keeps %s', (_, records, kept) => {
    expect(idsOf(bound(records, 4).records)).toEqual(kept);
  });

  const long = [answered('x1', 'é'.repeat(3000)), answered('x2', 'x'.repeat(3000)), answered('x3', 'short')];

  it('holds shorter beginnings of answers after very much of it, with length and digest of the whole', () => {
    expect(boundTo(20_000, long)).toEqual(long);
    const [first, second, third] = boundTo(4000, long);
    expect(first).toEqual(long[0]);
    const body = { text: 'x'.repeat(1024), encoding: 'utf8', length: 3000, sha256: digestOf('x'.repeat(3000)) };
    expect(second?.response?.body).toEqual({ ...body, capped: true });
    expect(second?.request).toEqual(long[1]?.request);
    expect(third).toEqual(long[2]);
  });

  it('holds as much again of answers that show a violation', () => {
    const judgement = { requirement: 'GET-OK', outcome: 'violated', exchanges: ['x2', 'x4'] };
    const lines = [
      ...[...long, answered('x4', 'y'.repeat(3000))].map((each) =>
        JSON.stringify({ type: 'exchange', exchange: each }),
      ),
      JSON.stringify({ type: 'judgement', caseId: 'some/case', judgement }),
    ];
    const { records } = boundEvidence(lines, surveyJournal(lines), 4000);
    const kept = records.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
    expect(kept.map(({ response }) => response?.body.text.length)).toEqual([3000, 3000, 5, 1024]);
  });

  it('holds whole bytes where a shorter beginning stands in base64', () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 3000 }, (_, index) => index % 256));
    const [kept] = boundTo(0, [answered('x1', bytes.toString('base64'), 'base64')]);
    expect(Buffer.from(kept?.response?.body.text ?? '', 'base64')).toEqual(bytes.subarray(0, 768));
  });

  it('makes a valid report that still counts what is left out, and names only what it holds', () => {
    const cases = [caseEnd(['GET-OK'], 'passed', [], CASE)];
    const report = reportOf({ cases, ...bound(GENERATED, 4) });
    expect(validateReport(report)).toEqual([]);
    expect(report.omitted?.map(({ count }) => count)).toEqual([3]);
    const rule = report.checks.find(({ requirement }) => requirement === 'ANSWER-JSON');
    expect(rule).toMatchObject({ judgements: 5, exchanges: ['x1', 'x5'], case: 'every-answer/listPets' });
    expect(reportOf({ cases, ...bound(GENERATED, 5) }).omitted).toBeUndefined();
  });
});
