import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Content,
  cutText,
  element,
  longElement,
  verbatim,
  writeDocument,
} from '../../../../src/report/html/markup.ts';

const PAGE = { title: 't', policy: 'p', style: 's', script: 'x', body: [] } as const;

function written(...body: readonly Content[]): string {
  return /<body>([^]*)<\/body>/.exec(documentOf({ ...PAGE, body }))?.[1] ?? '';
}

function documentOf(page: Parameters<typeof writeDocument>[0]): string {
  return [...writeDocument(page)].join('');
}

describe('markup', () => {
  it.each<[string, Content, string]>([
    [
      'elements with attributes and content',
      element('a', { class: 'cell', href: { id: 'x1' } }, 'x1', null, [' and ', 2]),
      '<a class="cell" href="#x1">x1 and 2</a>',
    ],
    ['an input without an end tag', element('input', { type: 'search' }), '<input type="search">'],
    ['an attribute that is true', element('details', { open: true, hidden: false }), '<details open></details>'],
    [
      'a text as text',
      '</p><script>alert(1)</script>&amp;',
      '&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;',
    ],
    [
      'a link within the page',
      element('a', { href: { id: 'javascript:alert("1")\u{D800}' } }),
      '<a href="#javascript%3Aalert(%221%22)%EF%BF%BD"></a>',
    ],
    [
      'an escape in a text',
      'a\u202Eb\n',
      String.raw`a<span class="escape">\u202e</span>b<span class="escape">\n</span>`,
    ],
    ['an escape in an attribute', element('p', { title: 'a\u202E\0' }), String.raw`<p title="a\u202e\x00"></p>`],
    [
      'line breaks and tabs of a body',
      element('pre', {}, verbatim('a\n\tb\r\u001B')),
      `<pre>a\n\tb${String.raw`<span class="escape">\r\x1b</span>`}</pre>`,
    ],
    ['how much of a long text was cut', cutText('abcdef', 3), 'abc<span class="cut">… 3 more characters</span>'],
  ])('holds %s', (_, content, html) => {
    expect(written(content)).toBe(html);
  });

  it('is the same where an element is made while it is written, and comes in pieces then', () => {
    const items = ['a', '<', 'c'];
    const whole = element('ul', { class: 'x' }, ' ', ...items.map((item) => element('li', {}, item)), null);
    const parts = items.values().map((item) => longElement('li', {}, item));
    const pieces = [...writeDocument({ ...PAGE, body: [longElement('ul', { class: 'x' }, ' ', parts, null)] })];
    expect(pieces.join('')).toBe(documentOf({ ...PAGE, body: [whole] }));
    expect(pieces).toContain('&lt;');
  });

  it('never makes a tag of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tags = written(text, verbatim(text)).replaceAll(/<span class="escape">|<\/span>/g, '');
        expect(tags).not.toMatch(/[<>"]/);
      }),
      { numRuns: 50, seed: 20_301_205 },
    );
  });

  it('escapes the title, and refuses an asset that would end elsewhere than it seems to', () => {
    expect(documentOf({ ...PAGE, title: '</title><script>' })).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(() => documentOf({ ...PAGE, script: "'</script>'" })).toThrow('neither an end tag nor a comment');
    expect(() => documentOf({ ...PAGE, style: '<!--' })).toThrow('neither an end tag nor a comment');
  });
});
