import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeSpan, commandBlock, proseOrCode } from '../../../../src/report/markdown/markdown-text.ts';

describe('a code span', () => {
  it.each([
    ['text', '`text`'],
    ['', '(empty)'],
    ['a ` b', '``a ` b``'],
    ['`', '`` ` ``'],
    ['``` x', '```` ``` x ````'],
    [' spaced ', '`  spaced  `'],
    ['<img src=x onerror=alert(1)>', '`<img src=x onerror=alert(1)>`'],
    ['@team #1 [a](http://h)', '`@team #1 [a](http://h)`'],
    ['a|b', String.raw`a\x7cb`.replace(/^.*$/, '`$&`')],
    ['a\n::error::b', String.raw`a\n::error::b`.replace(/^.*$/s, '`$&`')],
    ['::error::b', '`' + String.raw`\x3a:error::b` + '`'],
    ['##[error]b', '`' + String.raw`#\x23[error]b` + '`'],
    ['\u001B[31m\0', '`' + String.raw`\x1b[31m\x00` + '`'],
  ])('of %j is %s', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('is one line that its text cannot leave', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('`', '``', ' ', 'a', '|', '\n'), { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const span = codeSpan(text);
        if (span === '(empty)') return;
        const [, fence, inner] = /^(`+)(.*?)\1$/s.exec(span) ?? [];
        expect(span).not.toContain('\n');
        expect(`${fence}${inner}${fence}`).toBe(span);
        const runs = (inner ?? '').match(/`+/g) ?? [];
        expect(runs).not.toContain(fence);
        expect(inner?.startsWith('`')).toBe(false);
        expect(inner?.endsWith('`')).toBe(false);
      }),
    );
  });
});

describe('prose', () => {
  it.each([
    'No page holds more animals than the limit asked for.',
    'The limit is 20; see part 4.1 (or 5).',
    'Whether bodies of 1/2 pass, with limit=20',
  ])('is what %s is', (text) => {
    expect(proseOrCode(text)).toBe(text);
  });

  it.each([
    '',
    '- a list',
    '# a title',
    '1. first',
    'a *word*',
    'an <b>',
    'a `word`',
    'to @team',
    'see #12',
    'see http://h.example',
    'see www.h.example',
    'see GH-12',
    'commit 0123456789abcdef',
    'a|b',
    '===',
    'x::error::y',
    'a_b_',
    'a\\b',
    'a\nb',
    'a&lt;',
  ])('is not what %j is', (text) => {
    expect(proseOrCode(text)).toBe(codeSpan(text));
  });
});

describe('a command', () => {
  it('is a block that can be copied', () => {
    expect(commandBlock("curl 'http://h' -d '``` x'")).toEqual(['````sh', "curl 'http://h' -d '``` x'", '````']);
  });

  it.each(['::error::x', '  ::error::x', "curl '##[error]'", 'a\nb'])('is not shown as %j', (command) => {
    expect(commandBlock(command)).toEqual(['The command is in `report.json`.']);
  });
});
