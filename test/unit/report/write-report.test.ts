import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { orderKeys } from '../../../src/report/order-keys.ts';
import { checkWritable, REPORT_FILE } from '../../../src/report/reports-folder.ts';
import { writeFiles } from '../../../src/report/write-files.ts';
import { InvalidReport, requireValid } from '../../../src/report/write-report.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { anyReport } from './report-arbitrary.ts';
import { reportText } from '../../support/whole-texts.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-report-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const badReport = { ...fullReport(), suiteFaults: [1] } as unknown as Report;

describe('a report', () => {
  it('that keeps to the format is valid', () => {
    expect(() => requireValid(fullReport())).not.toThrow();
  });

  it('that breaks the format is told what is wrong', () => {
    expect(() => requireValid(badReport)).toThrow(InvalidReport);
    expect(() => requireValid(badReport)).toThrow('/suiteFaults/0: is not of type string');
  });

  it('is one of two that are written at once', async () => {
    const other = { ...fullReport(), suiteFaults: [] };
    await Promise.all(
      [fullReport(), other].map((report) => writeFiles(folder, [{ name: REPORT_FILE, text: reportText(report) }])),
    );
    expect([fullReport(), other]).toContainEqual(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    expect(readdirSync(folder)).toEqual(['report.json']);
  });
});

describe('the text of a report', () => {
  const backwards = reversed(fullReport()) as Report;

  it('does not depend on the order in which properties were set', () => {
    expect(JSON.stringify(backwards)).not.toBe(JSON.stringify(fullReport()));
    expect(reportText(backwards)).toBe(reportText(fullReport()));
  });

  it('begins with the run and the verdict', () => {
    const [version, run, verdict] = Object.keys(JSON.parse(reportText(backwards)));
    expect([version, run, verdict]).toEqual(['reportVersion', 'run', 'verdict']);
  });

  it('orders by the alphabet what is named by data', () => {
    expect(reportText(fullReport())).toMatch(/"none": 100,\s+"sold": 3/);
  });

  it('differs in one line where one value does', () => {
    const exchanges = [{ ...fullExchange('x1'), caseId: 'other/case' }];
    const before = reportText(fullReport()).split('\n');
    const after = reportText({ ...fullReport(), exchanges }).split('\n');
    expect(after.filter((line, index) => line !== before[index])).toEqual(['      "caseId": "other/case",']);
  });

  it('is one line where it would be too long, and holds the same', () => {
    const compact = reportText(fullReport(), 1000);
    expect(compact.trimEnd()).not.toContain('\n');
    expect(JSON.parse(compact)).toEqual(fullReport());
    expect(reportText(fullReport(), 1_000_000)).toContain('\n  "run": {\n');
  });

  it('is that of the report as a whole, wherever it is cut', () => {
    for (const report of fc.sample(anyReport, { numRuns: 30, seed: 5 })) {
      expect(reportText(report)).toBe(`${JSON.stringify(orderKeys(report), null, 2)}\n`);
    }
  });

  it('ends its last line', () => {
    expect(reportText(fullReport())).toMatch(/[^\n]\n$/);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

describe('a folder for reports', () => {
  it('is made, with nothing in it', () => {
    const wanted = join(folder, 'a', 'b');
    expect(checkWritable(wanted)).toBeNull();
    expect(readdirSync(wanted)).toEqual([]);
  });

  it('keeps a former report', () => {
    writeFileSync(join(folder, 'report.json'), 'former');
    expect(checkWritable(folder)).toBeNull();
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('former');
  });

  it.each([
    ['report', 'it is a file'],
    ['report/inner', 'a part of its path is a file'],
    ['x'.repeat(300), 'its path is too long'],
  ])('is refused as %s: %s', (name, reason) => {
    writeFileSync(join(folder, 'report'), '');
    const path = join(folder, name);
    expect(checkWritable(path)).toContain(` (${reason}); set --reports (PETSTORE_REPORTS_DIR) to a folder `);
  });

  it('is refused where a folder has the name of the report', () => {
    mkdirSync(join(folder, 'report.json'));
    expect(checkWritable(folder)).toMatch(/ \(report\.json in it is a folder\); set --reports /);
  });
});
