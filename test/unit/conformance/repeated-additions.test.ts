import { expect, it } from 'vitest';
import { createCaseClient, type CaseClient } from '../../../src/conformance/case-client.ts';
import type { OutgoingRequest } from '../../../src/target/answer.ts';
import { court, credentials, fakeRun, isLeft, petStore, refusal, type Reply } from './fakes.ts';
import { NEW } from './work-on.ts';

/** What a request costs that the service may have acted on several times, for an answer to the last of them. */
async function spent(attempts: number, reply: Reply, send: (client: CaseClient) => Promise<unknown>): Promise<number> {
  const fake = fakeRun(() => reply);
  const repeating = async (request: OutgoingRequest, caseId: string) => ({
    ...(await fake.run.client.send(request, caseId)),
    attempts,
  });
  const run = { ...fake.run, client: { ...fake.run.client, send: repeating } };
  await isLeft(() => send(createCaseClient(run, court(['CREATE-REFUSES-EMPTY']).judge)));
  return run.budget.spent();
}

const add = (client: CaseClient) => client.add(NEW);

it.each<[number, Reply, number]>([
  [1, { status: 201 }, 1],
  [2, { status: 201 }, 2],
  [1, refusal(400), 0],
  [2, refusal(400), 1],
  [2, { failure: 'closed-before-answer' }, 2],
])('an addition that was sent %i times and answered %j counts %s times', async (attempts, reply, count) => {
  expect(await spent(attempts, reply, add)).toBe(count);
});

it('a body of any kind counts for each time it was sent too', async () => {
  expect(await spent(2, { status: 201, body: '{"id":5}' }, (client) => client.post('', 'named'))).toBe(2);
});

it('a request that adds nothing costs nothing, however often it was sent', async () => {
  expect(await spent(2, { body: '[]' }, (client) => client.list())).toBe(0);
});

it('a connection of its own is counted as well', async () => {
  const fake = fakeRun(petStore());
  const { judge } = court(['AUTH-EVERY-REQUEST']);
  const connection = {
    send: async (request: OutgoingRequest, caseId: string) => ({
      ...(await fake.run.client.send(request, caseId)),
      attempts: 2,
    }),
    close: () => undefined,
  };
  const request: OutgoingRequest = {
    method: 'POST',
    path: '/pets',
    operation: 'createPet',
    credential: credentials.none,
    body: '{}',
  };
  await createCaseClient(fake.run, judge).sendOn(connection, request);
  expect(fake.run.budget.spent()).toBe(1);
});
