import { describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../support/child-process.ts';
import { copyableCommand } from '../../../src/report/copyable-command.ts';
import { isInert } from '../../../src/report/terminal-text.ts';

/** What bash makes of a command: its words, without running anything of it. */
async function wordsOf(command: string): Promise<readonly string[]> {
  const { out } = await resultOf(startProcess('bash', ['-c', `printf '%s\\0' ${command}`]));
  return out.split('\0').slice(0, -1);
}

describe('copyableCommand', () => {
  it('leaves an inert command as it is', () => {
    const command = `curl -sS 'http://h/v1/pets' -H "Authorization: Bearer $PETSTORE_API_KEY" --data $'it\\'s'`;
    expect(copyableCommand(command)).toBe(command);
  });

  it.each([
    ['in single quotes', "a 'x\u202Ey'"],
    ['in bash quotes', "a $'x\\'\u202Ey'"],
    ['in double quotes', 'a "x\\"\u202Ey"'],
    ['without quotes', 'a x\u202Ey'],
    ['behind an escaped quote', String.raw`a x\'` + '\u202E'],
    ['that are several', "a '\u200B\u{E0041}\u202E' 'b'"],
  ])('makes characters %s inert, and bash reads the same words', async (_, command) => {
    const copyable = copyableCommand(command);
    expect(isInert(copyable)).toBe(true);
    expect(await wordsOf(copyable)).toEqual(await wordsOf(command));
  });
});
