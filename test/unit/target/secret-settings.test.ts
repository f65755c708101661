import { describe, expect, it } from 'vitest';
import { configured, notesOf, problemsOf, target } from '../../support/configuration-under-test.ts';

describe('the key', () => {
  const base = { PETSTORE_BASE_URL: target.PETSTORE_BASE_URL };
  const files: Readonly<Record<string, string>> = {
    one: 'from-file-1\n',
    two: 'from-file-2\r\n',
    empty: '\n',
    spaced: 'a b\n',
  };
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error(`ENOENT ${path}`);
    return text;
  };

  it.each([
    [{ flags: { apiKeyFile: 'one' }, environment: { ...base, PETSTORE_API_KEY: 'from-environment' } }, 'from-file-1'],
    [
      { environment: { ...base, PETSTORE_API_KEY: 'from-environment', PETSTORE_API_KEY_FILE: 'one' } },
      'from-environment',
    ],
    [
      { environment: { ...base, PETSTORE_API_KEY_FILE: 'two' }, dotenv: { PETSTORE_API_KEY: 'from-dotenv' } },
      'from-file-2',
    ],
    [{ environment: base, dotenv: { PETSTORE_API_KEY: 'from-dotenv' } }, 'from-dotenv'],
    [{ environment: base, dotenv: { PETSTORE_API_KEY_FILE: 'one' } }, 'from-file-1'],
  ])('%# comes from the first place that has one', (sources, expected) => {
    expect(configured({ ...sources, readFile }).apiKey).toBe(expected);
  });

  it.each([
    [{ environment: base }, 'PETSTORE_API_KEY must hold the key'],
    [{ flags: { apiKeyFile: 'missing' }, environment: base }, 'cannot be read'],
    [{ environment: { ...base, PETSTORE_API_KEY_FILE: 'empty' } }, 'is empty'],
    [{ environment: { ...base, PETSTORE_API_KEY_FILE: 'spaced' } }, 'visible ASCII'],
    [{ environment: { ...base, PETSTORE_API_KEY: 'schlüssel' } }, 'visible ASCII'],
    [{ environment: { ...base, PETSTORE_API_KEY: 'two\nlines' } }, 'visible ASCII'],
  ])('%# is asked for in one sentence that does not hold it', (sources, part) => {
    const problems = problemsOf({ ...sources, readFile });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(part);
    expect(problems[0]).not.toMatch(/schlüssel|two|a b/);
  });

  it('is told of where it is set twice', () => {
    expect(notesOf({ environment: { ...target, PETSTORE_API_KEY_FILE: 'one' } }).join()).toContain('both set');
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
    expect(configured({ environment, flags: { header: ['X-C: 4'] } }).headers).toEqual([['X-C', '4']]);
  });

  it.each([
    ['hunter2hunter2', 'header 1 must have the form'],
    [': hunter2hunter2', 'header 1 must have the form'],
    ['X A: hunter2hunter2', 'header 1 must have the form'],
    ['X-A: hunter2hunter2\u0007', 'the value of X-A'],
    ['X-A:', 'the value of X-A'],
    ['X-A: schlüssel', 'the value of X-A'],
    ['authorization: Bearer hunter2hunter2', 'is made by the suite itself'],
    ['Content-Type: hunter2hunter2', 'is made by the suite itself'],
  ])('are refused: %s', (header, part) => {
    const problems = problemsOf({ flags: { header: [header] }, environment: target });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(part);
    expect(problems[0]).not.toMatch(/hunter2|schlüssel/);
  });
});
