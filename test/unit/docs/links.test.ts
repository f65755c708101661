import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { brokenLinks } from '../../support/broken-links.ts';
import { anchorsOf, linksOf } from '../../support/markdown-links.ts';

/** Pages of the project; what a run has written and what others have made is none of it. */
function pages(): readonly string[] {
  const below = ['docs', 'action', 'lab', 'test', 'examples'].filter((folder) =>
    existsSync(join(PACKAGE_ROOT, folder)),
  );
  return [
    ...readdirSync(PACKAGE_ROOT),
    ...below.flatMap((folder) =>
      readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    ),
  ].filter((path) => path.endsWith('.md'));
}

function read(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

describe('links', () => {
  it('of all pages lead to files and anchors that are there', () => {
    expect(pages().length).toBeGreaterThan(100);
    expect(pages().flatMap((page) => brokenLinks(PACKAGE_ROOT, page))).toEqual([]);
  });

  it('and paths in code name files that are there', () => {
    const named = pages().flatMap((page) =>
      [...read(page).matchAll(/`((?:bin|docs|lab|schemas|scripts|specs|src|test)\/[\w./-]+\.\w+)`/g)].map(
        ([, path = '']) => `${page}: ${path}`,
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((each) => !existsSync(join(PACKAGE_ROOT, each.split(': ')[1] ?? '')))).toEqual([]);
  });

  it('reach every page of docs/ from its index', () => {
    const seen = new Set<string>();
    const waiting = ['docs/README.md'];
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      if (seen.has(page)) continue;
      seen.add(page);
      const from = page;
      const targets = linksOf(read(from)).map(({ path }) => (path === '' ? from : join(dirname(from), path)));
      waiting.push(...targets.filter((target) => target.endsWith('.md') && target.startsWith('docs/')));
      if (targets.includes('docs/decisions/'))
        waiting.push(...pages().filter((each) => each.startsWith('docs/decisions/')));
    }
    expect(pages().filter((page) => page.startsWith('docs/') && !seen.has(page))).toEqual([]);
  });
});

describe('the reading of links', () => {
  it('sees paths and anchors, and neither code nor other places', () => {
    const text = [
      '[a](b.md#c) and ![d](e/f.svg), [web](https://example.org/x), `[code](no.md)`',
      '```sh',
      '[block](no.md)',
      '```',
      '[![picture](g.png)](h.html) [here](#i)',
    ].join('\n');
    expect(linksOf(text)).toEqual([
      { path: 'b.md', anchor: 'c' },
      { path: 'e/f.svg', anchor: '' },
      { path: 'g.png', anchor: '' },
      { path: 'h.html', anchor: '' },
      { path: '', anchor: 'i' },
    ]);
  });

  it('makes anchors as GitHub does', () => {
    expect([...anchorsOf('# A case in four steps\n## Part 4: `x`, y\n```\n# no\n```\n## Twice\n## Twice\n')]).toEqual([
      'a-case-in-four-steps',
      'part-4-x-y',
      'twice',
      'twice-1',
    ]);
  });
});
