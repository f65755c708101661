import { describe, expect, it } from 'vitest';
import { packedPage } from '../../../scripts/package/packed-page.ts';

const PACKED = new Set(['docs/a.md', 'docs/images/p.png', 'specs/x.spec.js', 'README.md']);

function packed(page: string, path = 'docs/page.md'): string {
  return packedPage(page, path, (target) => PACKED.has(target));
}

function checkout(text: string): string {
  return `<!-- checkout -->\n\n${text}\n\n<!-- end of checkout -->\n`;
}

const CODE = 'so `[code](no.md)`\n```sh\n[block](no.md)\n```\n';

describe('a packed page', () => {
  it.each([
    ['[a](a.md#part) and [it](../README.md)'],
    ['![picture](images/p.png)'],
    ['[above](#here), [web](https://example.org/x)'],
    ['in a list[0](a.md)'],
    [CODE],
    [
      '[specs/x.spec.ts:7](../specs/x.spec.ts#L7), [a case](../specs/x.spec.ts)',
      '[specs/x.spec.js:7](../specs/x.spec.js#L7), [a case](../specs/x.spec.js)',
    ],
    [
      '- [CONTRIBUTING](../CONTRIBUTING.md#x): how, [`code`](../src/none.ts)',
      '- CONTRIBUTING (not in this package): how, `code` (not in this package)',
    ],
    ['[![seen](images/p.png)](../report.html) ![gone](images/q.png)', '![seen](images/p.png) gone'],
  ])('has links that lead into the package only: %s', (page, packedAs = page) => {
    expect(packed(page)).toBe(packedAs);
  });

  it('leaves out what only a checkout has, and notes to the scripts that write it', () => {
    const page = `Before.\n\n${checkout('Run `npm test`.')}\nBetween.\n\n<!-- figures: x -->\n\n- 1\n\n${checkout('More.')}`;
    expect(packed(page)).toBe('Before.\n\nBetween.\n\n- 1\n\n');
  });
});
