import { isInert } from './terminal/terminal-text.ts';

type Quoting = 'none' | 'single' | 'ansi' | 'double';

/**
 * A bash command made inert for a terminal without changing what it does: characters that a terminal would act on or
 * hide are written as bytes in `$'…'`. The command stays on one line, so that it can be copied.
 */
export function copyableCommand(command: string): string {
  if (isInert(command)) return command;
  let quoting: Quoting = 'none';
  let escaped = false;
  let result = '';
  let before = '';
  for (const character of command) {
    if (isInert(character)) {
      result += character;
      const next: Quoting = escaped ? quoting : quotingAfter(quoting, character, before);
      escaped = !escaped && character === '\\' && quoting !== 'single';
      quoting = next;
      before = character;
    } else {
      result += bytesInQuotes(character, quoting);
      escaped = false;
      before = '';
    }
  }
  return result;
}

function quotingAfter(quoting: Quoting, character: string, before: string): Quoting {
  if (quoting === 'none') {
    if (character === '"') return 'double';
    if (character !== "'") return 'none';
    return before === '$' ? 'ansi' : 'single';
  }
  return character === (quoting === 'double' ? '"' : "'") ? 'none' : quoting;
}

function bytesInQuotes(character: string, quoting: Quoting): string {
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  switch (quoting) {
    case 'ansi':
      return bytes;
    case 'single':
      return `'$'${bytes}''`;
    case 'double':
      return `"$'${bytes}'"`;
    case 'none':
      return `$'${bytes}'`;
  }
}
