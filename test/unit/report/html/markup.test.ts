import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutText,
  element,
  longElement,
  verbatim,
  writeDocument,
  type Content,
} from '../../../../src/report/html/markup.ts';

function written(...body: readonly Content[]): string {
  return /<body>([^]*)<\/body>/.exec(documentOf({ title: 't', policy: 'p', style: 's', script: 'x', body }))?.[1] ?? '';
}

function documentOf(page: Parameters<typeof writeDocument>[0]): string {
  return [...writeDocument(page)].join('');
}

describe('markup', () => {
  it('is made of elements with attributes and content', () => {
    const link = element('a', { class: 'cell', href: { id: 'x1' } }, 'x1', null, [' and ', 2]);
    expect(written(link)).toBe('<a class="cell" href="#x1">x1 and 2</a>');
  });

  it('has no end tag for an input, and attributes without a value only where they are true', () => {
    expect(written(element('input', { type: 'search', hidden: true }))).toBe('<input type="search" hidden>');
    expect(written(element('details', { open: false }))).toBe('<details></details>');
  });

  it('takes every text as text', () => {
    expect(written('<script>alert(1)</script>&amp;')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;');
    expect(written(element('p', {}, '</p><img src=x onerror=alert(1)>'))).not.toContain('<img');
  });

  it('keeps a text in its attribute', () => {
    expect(written(element('a', { title: '"><script>' }))).toBe('<a title="&quot;&gt;&lt;script&gt;"></a>');
  });

  it('lets a link lead only within the page', () => {
    const link = element('a', { href: { id: 'javascript:alert("1")\u{D800}' } });
    expect(written(link)).toMatch(/^<a href="#javascript%3Aalert\(%221%22\)%EF%BF%BD">/);
  });

  it('shows what would act, hide or reorder as escapes, in text and in attributes', () => {
    expect(written('a\u202Eb')).toBe(String.raw`a<span class="escape">\u202e</span>b`);
    expect(written(element('p', { title: 'a\u202E\0' }))).toBe(String.raw`<p title="a\u202e\x00"></p>`);
  });

  it('keeps line breaks and tabs of a body, and nothing else of that kind', () => {
    expect(written(element('pre', {}, verbatim('a\n\tb\r\x1b')))).toBe(
      String.raw`<pre>a` + '\n\tb' + String.raw`<span class="escape">\r\x1b</span></pre>`,
    );
    expect(written('a\nb')).toBe(String.raw`a<span class="escape">\n</span>b`);
  });

  it('is the same where an element is made while it is written, and comes in pieces then', () => {
    const items = ['a', '<', 'c'];
    const whole = element('ul', { class: 'x' }, ' ', ...items.map((item) => element('li', {}, item)), null);
    const long = (): Content =>
      longElement(
        'ul',
        { class: 'x' },
        ' ',
        items.values().map((item) => longElement('li', {}, item)),
        null,
      );
    expect(written(long())).toBe(written(whole));
    expect(written(element('div', {}, long()))).toBe(written(element('div', {}, whole)));
    const page = { title: 't', policy: 'p', style: 's', script: 'x', body: [long()] };
    expect([...writeDocument(page)]).toContain('&lt;');
  });

  it('says how much of a long text was cut', () => {
    expect(written(cutText('abcdef', 3))).toBe('abc<span class="cut">… 3 more characters</span>');
    expect(written(cutText('abc', 3))).toBe('abc');
  });

  it('never makes a tag of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tags = written(text, verbatim(text)).replaceAll(/<span class="escape">|<\/span>/g, '');
        expect(tags).not.toMatch(/[<>"]/);
      }),
    );
  });

  it('escapes the title, and refuses an asset that would end elsewhere than it seems to', () => {
    const page = { title: '</title><script>', policy: '', style: '', script: '', body: [] };
    expect(documentOf(page)).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(() => documentOf({ ...page, script: "'</script>'" })).toThrow('neither an end tag nor a comment');
    expect(() => documentOf({ ...page, style: '<!--' })).toThrow('neither an end tag nor a comment');
  });
});
