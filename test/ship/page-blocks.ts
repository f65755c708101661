import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

/** A page of docs/ as its readers use it: `block` gives the one code block, `blocks` all, by the word behind the language. */
export interface PageBlocks {
  readonly block: (name: string) => string;
  readonly blocks: (name: string) => readonly string[];
}

/** Reads a page. `block` throws where the page has no such block, so that a test cannot pass on nothing. */
export function readPageBlocks(page: string): PageBlocks {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', page), 'utf8');
  const blocks = (name: string): readonly string[] =>
    [...text.matchAll(/^```\w+ (\S+)\n([^]*?)^```/gm)].flatMap(([, word, code]) =>
      word === name && code !== undefined ? [code] : [],
    );
  return {
    blocks,
    block: (name) => {
      const [found] = blocks(name);
      if (found === undefined) throw new Error(`docs/${page} has no block ${name}.`);
      return found;
    },
  };
}
