import { describe, expect, it } from 'vitest';
import type { SettingSources } from '../../../src/settings/read-settings.ts';
import { configured, filesWith, problemsOf, target } from '../../support/configuration-under-test.ts';

function file(path: string): { readonly PETSTORE_API_KEY_FILE: string } {
  return { PETSTORE_API_KEY_FILE: path };
}

describe('the key', () => {
  const readFile = filesWith({
    one: 'from-file-1\n',
    two: 'from-file-2\r\n',
    empty: '\n',
    spaced: 'a b\n',
  });
  const base = { PETSTORE_BASE_URL: target.PETSTORE_BASE_URL };
  const key = { PETSTORE_API_KEY: 'itself' };

  it.each<[sources: Partial<SettingSources>, key: string]>([
    [{ given: { apiKeyFile: 'one' }, environment: key }, 'from-file-1'],
    [{ environment: { ...key, ...file('one') } }, 'itself'],
    [{ environment: file('two'), dotenv: key }, 'from-file-2'],
    [{ dotenv: file('one') }, 'from-file-1'],
  ])('comes from the first place that has one: %j', (sources, expected) => {
    const environment = { ...base, ...sources.environment };
    expect(configured({ ...sources, environment, readFile }).apiKey).toBe(expected);
  });

  it.each<[sources: Partial<SettingSources>, part: string]>([
    [{}, 'PETSTORE_API_KEY must hold the key'],
    [{ given: { apiKeyFile: 'missing' } }, 'cannot be read'],
    [{ environment: file('empty') }, 'is empty'],
    [{ environment: file('spaced') }, 'visible ASCII'],
    [{ environment: { PETSTORE_API_KEY: 'schlüssel' } }, 'visible ASCII'],
  ])('is asked for in one sentence that does not hold it: %j', (sources, part) => {
    const environment = { ...base, ...sources.environment };
    const problems = problemsOf({ ...sources, environment, readFile });
    expect(problems).toEqual([expect.stringContaining(part)]);
    expect(problems[0]).not.toMatch(/schlüssel|two|a b/);
  });
});

describe('additional headers', () => {
  it('come from the flags where there are any, else from the variable, one a line', () => {
    const environment = { ...target, PETSTORE_HEADERS: 'X-A: 1\n\n X-B : 2 \r\nX-A: 3' };
    expect(configured({ environment }).headers).toEqual([
      ['X-A', '1'],
      ['X-B', '2'],
      ['X-A', '3'],
    ]);
    expect(configured({ environment, given: { headers: ['X-C: 4'] } }).headers).toEqual([['X-C', '4']]);
  });

  it.each([
    ['hunter2hunter2', 'Header 1 has another form'],
    ['X-A: hunter2hunter2\u0007', 'must give X-A a value'],
    ['X-A: schlüssel', 'must give X-A a value'],
    ['authorization: Bearer hunter2hunter2', 'which the suite sets itself'],
  ])('are refused: %s', (header, part) => {
    const problems = problemsOf({ given: { headers: [header] }, environment: target });
    expect(problems).toEqual([expect.stringContaining(part)]);
    expect(problems[0]).not.toMatch(/hunter2|schlüssel/);
  });
});
