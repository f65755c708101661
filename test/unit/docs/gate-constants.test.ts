import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GATE } from '../../../src/http/gate.ts';

const page = readFileSync(new URL('../../../docs/decisions/0020-disturbances.md', import.meta.url), 'utf8');

/** The value of a cell: `30,000` or `2 MiB`. */
function valueOf(cell: string): number {
  const number = Number(cell.replace(' MiB', '').replaceAll(',', ''));
  return cell.endsWith('MiB') ? number * 1024 * 1024 : number;
}

it('the decision gives a reason for each constant of the gate, with its value', () => {
  const rows = [...page.matchAll(/^\| `(\w+)`\s+\| ([\d.,]+(?: MiB)?)\s+\| \w.+ \|$/gm)];
  const explained = rows.map(([, name = '', value = '']) => [name, valueOf(value)]);
  expect(Object.fromEntries(explained)).toEqual(GATE);
});
