import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectNothingStored } from '../src/conformance/expectations/expect-nothing-stored.ts';
import { drawUnknownId } from '../src/conformance/unknown-id.ts';
import type { CredentialId } from '../src/target/credentials.ts';

/** Credentials that hold no key, and credentials that hold a wrong one. */
const MISSING = [
  'none',
  'empty',
  'bearer-without-token',
  'basic',
  'basic-password',
  'basic-raw-key',
] as const satisfies readonly CredentialId[];
const INVALID = [
  'random-key',
  'key-and-a-character',
  'character-and-key',
  'key-cut-short',
  'key-without-first-character',
  'key-without-last-character',
  'key-first-character-changed',
  'key-last-character-changed',
  'key-case-swapped',
] as const satisfies readonly CredentialId[];

/** The profile read-only is to add nothing, whatever a service takes for the right key. */
const READ_ONLY = 'The profile read-only sends the right key with no request to add an animal.';
const NOT_MADE = 'This credential cannot be made from the configured key.';

for (const [kind, ids] of [
  ['MISSING', MISSING],
  ['INVALID', INVALID],
] as const) {
  for (const id of ids) {
    conformanceTest(
      `listing is refused with the credential ${id}`,
      { requirements: [`AUTH-${kind}-LIST`] },
      async ({ client, judge, run }) => {
        const credential = run.credentials[id];
        if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
        const whole = await client.send({ method: 'GET', path: '/pets', operation: 'listPets', credential }, 'named');
        client.refused(`AUTH-${kind}-LIST`, whole, 401);
      },
    );

    conformanceTest(
      `reading one is refused with the credential ${id}`,
      { requirements: [`AUTH-${kind}-GET`] },
      async ({ client, judge, run, catalogue }) => {
        catalogue.requireReadingOne(judge);
        const credential = run.credentials[id];
        if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
        const path = `/pets/${catalogue.anyId(judge)}`;
        const whole = await client.send({ method: 'GET', path, operation: 'getPet', credential }, 'named');
        client.refused(`AUTH-${kind}-GET`, whole, 401);
      },
    );

    conformanceTest(
      `adding is refused, and adds nothing, with the credential ${id}`,
      { requirements: [`AUTH-${kind}-CREATE`, 'AUTH-NO-EFFECT'], creates: 1 },
      async ({ client, judge, run, catalogue }) => {
        const credential = run.credentials[id];
        if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
        if (id === 'basic-raw-key' && run.configuration.profile === 'read-only')
          return judge.stopNotApplicable(READ_ONLY);
        const { body, marks } = catalogue.unauthorisedBody(judge);
        const whole = await client.post(body, 'named', { credential });
        client.refused(`AUTH-${kind}-CREATE`, whole, 401);
        await expectNothingStored(run, client, judge, 'AUTH-NO-EFFECT', marks, whole.answer);
      },
    );
  }
}

for (const [kind, id] of [
  ['MISSING', 'none'],
  ['INVALID', 'random-key'],
] as const) {
  for (const query of ['status=available', 'status=sold', 'limit=1', 'limit=100', 'limit=20&status=pending']) {
    conformanceTest(
      `listing is refused with the query ${query} and the credential ${id}`,
      { requirements: [`AUTH-${kind}-LIST`] },
      async ({ client, run }) => {
        const credential = run.credentials[id];
        const path = `/pets?${query}`;
        const whole = await client.send({ method: 'GET', path, operation: 'listPets', credential }, 'named');
        client.refused(`AUTH-${kind}-LIST`, whole, 401);
      },
    );
  }
}

const ARRAY = ['an array', '[]'] as const;
const OTHER_STATUS = ['another status', '{"status":"lost"}'] as const;

// What a service may look at before the key differs from one credential to the next, so that more of it is tried.
for (const [id, range, query, last] of [
  ['none', 'small', 'limit=0', ARRAY],
  ['random-key', 'negative', 'status=lost', OTHER_STATUS],
  ['key-without-last-character', 'exact', 'limit=101', ARRAY],
] as const) {
  for (const [title, body] of [
    ['an empty object', '{}'],
    ['a body that is not JSON', '{"name":'],
    ['no body', ''],
    last,
  ] as const) {
    conformanceTest(
      `the key is checked before the body: ${title} with the credential ${id}`,
      { requirements: ['AUTH-FIRST'], creates: 1 },
      async ({ client, judge, run }) => {
        const credential = run.credentials[id];
        if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
        client.refused('AUTH-FIRST', await client.post(body, 'named', { credential }), 401);
      },
    );
  }

  conformanceTest(
    `the key is checked before the look-up: an unknown id, ${range}, with the credential ${id}`,
    { requirements: ['AUTH-FIRST'] },
    async ({ client, judge, run, catalogue }) => {
      catalogue.requireReadingOne(judge);
      const credential = run.credentials[id];
      if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
      const path = `/pets/${drawUnknownId(run, run.randomFor(judge.caseId), range)}`;
      const whole = await client.send({ method: 'GET', path, operation: 'getPet', credential }, 'named');
      client.refused('AUTH-FIRST', whole, 401);
    },
  );

  conformanceTest(
    `the key is checked before the parameters: ${query} with the credential ${id}`,
    { requirements: ['AUTH-FIRST'] },
    async ({ client, judge, run }) => {
      const credential = run.credentials[id];
      if (credential === undefined) return judge.stopNotApplicable(NOT_MADE);
      const path = `/pets?${query}`;
      const whole = await client.send({ method: 'GET', path, operation: 'listPets', credential }, 'named');
      client.refused('AUTH-FIRST', whole, 401);
    },
  );
}
