import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/runner/package-root.ts';

function filesUnder(directory: string): readonly string[] {
  return readdirSync(join(PACKAGE_ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(PACKAGE_ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** The room of src that an import leads to, or the package it names. */
function leadsTo(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(PACKAGE_ROOT, join(PACKAGE_ROOT, file, '..', specifier))
    .split('/')
    .slice(0, 2)
    .join('/');
}

describe('rooms', () => {
  it('the specs hand nothing to the test runner themselves, which is told of their cases anew for every target', () => {
    const foreign = filesUnder('specs').flatMap((file) => importsOf(file).filter((name) => name === 'vitest'));
    expect(foreign).toEqual([]);
  });

  it('the reference service shares no code with what judges it', () => {
    const files = filesUnder('src/reference');
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => leadsTo(file, specifier))
        .filter((place) => !place.startsWith('node:') && place !== 'src/reference')
        .map((place) => `${file} imports ${place}`),
    );
    expect(files.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
  });

  it('the contract knows nothing of the project', () => {
    const foreign = filesUnder('src/contract').flatMap((file) =>
      importsOf(file)
        .map((specifier) => leadsTo(file, specifier))
        .filter((place) => place.startsWith('src/') && place !== 'src/contract'),
    );
    expect(foreign).toEqual([]);
  });

  it('nothing that judges knows the reference service', () => {
    const files = [
      'src/contract',
      'src/target',
      'src/generate',
      'src/conformance',
      'src/report',
      'src/runner',
      'src/gate',
      'specs',
    ].flatMap(filesUnder);
    const knowing = files.filter((file) =>
      importsOf(file).some((specifier) => leadsTo(file, specifier) === 'src/reference'),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(knowing).toEqual([]);
  });
});
