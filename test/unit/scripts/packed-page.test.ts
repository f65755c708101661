import { describe, expect, it } from 'vitest';
import { packedPage } from '../../../scripts/package/packed-page.ts';

const PACKED = new Set(['docs/a.md', 'docs/images/p.png', 'specs/x.spec.js', 'README.md']);

function packed(page: string, path = 'docs/page.md'): string {
  return packedPage(page, path, (target) => PACKED.has(target));
}

describe('the links of a packed page', () => {
  it.each([
    '[a](a.md#part) and [it](../README.md)',
    '![picture](images/p.png)',
    '[above](#here), [web](https://example.org/x)',
    'in a list[0](a.md)',
  ])('stay where they lead into the package: %s', (page) => {
    expect(packed(page)).toBe(page);
  });

  it('lead to the same line of the JavaScript of a source', () => {
    expect(packed('[specs/x.spec.ts:7](../specs/x.spec.ts#L7), [a case](../specs/x.spec.ts)')).toBe(
      '[specs/x.spec.js:7](../specs/x.spec.js#L7), [a case](../specs/x.spec.js)',
    );
  });

  it('become their text where they would lead nowhere, and say so', () => {
    expect(packed('- [CONTRIBUTING](../CONTRIBUTING.md#x): how, [`code`](../src/none.ts)')).toBe(
      '- CONTRIBUTING (not in this package): how, `code` (not in this package)',
    );
  });

  it('leave a picture without the link around it, or the words of a picture', () => {
    expect(packed('[![seen](images/p.png)](../report.html) ![gone](images/q.png)')).toBe('![seen](images/p.png) gone');
  });

  it('are not looked for in code', () => {
    const page = 'so `[code](no.md)`\n```sh\n[block](no.md)\n```\n';
    expect(packed(page)).toBe(page);
  });
});

describe('a packed page', () => {
  it('leaves out what only a checkout has, and notes to the scripts that write it', () => {
    const page =
      'Before.\n\n<!-- checkout -->\n\nRun `npm test`.\n\n<!-- end of checkout -->\n\nBetween.\n\n<!-- figures: x -->\n\n- 1\n\n<!-- checkout -->\n\nMore.\n\n<!-- end of checkout -->\n';
    expect(packed(page)).toBe('Before.\n\nBetween.\n\n- 1\n\n');
  });
});
