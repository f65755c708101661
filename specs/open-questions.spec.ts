import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { describeOrder } from '../src/conformance/describe-order.ts';
import { describeAnswer } from '../src/conformance/describe-answer.ts';
import { newPetMembers, newPetText } from '../src/conformance/new-pet-text.ts';
import { rawJson, writeJson } from '../src/contract/json.ts';

// What the contract leaves open: every case records what this service does, and none can fail it.

const LIMITS = ['0', '-1', '101', '1000', '9223372036854775808', 'abc', '', '1.5', '1e1', '%205'];

for (const limit of LIMITS) {
  conformanceTest(
    `what the limit "${limit}" leads to`,
    { requirements: ['OPEN-LIST-LIMIT-OUTSIDE'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?limit=${limit}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-LIMIT-OUTSIDE', {
        expected: 'left open',
        actual: `limit=${limit}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const status of ['unknown', 'AVAILABLE', 'Sold', '', 'available,sold', '%20sold', 'null']) {
  conformanceTest(
    `what the status filter "${status}" leads to`,
    { requirements: ['OPEN-LIST-STATUS-UNKNOWN'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?status=${status}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-STATUS-UNKNOWN', {
        expected: 'left open',
        actual: `status=${status}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const query of ['limit=1&limit=2', 'status=sold&status=pending', 'unknown=1', 'offset=1', 'page=2', 'LIMIT=1']) {
  conformanceTest(
    `what the query ${query} leads to`,
    { requirements: ['OPEN-LIST-PARAMETERS'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?${query}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-PARAMETERS', {
        expected: 'left open',
        actual: `${query}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

conformanceTest(
  'in which order a page lists animals',
  { requirements: ['OPEN-LIST-ORDER'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 100 });
    judge.observe('OPEN-LIST-ORDER', {
      expected: 'left open',
      actual: describeOrder(
        page.pets,
        run.sightings.own().map(({ pet }) => pet),
      ),
      answers: [page.answer],
    });
  },
);

conformanceTest(
  'whether an answer carries paging metadata, and whether pages are capped',
  { requirements: ['OPEN-LIST-PAGING'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 100 });
    const { result } = page.answer;
    const names = result.kind === 'answered' ? [...result.headers.keys()] : [];
    const paging = names.filter((name) =>
      /^(link|content-range|x-.*(total|count|page|next|limit|offset).*)$/.test(name),
    );
    const known = run.sightings.knownBefore(page.answer.sentAt, undefined);
    const capped =
      page.size < Math.min(known, 100) ? `; the limit 100 gave ${page.size} of ${known} known animals` : '';
    judge.observe('OPEN-LIST-PAGING', {
      expected: 'left open',
      actual: `${paging.length === 0 ? 'no paging headers' : `the headers ${paging.join(', ')}`}${capped}`,
      answers: [page.answer],
    });
  },
);

conformanceTest(
  'what an unknown extra field leads to',
  { requirements: ['OPEN-CREATE-FIELDS'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const pet = catalogue.lawfulPet(judge, { status: 'sold' });
    const whole = await client.post(writeJson({ ...newPetMembers(pet), colour: 'blue' }), 'open');
    judge.observe('OPEN-CREATE-FIELDS', {
      expected: 'left open',
      actual: `an unknown field: ${describeAnswer(whole)}`,
      answers: [whole.answer],
    });
  },
);

conformanceTest(
  'what a field that is given twice leads to',
  { requirements: ['OPEN-CREATE-FIELDS'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const text = newPetText(catalogue.lawfulPet(judge, { status: 'sold' }));
    const whole = await client.post(text.replace('{', '{"name":"cf twice",'), 'open');
    judge.observe('OPEN-CREATE-FIELDS', {
      expected: 'left open',
      actual: `the name given twice: ${describeAnswer(whole)}`,
      answers: [whole.answer],
    });
  },
);

for (const [title, suffix] of [
  ['a zero fraction', '.0'],
  ['an exponent', 'e0'],
] as const) {
  conformanceTest(
    `what a categoryId written with ${title} leads to`,
    { requirements: ['OPEN-CREATE-INTEGER-FORM'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const pet = catalogue.lawfulPet(judge, { status: 'sold' });
      const whole = await client.post(
        writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}${suffix}`) }),
        'open',
      );
      judge.observe('OPEN-CREATE-INTEGER-FORM', {
        expected: 'left open',
        actual: `${title}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const contentType of [
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
]) {
  conformanceTest(
    `what a body labelled ${contentType ?? 'with no media type'} leads to`,
    { requirements: ['OPEN-CREATE-CONTENT-TYPE'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const text = newPetText(catalogue.lawfulPet(judge, { status: 'sold' }));
      const whole = await client.post(text, 'open', { contentType });
      judge.observe('OPEN-CREATE-CONTENT-TYPE', {
        expected: 'left open',
        actual: `${contentType ?? 'no media type'}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const id of ['abc', '1.5', '9223372036854775808', '-9223372036854775809', '%2B1', '1e1', '%20']) {
  conformanceTest(
    `what the petId "${id}" leads to`,
    { requirements: ['OPEN-GET-ID-FORM'] },
    async ({ client, judge, catalogue }) => {
      catalogue.requireReadingOne(judge);
      const whole = await client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'open');
      judge.observe('OPEN-GET-ID-FORM', {
        expected: 'left open',
        actual: `${id}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const id of ['raw-key-without-scheme', 'lower-case-scheme'] as const) {
  conformanceTest(
    `what the valid key leads to as ${id}`,
    { requirements: ['OPEN-AUTH-FORMS'] },
    async ({ client, judge, run }) => {
      const credential = run.credentials[id];
      const whole = await client.send({ method: 'GET', path: '/pets', operation: 'listPets', credential }, 'open');
      judge.observe('OPEN-AUTH-FORMS', {
        expected: 'left open',
        actual: `${id}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

conformanceTest(
  'what the valid key leads to in the query',
  { requirements: ['OPEN-AUTH-FORMS'] },
  async ({ client, judge, run }) => {
    const path = `/pets?api_key=${encodeURIComponent(run.configuration.apiKey)}`;
    const whole = await client.send(
      { method: 'GET', path, operation: 'listPets', credential: run.credentials.none },
      'open',
    );
    judge.observe('OPEN-AUTH-FORMS', {
      expected: 'left open',
      actual: `key in the query: ${describeAnswer(whole)}`,
      answers: [whole.answer],
    });
  },
);

for (const [method, path] of [
  ['OPTIONS', '/pets'],
  ['HEAD', '/pets'],
] as const) {
  conformanceTest(
    `what ${method} ${path} leads to`,
    { requirements: ['OPEN-OTHER-METHODS'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method, path, operation: 'other' }, 'open');
      judge.observe('OPEN-OTHER-METHODS', {
        expected: 'left open',
        actual: `${method}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

conformanceTest(
  'whether the rate of requests is limited',
  { requirements: ['OPEN-RATE-LIMIT'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 1 });
    const { result } = page.answer;
    const names =
      result.kind === 'answered' ? [...result.headers.keys()].filter((name) => /^(x-)?rate-?limit/.test(name)) : [];
    const pacing = run.client.pacing();
    judge.observe('OPEN-RATE-LIMIT', {
      expected: 'left open',
      actual:
        pacing.limitedAnswers === 0 && names.length === 0
          ? 'no sign of a rate limit'
          : `${pacing.limitedAnswers} answers of 429 so far${names.length === 0 ? '' : `; the headers ${names.join(', ')}`}`,
      answers: [page.answer],
    });
  },
);
