import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearLeftovers, isAliveHere, runIdFor } from '../../../src/run/orphaned-runs.ts';
import { openJournal } from '../../../src/suite/journal.ts';

let folder = '';
const NOW = 1_900_000_000_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function leaveJournal(processId: number): void {
  const journal = openJournal(join(folder, `run-${runIdFor(NOW, processId)}.journal`));
  const pet = { id: '9007199254740993', name: 'cfRex', caseId: 'a/b', exchange: 'x1', intended: true };
  journal.append({ type: 'sent', exchange: 'x1', method: 'POST' });
  journal.append({ type: 'created', pet });
  journal.close();
}

const nobody = (): boolean => false;

describe('what a killed run has left', () => {
  it('is told with the pets that it added, and cleared away', () => {
    leaveJournal(77);
    const told = clearLeftovers(folder, NOW, nobody);
    const file = join(folder, 'left-behind.txt');
    expect(told).toEqual([
      `An earlier run was killed before it could report. It had sent 1 requests and added these pets: 9007199254740993. That stands in ${file} too.`,
    ]);
    expect(readFileSync(file, 'utf8')).toMatch(/^run-\w+-77\.journal: It had sent 1 requests .* 9007199254740993\.\n$/);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['left-behind.txt']);
    expect(clearLeftovers(folder, NOW, nobody)).toEqual([]);
    leaveJournal(78);
    clearLeftovers(folder, NOW, nobody);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('keeps its journal where the pets cannot be listed', () => {
    leaveJournal(77);
    mkdirSync(join(folder, 'left-behind.txt'));
    expect(clearLeftovers(folder, NOW, nobody)[0]).toMatch(/9007199254740993\. Its journal .* is kept/);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is left alone while its process goes on, and is nothing where there is no folder', () => {
    leaveJournal(77);
    expect(clearLeftovers(folder, NOW, (processId) => processId === 77)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(clearLeftovers(join(folder, 'none'), NOW, nobody)).toEqual([]);
  });

  it('is told too where its journal is no journal', () => {
    writeFileSync(join(folder, 'run-abc.journal'), '{"type":\n{}\n');
    expect(clearLeftovers(folder, NOW, nobody)[0]).toContain('cannot be read any more');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that nobody writes any more is cleared away, and nothing else', () => {
    const abandoned = '.report.json.6e8bc430-9c3a-11d9-9669-0800200c9a66.tmp';
    const fresh = '.junit.xml.6e8bc430-9c3a-11d9-9669-0800200c9a66.tmp';
    for (const name of [abandoned, fresh, 'report.json', 'my-run.journal']) writeFileSync(join(folder, name), '');
    for (const name of [fresh, 'report.json']) utimesSync(join(folder, name), NOW / 1000, NOW / 1000);
    utimesSync(join(folder, abandoned), NOW / 1000 - 3_600, NOW / 1000 - 3_600);
    expect(clearLeftovers(folder, NOW, nobody)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([fresh, 'my-run.journal', 'report.json']);
  });
});

it('a process is alive where the system knows it; this one has left nothing yet', () => {
  expect([isAliveHere(process.ppid), isAliveHere(process.pid)]).toEqual([true, false]);
});

it('runs of one process that begin at the same moment have ids of their own', () => {
  const ids = Array.from({ length: 100 }, () => runIdFor(NOW, 77));
  expect(new Set(ids).size).toBe(100);
});
