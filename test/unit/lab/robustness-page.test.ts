import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gateways } from '../../../lab/gateways/gateways.ts';
import { fleet } from '../../../lab/hostile/fleet.ts';

const page = readFileSync(new URL('../../../docs/robustness.md', import.meta.url), 'utf8');
const [hostile = '', behind = ''] = page.split('# Behind real gateways');
const rows = hostile.split('\n').flatMap((line) => {
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

  it('has a row for each gateway, judged as expected', () => {
    const judged = behind.split('\n').flatMap((line) => {
      const [, id, title, verdict] = /^\| `([^`]+)`\s*\| (.*?)\s*\| (.*?)\s*\|/.exec(line) ?? [];
      return id === undefined ? [] : [[id, title, verdict]];
    });
    expect(judged).toEqual(gateways.map(({ id, title, expects }) => [id, title, expects]));
  });

  it.each([
    'wrong verdicts: 0; faults of the suite: 0; errors that are no sentence of the command: 0',
    'outputs and files that show the key: 0; lines that a terminal or a build server executes: 0',
    'lost additions: 0',
  ])('says %s', (figures) => {
    expect(page).toContain(`- ${figures}\n`);
  });
});
