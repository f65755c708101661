import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fleet } from '../../../lab/hostile/fleet.ts';

const page = readFileSync(new URL('../../../docs/robustness.md', import.meta.url), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, id, does, endings] = /^\| `([^`]+)`\s*\| (.*?)\s*\| (.*?)\s*\|/.exec(line) ?? [];
  return id === undefined ? [] : [[id, does, endings]];
});

describe('docs/robustness.md', () => {
  it('has a row for each hostile target; `npm run robustness` makes it again', () => {
    expect(rows).toEqual(
      fleet.map(({ id, does, ending, endingOfSecond }) => [
        id,
        does,
        endingOfSecond === undefined ? ending : `${ending}, then ${endingOfSecond}`,
      ]),
    );
  });

  it('names no fault of the suite', () => {
    expect(page).toContain('faults of the suite: 0; complaints that are no sentence of the command: 0');
  });
});
