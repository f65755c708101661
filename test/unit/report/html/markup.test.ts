import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Content, cutText, markup, verbatim, writeDocument } from '../../../../src/report/html/markup.ts';

const PAGE = { title: 't', policy: 'p', style: 's', script: 'x', body: [] } as const;

function written(...body: readonly Content[]): string {
  return /<body>([^]*)<\/body>/.exec(writeDocument({ ...PAGE, body }))?.[1] ?? '';
}

describe('markup', () => {
  it.each<[string, Content, string]>([
    [
      'elements with attributes and content',
      markup`<a class="cell" href="${{ id: 'x1' }}">${['x1', null, [' and ', 2]]}</a>`,
      '<a class="cell" href="#x1">x1 and 2</a>',
    ],
    [
      'its own text without the line breaks of the source',
      markup`<p>
        a ${'b'}
        </p>`,
      '<p>a b</p>',
    ],
    [
      'a text as text',
      '</p><script>alert(1)</script>&amp;',
      '&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;',
    ],
    [
      'a link within the page',
      markup`<a href="${{ id: 'javascript:alert("1")\u{D800}' }}"></a>`,
      '<a href="#javascript%3Aalert(%221%22)%EF%BF%BD"></a>',
    ],
    [
      'an escape in a text',
      'a\u202Eb\n',
      String.raw`a<span class="escape">\u202e</span>b<span class="escape">\n</span>`,
    ],
    ['an escape in an attribute', markup`<p title="${'a\u202E\0'}"></p>`, String.raw`<p title="a\u202e\x00"></p>`],
    [
      'line breaks and tabs of a body',
      markup`<pre>${verbatim('a\n\tb\r\u001B')}</pre>`,
      `<pre>a<br>\tb${String.raw`<span class="escape">\r\x1b</span>`}</pre>`,
    ],
    ['how much of a long text was cut', cutText('abcdef', 3), 'abc<span class="cut">… 3 more characters</span>'],
  ])('holds %s', (_, content, html) => {
    expect(written(content)).toBe(html);
  });

  it('takes a value only where it can be made safe', () => {
    const nowhere = 'javascript:alert(1)';
    for (const wrong of [
      () => markup`<a href="${nowhere}"></a>`,
      () => markup`<p ${nowhere}></p>`,
      () => markup`<p title=${nowhere}></p>`,
      () => markup`<p title="${{ id: 'x1' }}"></p>`,
    ]) {
      expect(() => written(wrong())).toThrow(/must lead to a place|No value may stand|can only be the address/);
    }
  });

  it('never makes a tag of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const quoted = markup`<p title="${text}"></p>`;
        expect(written(quoted)).toMatch(/^<p title="[^"<>]*"><\/p>$/);
        const tags = written(text, verbatim(text)).replaceAll(/<span class="escape">|<\/span>/g, '');
        expect(tags).not.toMatch(/[<>"]/);
      }),
      { numRuns: 50, seed: 20_301_205 },
    );
  });

  it('escapes the title, and refuses an asset that would end elsewhere than it seems to', () => {
    expect(writeDocument({ ...PAGE, title: '</title><script>' })).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;</title>',
    );
    expect(() => writeDocument({ ...PAGE, script: "'</script>'" })).toThrow('an end tag or a comment');
    expect(() => writeDocument({ ...PAGE, style: '<!--' })).toThrow('an end tag or a comment');
  });
});
