import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleet, oneOfEachKind } from '../../lab/hostile/fleet.ts';
import { type FleetRun, runFleetProcess } from '../../lab/hostile/judge-fleet.ts';
import { FORMATS, formatNames } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/report.ts';
import { type ProcessResult, runCommandIn } from '../support/command-in.ts';
import { readValid } from '../support/command.ts';
import { expectAnnounced } from './announced.ts';
import { expectTruth, named } from './hostile-truth.ts';

const LANES = 3;

describe('a whole run against a hostile target', () => {
  let run: FleetRun = { judged: [], unhandled: [] };

  beforeAll(async () => {
    run = await runFleetProcess(LANES);
  });

  it.each(named(oneOfEachKind(fleet)))('%s leads to the expected verdict', (id, target) => {
    expectTruth(
      target,
      run.judged.find((each) => each.id === id),
    );
  });

  it('leaves no rejection unhandled', () => {
    expect(run.unhandled).toEqual([]);
  });
});

describe('a whole run without any setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-bare-'));
  let ended: ProcessResult;
  let report: Report;

  beforeAll(async () => {
    ended = await runCommandIn(folder, ['run']);
    report = readValid(readFileSync(join(folder, 'reports', 'report.json'), 'utf8'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds the embedded service conformant, and writes all files', () => {
    const { code, out, error } = ended;
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n')[0]).toContain('embedded reference service');
    expect(out).toContain('The embedded reference service is CONFORMANT, profile full.');
    const files = [...formatNames.map((name) => FORMATS[name].file), 'manifest.json'];
    expect(readdirSync(join(folder, 'reports')).toSorted()).toEqual(files.toSorted());
    expect(report).toMatchObject({ run: { embedded: true }, verdict: { outcome: 'conformant' }, suiteFaults: [] });
  });

  it('verifies every testable required requirement', () => {
    expect(report.counts.required).toMatchObject({ violated: 0, 'not-verified': 0 });
  });

  it('sends and adds the announced numbers, within a tenth', () => {
    expectAnnounced(ended.out, report);
  });
});
