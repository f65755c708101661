import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

/** What loads another module when the program runs; imports of types do not. */
const IMPORTS = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm;
const COMMENTS = /\/\*[^]*?\*\/|\/\/ [^\n]*/g;
const ENTRY = 'src/api/index.ts';

/** The sources that a program can load by the API, by their paths, and the packages that they import. */
function reachable(): { readonly sources: ReadonlyMap<string, string>; readonly packages: ReadonlySet<string> } {
  const sources = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = [ENTRY];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources.has(path)) continue;
    const text = readFileSync(join(PACKAGE_ROOT, path), 'utf8');
    sources.set(path, text);
    for (const [, named, loaded = ''] of text.matchAll(IMPORTS)) {
      const specifier = named ?? loaded;
      if (specifier.startsWith('.')) waiting.push(join(path, '..', specifier));
      else packages.add(specifier);
    }
  }
  return { sources, packages };
}

it('what the API loads leaves the process alone, and parses no command line', () => {
  const { sources, packages } = reachable();
  expect([...sources.keys()]).toEqual(
    expect.arrayContaining(['src/run/execute-run.ts', 'src/suite/execution/start-run.ts']),
  );
  const uses = /\bprocess\.(?!pid\b|platform\b|version\b|arch\b|kill\(processId, 0\))\w+|\} = process\b/g;
  const found = [...sources]
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([path, text]) => [...text.replaceAll(COMMENTS, '').matchAll(uses)].map(([use]) => `${path}: ${use}`));
  expect(found).toEqual([]);
  expect([...packages]).not.toContain('commander');
});
