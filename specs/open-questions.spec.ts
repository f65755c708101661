import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { describeAnswer } from '../src/conformance/describe-answer.ts';

// What the contract leaves open besides listing and adding: recorded, and no case can fail the service.

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
