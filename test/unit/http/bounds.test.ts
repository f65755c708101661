import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BOUNDS } from '../../../src/http/bounds.ts';

const source = readFileSync(new URL('../../../src/http/bounds.ts', import.meta.url), 'utf8');

it('each bound has a reason', () => {
  const explained = [...source.matchAll(/^  \/\*\* [A-Z0-9].*[.)] \*\/\n  (\w+): /gm)].map(([, name]) => name);
  expect(explained).toEqual(Object.keys(BOUNDS));
});
