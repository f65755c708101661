import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf, linksOf } from './markdown-links.ts';

/** The broken links of a page, one sentence each. A link needs a file below the folder, and its anchor or line. */
export function brokenLinks(root: string, page: string): readonly string[] {
  return linksOf(read(root, page)).flatMap(({ path, anchor }) => {
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return [`${page}: ${target} is not there`];
    return anchor === '' || hasAnchor(root, target, anchor) ? [] : [`${page}: ${target} has no #${anchor}`];
  });
}

function hasAnchor(root: string, target: string, anchor: string): boolean {
  if (statSync(join(root, target)).isDirectory()) return false;
  const [, line] = /^L(\d+)$/.exec(anchor) ?? [];
  if (line !== undefined) return Number(line) <= read(root, target).split('\n').length;
  return target.endsWith('.md') && anchorsOf(read(root, target)).has(anchor);
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
