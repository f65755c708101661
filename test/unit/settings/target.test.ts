import { describe, expect, it } from 'vitest';
import { configured, key, notesOf, problemsOf, target } from '../../support/configuration-under-test.ts';

describe('the base address', () => {
  it.each([{}, { environment: { PETSTORE_API_KEY: key } }, { dotenv: { PETSTORE_BASE_URL: '' } }])(
    'is that of the embedded service where none is set: %j',
    (sources) => {
      expect(configured(sources)).toMatchObject({ embedded: true, baseUrl: '', apiKey: '' });
    },
  );

  it.each([
    ['https://pets.example/v1', 'https://pets.example/v1'],
    ['http://127.0.0.1:8080/store/v1//', 'http://127.0.0.1:8080/store/v1'],
    ['HTTP://LOCALHOST:80/v1', 'http://localhost/v1'],
    [' http://[::1]:9/v1 ', 'http://[::1]:9/v1'],
  ])('may be %s, without a note', (baseUrl, expected) => {
    expect(configured({ given: { baseUrl }, environment: target }).baseUrl).toBe(expected);
    expect(notesOf({ given: { baseUrl }, environment: target })).toEqual([]);
  });

  it.each([
    ['pets.example/v1', 'absolute'],
    ['https://pets.example', '/v1'],
    ['https://pets.example/v1/pets', '/v1'],
    ['https://me:hunter2hunter2@pets.example/v1', 'a user name or password'],
    ['https://pets.example/v1?a=b', 'a query or fragment'],
    ['https://pets.example/v1#a', 'a query or fragment'],
  ])('may not be %s', (baseUrl, part) => {
    const problems = problemsOf({ given: { baseUrl }, environment: target });
    expect(problems).toEqual([expect.stringMatching(/^--base-url \(PETSTORE_BASE_URL\) must .+\.$/)]);
    expect(problems[0]).toContain(part);
    expect(problems[0]).not.toContain('hunter2');
  });

  it('may end in any way where a gateway maps the path', () => {
    const flags = { baseUrl: 'https://pets.example/pets-api/', mappedBasePath: true };
    expect(configured({ given: flags, environment: target }).baseUrl).toBe('https://pets.example/pets-api');
  });
});

describe('an empty base address', () => {
  const REMEDY = 'Without an address, the run judges the embedded service.';

  it.each(['', ' \n'])('is a problem in the environment, and in the flag: %j', (empty) => {
    const environment = { PETSTORE_BASE_URL: empty, PETSTORE_API_KEY: key };
    for (const others of [{}, { dotenv: target }])
      expect(problemsOf({ environment, ...others })).toEqual([
        `PETSTORE_BASE_URL is set but empty in the environment. Pipelines pass an undefined variable like this. Set it to the address of the service, or unset it. ${REMEDY}`,
      ]);
    expect(problemsOf({ given: { baseUrl: empty }, environment: target })).toEqual([
      `--base-url (PETSTORE_BASE_URL) is empty. Pipelines pass an undefined variable like this. Set it to the address of the service, or omit it. ${REMEDY}`,
    ]);
  });

  it('in the environment is no problem where the flag names the service', () => {
    const environment = { ...target, PETSTORE_BASE_URL: '' };
    expect(configured({ given: { baseUrl: 'http://127.0.0.1/v1' }, environment }).embedded).toBe(false);
  });
});
