import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectUnknown, isThatAnimal } from '../../../../src/conformance/expectations/expect-unknown.ts';
import { answerOf, court, fakeRun, isLeft, pet, petText, refusal, type Reply } from '../fakes.ts';

interface Tried {
  readonly verdicts: readonly string[];
  readonly ids: readonly bigint[];
  readonly left: boolean;
}

/** Tries an unknown id on a service that answers by the id and by how many were asked before it. */
async function tryOn(
  service: (id: bigint, serial: number) => Reply,
  range: 'positive' | 'negative' = 'positive',
  first?: bigint,
): Promise<Tried> {
  const ids: bigint[] = [];
  const fake = fakeRun(({ path }) => {
    ids.push(BigInt(path.slice('/pets/'.length)));
    return service(ids.at(-1) ?? 0n, ids.length);
  });
  const { judge, verdicts } = court(['GET-UNKNOWN', 'GET-UNKNOWN-SIGN']);
  const left = await isLeft(() => expectUnknown(fake.run, createCaseClient(fake.run, judge), judge, range, first));
  const own = verdicts().filter((verdict) => /^(GET|ERROR)-/.test(verdict) && !/^ERROR-.* satisfied$/.test(verdict));
  return { verdicts: [...own].sort(), ids, left };
}

const notFound = (): Reply => refusal(404);
const found = (id: bigint): Reply => ({ body: petText(pet(id)) });

describe('an id that no animal has', () => {
  it('is not found', async () => {
    const { verdicts, ids } = await tryOn(notFound);
    expect(verdicts).toEqual(['GET-UNKNOWN satisfied', 'GET-UNKNOWN-SIGN not-applicable']);
    expect(ids).toHaveLength(1);
  });

  it('is not found where it is negative or zero', async () => {
    const both = ['GET-UNKNOWN satisfied', 'GET-UNKNOWN-SIGN satisfied'];
    expect((await tryOn(notFound, 'negative')).verdicts).toEqual(both);
    expect((await tryOn(notFound, 'positive', 0n)).verdicts).toEqual(both);
    expect((await tryOn(notFound, 'positive', -1n)).verdicts).toEqual(both);
  });

  it.each([200, 204, 302, 400, 410, 422, 500, 503])('is not to be answered %i', async (status) => {
    const { verdicts } = await tryOn(() => ({ status, body: '{}' }));
    expect(verdicts).toContain('GET-UNKNOWN violated');
  });

  it('needs an Error', async () => {
    expect((await tryOn(() => ({ status: 404, body: '{"message":"b","status":404}' }))).verdicts).toEqual([
      'ERROR-CODE violated',
      'GET-UNKNOWN satisfied',
      'GET-UNKNOWN-SIGN not-applicable',
    ]);
  });

  it.each(['null', '[]', '', '{"id":1}'])('is not to be answered 200 with %s', async (body) => {
    expect((await tryOn(() => ({ body }))).verdicts).toContain('GET-UNKNOWN violated');
  });

  it('is not to be answered with another animal', async () => {
    const { verdicts, ids } = await tryOn((id) => found(id + 1n));
    expect(verdicts).toContain('GET-UNKNOWN violated');
    expect(ids).toHaveLength(1);
  });

  it('settles nothing where the key may not read', async () => {
    const { left, verdicts } = await tryOn(() => refusal(403));
    expect(left).toBe(true);
    expect(verdicts).toEqual([]);
  });
});

describe('zero and negative ids', () => {
  it.each([0n, -1n])('may be refused as invalid, which is a finding of the lower level: %s', async (id) => {
    expect((await tryOn(() => refusal(400), 'positive', id)).verdicts).toEqual([
      'GET-UNKNOWN not-applicable',
      'GET-UNKNOWN-SIGN violated',
    ]);
  });

  it.each([0n, -1n])('are not to be answered with a server error: %s', async (id) => {
    expect((await tryOn(() => refusal(500), 'positive', id)).verdicts).toEqual([
      'GET-UNKNOWN violated',
      'GET-UNKNOWN-SIGN not-applicable',
    ]);
  });
});

describe('an id that seems to be of a real animal', () => {
  it('settles nothing, and another is drawn', async () => {
    const { verdicts, ids } = await tryOn((id, serial) => (serial === 1 ? found(id) : notFound()));
    expect(verdicts).toEqual(['GET-UNKNOWN satisfied', 'GET-UNKNOWN-SIGN not-applicable']);
    expect(ids).toHaveLength(2);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is a violation where two ids drawn at random both seem to be', async () => {
    const { verdicts, ids } = await tryOn(found);
    expect(verdicts).toContain('GET-UNKNOWN violated');
    expect(ids).toHaveLength(2);
  });

  it('does not count as drawn where it was given', async () => {
    const lucky = await tryOn((id, serial) => (serial < 3 ? found(id) : notFound()), 'positive', 1n);
    expect(lucky.ids).toHaveLength(3);
    expect(lucky.verdicts).toContain('GET-UNKNOWN satisfied');
    expect((await tryOn(found, 'positive', 1n)).verdicts).toContain('GET-UNKNOWN violated');
  });
});

it.each<[string, Reply, boolean]>([
  ['that animal', { body: '{"id":9007199254740993,"name":"Rex","categoryId":1}' }, true],
  ['its neighbour', { body: '{"id":9007199254740992,"name":"Rex","categoryId":1}' }, false],
  ['that id as text', { body: '{"id":"9007199254740993","name":"Rex","categoryId":1}' }, false],
  ['no animal', { body: '{"id":9007199254740993}' }, false],
  ['no JSON', { body: '<html>' }, false],
  ['another status', { status: 201, body: '{"id":9007199254740993,"name":"Rex","categoryId":1}' }, false],
])('an answer with %s is that animal: %s', (_, reply, expected) => {
  const answer = answerOf(reply);
  if (answer.result.kind !== 'answered') throw new Error('The reply of the test is no answer.');
  expect(isThatAnimal(court().judge, { answer, answered: answer.result }, 2n ** 53n + 1n)).toBe(expected);
});

it('an answer that is nested too deep to be read is neither that animal nor another', async () => {
  const { judge, verdicts, stop } = court();
  const answer = answerOf({ body: `{"id":1,"name":"Rex","categoryId":1,"x":${'['.repeat(300)}${']'.repeat(300)}}` });
  const { result } = answer;
  expect(await isLeft(() => result.kind === 'answered' && isThatAnimal(judge, { answer, answered: result }, 1n))).toBe(
    true,
  );
  expect([stop()?.outcome, verdicts()]).toEqual(['not-verified', []]);
});
