import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { describeErrorCode } from '../src/conformance/describe-answer.ts';
import { drawUnknownId } from '../src/conformance/unknown-id.ts';

// The shape of every Error is judged wherever one is due; these cases tell which codes this service uses.

/** What curl and many clients send by themselves; the suite itself asks for JSON. */
const ANY_TYPE = [['Accept', '*/*']] as const;

conformanceTest(
  'the 401 of a missing key is an Error',
  {
    requirements: [
      'ERROR-OBJECT',
      'ERROR-CODE',
      'ERROR-MESSAGE',
      'ERROR-STATUS',
      'AUTH-MISSING-LIST',
      'OPEN-ERROR-CODES',
    ],
  },
  async ({ client, judge, run }) => {
    const credential = run.credentials.none;
    const whole = await client.send(
      { method: 'GET', path: '/pets?limit=1', operation: 'listPets', credential },
      'named',
    );
    client.refused('AUTH-MISSING-LIST', whole, 401);
    judge.observe('OPEN-ERROR-CODES', {
      expected: 'left open',
      actual: `401: ${describeErrorCode(whole)}`,
      answers: [whole.answer],
    });
  },
);

conformanceTest(
  'the 400 of a body without fields is an Error',
  {
    requirements: [
      'ERROR-OBJECT',
      'ERROR-CODE',
      'ERROR-MESSAGE',
      'ERROR-STATUS',
      'CREATE-REFUSES-MISSING',
      'OPEN-ERROR-CODES',
    ],
    creates: 1,
  },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    const whole = await client.post('{}', 'named');
    client.refused('CREATE-REFUSES-MISSING', whole, 400);
    judge.observe('OPEN-ERROR-CODES', {
      expected: 'left open',
      actual: `400: ${describeErrorCode(whole)}`,
      answers: [whole.answer],
    });
  },
);

conformanceTest(
  'the 404 of an unknown id is an Error',
  { requirements: ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS', 'OPEN-ERROR-CODES'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireReadingOne(judge);
    const id = drawUnknownId(run, run.randomFor(judge.caseId), 'small');
    const whole = await client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'named');
    if (whole.answered.status !== 404)
      return judge.stop('It was not answered 404, which is judged as GET-UNKNOWN.', null, [whole.answer]);
    client.judgeError(whole, 404);
    judge.observe('OPEN-ERROR-CODES', {
      expected: 'left open',
      actual: `404: ${describeErrorCode(whole)}`,
      answers: [whole.answer],
    });
  },
);

conformanceTest(
  'the 401 is JSON for a client that accepts any media type',
  { requirements: ['ERROR-OBJECT', 'AUTH-MISSING-LIST'] },
  async ({ client, run }) => {
    const credential = run.credentials.none;
    const whole = await client.send(
      { method: 'GET', path: '/pets?limit=1', operation: 'listPets', credential, headers: ANY_TYPE },
      'named',
    );
    client.refused('AUTH-MISSING-LIST', whole, 401);
  },
);

conformanceTest(
  'the 400 is JSON for a client that accepts any media type',
  { requirements: ['ERROR-OBJECT', 'CREATE-REFUSES-MISSING'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    client.refused('CREATE-REFUSES-MISSING', await client.post('{}', 'named', { headers: ANY_TYPE }), 400);
  },
);

conformanceTest(
  'the 404 is JSON for a client that accepts any media type',
  { requirements: ['ERROR-OBJECT'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireReadingOne(judge);
    const path = `/pets/${drawUnknownId(run, run.randomFor(judge.caseId), 'small')}`;
    const whole = await client.send({ method: 'GET', path, operation: 'getPet', headers: ANY_TYPE }, 'named');
    if (whole.answered.status === 404) client.judgeError(whole, 404);
    else judge.stop('It was not answered 404, which is judged as GET-UNKNOWN.', null, [whole.answer]);
  },
);
