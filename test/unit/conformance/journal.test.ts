import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  exchangeText,
  headOf,
  JournalLost,
  openJournal,
  readJournal,
  type JournalRecord,
} from '../../../src/conformance/journal.ts';
import { exchange } from '../../support/fake-records.ts';

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-test-'));
  path = join(directory, 'run.journal');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function stoppedAs(reason: string): JournalRecord {
  return { type: 'stopped', caseId: 'some/case', outcome: 'not-verified', reason, supply: null, exchanges: [] };
}

function sentAs(method: string): JournalRecord {
  const at = '2026-01-01T00:00:00.000Z';
  return { type: 'sent', exchange: 'x1', caseId: 'some/case', method, url: 'http://localhost/v1/pets', at };
}

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the journal', () => {
  it('gives back what was written, in its order, text of any kind included', () => {
    const records = [stoppedAs('one'), stoppedAs('two\nlines, "quoted", \u2028 and 🐕'), stoppedAs('three')];
    const journal = openJournal(path);
    for (const record of records) journal.append(record);
    journal.close();
    expect(readJournal(path)).toEqual(records);
  });

  it('gives back texts that are longer than what is read at a time', () => {
    const records = ['🐕'.repeat(50_000), 'short', '\u00e9\u4e2d'.repeat(70_000)].map(stoppedAs);
    const journal = openJournal(path);
    for (const record of records) journal.append(record);
    journal.close();
    expect(readJournal(path)).toEqual(records);
  });

  it('tells exchanges apart without reading all of them, and by reading them where they begin in another way', () => {
    const line = JSON.stringify({ type: 'exchange', exchange: { ...exchange('x7'), caseId: 'generated/a-case' } });
    const head = { id: 'x7', caseId: 'generated/a-case', operation: 'listPets' };
    expect(headOf(exchangeText(line) ?? '')).toEqual(head);
    expect(headOf('{"operation":"listPets","caseId":"generated/a-case","id":"x7"}')).toEqual(head);
    expect(headOf('{"id":"x\\"7","caseId":"a","operation":"other","request":1}')).toMatchObject({ id: 'x"7' });
    expect(exchangeText(JSON.stringify(stoppedAs('one')))).toBeNull();
  });

  it('has each record on disk when the turn of the event loop ends, before it is closed', async () => {
    const journal = openJournal(path);
    for (const reason of ['one', 'two']) journal.append(stoppedAs(reason));
    await turnOfTheEventLoop();
    expect(readJournal(path)).toEqual([stoppedAs('one'), stoppedAs('two')]);
    journal.append(stoppedAs('three'));
    await turnOfTheEventLoop();
    expect(readJournal(path)).toHaveLength(3);
    journal.close();
  });

  it('has a request that may add an animal on disk before it is sent, and all that came before it', () => {
    const journal = openJournal(path);
    journal.append(sentAs('GET'));
    expect(readJournal(path)).toEqual([]);
    journal.append(sentAs('POST'));
    expect(readJournal(path)).toEqual([sentAs('GET'), sentAs('POST')]);
    journal.close();
  });

  it('is empty where nothing was written', () => {
    openJournal(path).close();
    expect(readJournal(path)).toEqual([]);
  });

  it('goes on where it was opened before', () => {
    for (const reason of ['one', 'two']) {
      const journal = openJournal(path);
      journal.append(stoppedAs(reason));
      journal.close();
    }
    expect(readJournal(path)).toEqual([stoppedAs('one'), stoppedAs('two')]);
  });

  it('takes nothing more after it was closed, which may be done twice', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.close();
    journal.close();
    journal.append(stoppedAs('two'));
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is for its owner alone, where files have such rights', () => {
    openJournal(path).close();
    const others = process.platform === 'win32' ? 0 : statSync(path).mode & 0o077;
    expect(others).toBe(0);
  });

  it('cannot be opened in a folder that is not there', () => {
    expect(() => openJournal(join(directory, 'missing', 'run.journal'))).toThrow(/ENOENT/);
  });

  it('cannot be read where it is not there', () => {
    expect(() => readJournal(path)).toThrow(/ENOENT/);
  });
});

describe('a journal that a kill cut off', () => {
  it('is read up to its last whole line', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.close();
    appendFileSync(path, '{"type":"stopped","caseId":"some/ca');
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is read without a last line that lacks only its end', () => {
    const journal = openJournal(path);
    journal.append(stoppedAs('one'));
    journal.append(stoppedAs('two'));
    journal.close();
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -1));
    expect(readJournal(path)).toEqual([stoppedAs('one')]);
  });

  it('is no journal where a line in its middle is broken', () => {
    writeFileSync(path, `{"type":\n${JSON.stringify(stoppedAs('two'))}\n`);
    expect(() => readJournal(path)).toThrow(SyntaxError);
  });
});

/** What is left of a journal for which a disk takes no more than so many bytes. */
async function writtenWith(room: number): Promise<readonly JournalRecord[]> {
  const journal = openJournal(path, (descriptor, text) =>
    writeSync(descriptor, Buffer.from(text).subarray(0, room - statSync(path).size)),
  );
  journal.append(stoppedAs('one'));
  journal.append(stoppedAs('two'));
  await turnOfTheEventLoop();
  expect(() => journal.append(sentAs('POST'))).toThrow(JournalLost);
  expect(() => journal.append(stoppedAs('three'))).toThrow(/no space is left/);
  journal.append({ type: 'kept', caseId: 'some/case', rules: {} });
  journal.close();
  return readJournal(path);
}

describe('a journal on a disk that is full', () => {
  const first = `${JSON.stringify(stoppedAs('one'))}\n`;

  it.each([first.length, first.length + 20])(
    'keeps what was whole of %i bytes, tells each later record that it is lost, and lets the run come to its end',
    async (room) => {
      expect(await writtenWith(room)).toEqual([stoppedAs('one')]);
    },
  );

  it('is lost before a request goes out that may add an animal', () => {
    const journal = openJournal(path, () => 0);
    expect(() => journal.append(sentAs('POST'))).toThrow(JournalLost);
    journal.close();
    expect(readJournal(path)).toEqual([]);
  });
});
