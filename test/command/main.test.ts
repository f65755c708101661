import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { formatNames } from '../../src/report/formats.ts';
import { fakeConsole, type FakeConsole } from '../support/fake-console.ts';

describe('a fault of the suite', () => {
  it('is told in one line, whatever is in its message', async () => {
    const console = fakeConsole('/');
    const broken: FakeConsole = {
      ...console,
      get directory(): string {
        throw new Error('a\n::error::b\u001B[31m');
      },
    };
    expect(await main(['render', 'report.json'], broken)).toBe(4);
    expect(console.complaints()).toBe(
      `petstore-conformance: a fault of the suite itself: ${String.raw`a\n::error::b\x1b[31m`}\n`,
    );
  });
});

describe('the command line', () => {
  it('names the formats in its help', async () => {
    const console = fakeConsole('/');
    expect(await main(['render', '--help'], console)).toBe(0);
    expect(console.written()).toContain('--format <names>');
    for (const name of formatNames) expect(console.written()).toContain(name);
  });

  it('takes a format given twice as two formats', async () => {
    const console = fakeConsole('/');
    expect(await main(['render', 'report.json', '--format', 'pdf', '--format', 'md'], console)).toBe(3);
    expect(console.complaints()).toContain('--format must be one or more of');
  });
});
