import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderDotenvExample, withSettings } from '../../../scripts/settings-pages.ts';
import { main } from '../../../src/cli/main.ts';
import { settingNames, settingOf, settingVariables } from '../../../src/settings/settings.ts';
import { fakeConsole } from '../../support/fake-console.ts';

const page = withSettings(readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8'));
const DEFAULTS = settingNames.filter((name) => ['string', 'number'].includes(typeof settingOf(name).default));

it('docs/settings.md has a row for each setting, with its flag, its variable and its default', () => {
  for (const name of settingNames) {
    const { flag, variable, default: value } = settingOf(name);
    const [row = ''] = page.split('\n').filter((line) => line.includes(`| \`${variable}\``));
    expect(row).toContain(flag === null ? '|  ' : `| \`${flag}\` `);
    if (DEFAULTS.includes(name)) expect(row).toContain(`| ${String(value)} `);
  }
  expect(page).toContain('a whole number of KiB from 1 to 1024');
});

it('a page without a place for the table is a fault', () => {
  expect(() => withSettings('# Settings')).toThrow('has no place for its generated part');
});

describe('the whole help of run', () => {
  let help = '';

  beforeAll(async () => {
    const console = fakeConsole('.');
    await main(['run', '--help-all'], console);
    help = console.written().replaceAll(/\s+/g, ' ');
  });

  it.each(settingNames.filter((name) => settingOf(name).flag !== null))(
    'names flag, variable and default of %s',
    (name) => {
      const { flag, variable, default: value } = settingOf(name);
      const fallback = DEFAULTS.includes(name) ? `default: ${String(value)}; ` : '';
      const [, described = ''] = help.split(` ${flag?.replace('[no-]', '')} `);
      expect(described.slice(0, described.indexOf(')', described.indexOf(`env: `)) + 1)).toContain(
        `${fallback}env: ${variable})`,
      );
    },
  );
});

it('.env.example names every variable, and none with a value', () => {
  const example = parse(renderDotenvExample());
  expect(Object.keys(example).toSorted()).toEqual(settingVariables.toSorted());
  expect(new Set(Object.values(example))).toEqual(new Set(['']));
});
