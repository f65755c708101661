import { Agent } from 'node:http';
import { connect } from 'node:net';
import { vi, expect } from 'vitest';
import { readJson } from '../../../src/reference/json-reader.ts';
import { type Json, field, isJsonArray, isJsonObject } from '../../../src/reference/json-value.ts';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/reference-service.ts';
import { type Received, type Sending, sendRequest } from './send-request.ts';

// Observations of a service. They use a fake clock, which moves only in an observation that says so.

/** A service under observation. `again` repeats the handling of its last request. */
interface Subject {
  readonly service: ReferenceService;
  readonly send: (sending: Sending | string) => Promise<Received>;
  readonly again: () => Promise<unknown>;
}

/** Observes a service, and returns plain data. */
export type Observation = (subject: Subject) => Promise<unknown>;

export const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
export const times = <T>(count: number, value: T): readonly T[] => range(count).map(() => value);
const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);
export const holding = (fields: object): unknown => expect.objectContaining(fields);

export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

export const sent = (method: string): Sending => ({ method, path: '/pets' });
const post = (body: string, headers = {}): Sending => ({ method: 'POST', path: '/pets', body, headers });
export const pet = (more = {}): Sending => post(JSON.stringify({ name: 'a', categoryId: 1, ...more }));

function bodyOf({ text }: Received): Json {
  const reading = readJson(text.replace(/^\ufeff/, ''));
  if (reading.kind === 'malformed') throw new SyntaxError(`${reading.why}: ${text}`);
  return reading.value;
}

function fieldOf(body: Json | undefined, name: string): Json | undefined {
  return body !== undefined && isJsonObject(body) ? field(body, name) : undefined;
}

function idOf(body: Json | undefined): bigint {
  const id = fieldOf(body, 'id');
  if (typeof id !== 'bigint') throw new TypeError('The id is no integer.');
  return id;
}

async function addOne({ send }: Subject): Promise<bigint> {
  return idOf(bodyOf(await send(pet())));
}

async function page({ send }: Subject, query: string): Promise<readonly Json[]> {
  const pets = bodyOf(await send(`/pets${query}`));
  return isJsonArray(pets) ? pets : [];
}

export async function each<T>(count: number, act: (index: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (const index of range(count)) all.push(await act(index));
  return all;
}

/** Sends requests one after another, and reads each response. */
export const every =
  (read: (received: Received) => unknown, ...sendings: readonly (Sending | string)[]): Observation =>
  ({ send }) =>
    each(sendings.length, async (index) => read(await send(sendings[index] ?? '')));

export const statuses = (...sendings: readonly (Sending | string)[]): Observation =>
  every(({ status }) => status, ...sendings);
export const texts = (...sendings: readonly (Sending | string)[]): Observation =>
  every(({ text }) => text, ...sendings);
export const bodies = (...sendings: readonly (Sending | string)[]): Observation => every(bodyOf, ...sendings);
export const fields = (...sendings: readonly (Sending | string)[]): Observation =>
  every((received) => Object.keys(bodyOf(received) ?? {}).join(', '), ...sendings);
export const categories = (...ids: readonly string[]): Observation =>
  statuses(...ids.map((id) => post(`{"name":"a","categoryId":${id}}`)));
export const names = (...given: readonly string[]): Observation => statuses(...given.map((name) => pet({ name })));

export const mediaTypes = (...types: readonly string[]): Observation =>
  statuses(...types.map((type) => post('{"name":"a","categoryId":1}', { 'content-type': type })));

export const withKey =
  (sendings: (key: string) => readonly (Sending | string)[]): Observation =>
  (subject) =>
    statuses(...sendings(subject.service.key))(subject);

export const headersOf =
  (sending: Sending | string, ...wanted: readonly string[]): Observation =>
  async ({ send }) => {
    const { headers } = await send(sending);
    return wanted.map((name) => headers[name]);
  };

export const headerNames: Observation = async ({ send }) => (await send('/pets/1')).rawHeaders;

export const decoded =
  (coding: string, decode: (payload: Buffer) => Buffer): Observation =>
  async ({ send }) => {
    const { headers, payload } = await send({ path: '/pets', headers: { 'accept-encoding': 'gzip, deflate' } });
    return headers['content-encoding'] === coding ? decode(payload).toString() : null;
  };

/** One field of each pet of a page. */
export const listed =
  (name: string, query = ''): Observation =>
  async (subject) =>
    (await page(subject, query)).map((shown) => fieldOf(shown, name));

/** The number of pets of each page; null for a response that is not an array. */
export const sizes = (...queries: readonly string[]): Observation =>
  every(
    (received) => {
      const pets = bodyOf(received);
      return isJsonArray(pets) ? pets.length : null;
    },
    ...queries.map((query) => `/pets${query}`),
  );

export const after =
  (milliseconds: number, observation: Observation): Observation =>
  (subject) => {
    pass(milliseconds);
    return observation(subject);
  };

export const all =
  (...observations: readonly Observation[]): Observation =>
  async (subject) =>
    each(observations.length, async (index) => observations[index]?.(subject));

export const added =
  (name: string, count = 1): Observation =>
  ({ send }) =>
    each(count, async () => fieldOf(bodyOf(await send(pet())), name));

export const addedIds: Observation = added('id', 3);

/** A pet as the addition, the list and a read by id show it. */
export const threeViews: Observation = async (subject) => {
  const first = bodyOf(await subject.send(pet()));
  const [second] = await page(subject, '');
  return [first, second, bodyOf(await subject.send(`/pets/${idOf(first)}`))];
};

export const readAdded: Observation = async (subject) => (await subject.send(`/pets/${await addOne(subject)}`)).status;

/** Adds pets with these names, and returns their order in the list half a second later. */
export const orderOf =
  (...given: readonly string[]): Observation =>
  async (subject) => {
    for (const name of given) await subject.send(pet({ name }));
    pass(500);
    const inList = (await page(subject, '?limit=100')).map((shown) => fieldOf(shown, 'name'));
    return inList.filter((name) => given.some((own) => own === name));
  };

/** The number of different orders in three lists. */
export const orders: Observation = async (subject) => {
  const seen = await each(3, async () => String(await listed('id')(subject)));
  return new Set(seen).size;
};

export const areSorted: Observation = async (subject) => {
  const ids = (await page(subject, '')).map(idOf);
  return ids.every((id, place) => id >= (ids[place - 1] ?? id));
};

/** Whether some ids are in the lowest and in the highest quarter of int64. */
export const fillRange: Observation = async (subject) => {
  const ids = await each(20, () => addOne(subject));
  return [ids.some((id) => id < -(2n ** 62n)), ids.some((id) => id > 2n ** 62n)];
};

export const otherPets = async ({ send }: Subject): Promise<number> =>
  (await send('/pets?limit=101')).text.match(/Stranger/g)?.length ?? 0;

/** The number of pets of another client after each span of milliseconds. */
export const otherPetsAfter =
  (...spans: readonly number[]): Observation =>
  (subject) =>
    each(spans.length, async (index) => {
      pass(spans[index] ?? 0);
      return otherPets(subject);
    });

/** The number of added pets that the list shows after each span of milliseconds. */
export const addedShownAfter =
  (count: number, ...spans: readonly number[]): Observation =>
  async (subject) => {
    const own = await each(count, () => addOne(subject));
    return each(spans.length, async (index) => {
      pass(spans[index] ?? 0);
      return (await page(subject, '?limit=100')).filter((shown) => own.includes(idOf(shown))).length;
    });
  };

/** The number of 200s among simultaneous requests and among five more 10 ms later, and the Retry-After of a 429. */
export const burst =
  (count: number): Observation =>
  async ({ send }) => {
    const responses = await Promise.all(range(count).map(() => send('/pets')));
    const accepted = responses.filter(({ status }) => status === 200).length;
    const limited = responses.filter(({ status }) => status === 429);
    pass(10);
    const later = await Promise.all(range(5).map(() => send('/pets')));
    return [accepted, later.filter(({ status }) => status === 200).length, limited.at(0)?.headers['retry-after']];
  };

export const requests =
  (count: number): Observation =>
  async ({ send }) =>
    (await Promise.all(range(count).map(() => send('/elsewhere')))).length;

/** The order in which eight simultaneous responses and a timer of 14 ms end. */
export const responseOrder = async ({ send, again }: Subject): Promise<readonly (number | '14 ms')[]> => {
  await send('/pets');
  const order: (number | '14 ms')[] = [];
  const timer = setTimeout(() => order.push('14 ms'), 14);
  await Promise.all(range(8).map(async (index) => order.push((await again(), index))));
  clearTimeout(timer);
  return order;
};

export const overtake: Observation = async (subject) => {
  const order = (await responseOrder(subject)).filter((one) => one !== '14 ms');
  return order.some((index, place) => index !== place);
};

/** The bytes of one connection, until it closes or the text `kept` arrives. */
export const onConnection =
  (header: string, kept: string): Observation =>
  ({ service: { port, key } }) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes(kept)) socket.destroy();
      });
      socket.once('close', () => resolve(text));
      socket.write(`GET /v1/pets/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${header}\r\n`);
    });

export const KEPT = 'Keep-Alive: timeout=5';

/** The numbers, from 1, of the requests on one connection that got no response. */
export const requestsWithoutResponse =
  (count: number): Observation =>
  async ({ send }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ends = await each(count, async () => (await send({ path: '/pets', agent })).broken);
    agent.destroy();
    return ends.flatMap((end, index) => (end === null ? [] : [index + 1]));
  };

/** The requests, by number from 1, whose status is neither 200 nor 201. */
export const disturbed =
  (count: number, sending: Sending | string = '/pets'): Observation =>
  async ({ send }) => {
    const seen = await each(count, async () => {
      const { status, broken } = await send(sending);
      return broken === null ? status : `broken ${status}`;
    });
    return seen.flatMap((status, index) => (status === 200 || status === 201 ? [] : [`${index + 1}: ${status}`]));
  };

/** Whether a request has no response while later ones have. */
export const silent =
  (before: number, sending: Sending | string): Observation =>
  async ({ send }) => {
    await each(before, async () => await send('/pets'));
    const subject = send(sending).then(() => false);
    return Promise.race([subject, each(5, async () => await send('/pets?limit=1')).then(() => true)]);
  };

/** The number of 200s among simultaneous requests, and the statuses of the others. */
export const simultaneous =
  (count: number): Observation =>
  async ({ send }) => {
    const seen = (await Promise.all(range(count).map(() => send('/pets')))).map(({ status }) => status);
    return [seen.filter((status) => status === 200).length, [...new Set(seen.filter((status) => status !== 200))]];
  };

/** The number of pets after some additions. */
export const sizeAfter =
  (count: number): Observation =>
  async (subject) => {
    await each(count, () => subject.send(pet()));
    return (await page(subject, '?limit=100')).length;
  };

export const connections: Observation = async ({ send }) => {
  const seen = await each(20, async () => (await send('/pets')).headers.connection ?? '');
  return [...new Set(seen)].toSorted((one, other) => one.localeCompare(other));
};

export const wholeSize: Observation = async ({ send }) => (await send('/pets?limit=101')).text.match(/"id"/g)?.length;
export const ALL_SHOWN = { compliant: ['limit-outside-gives-all'] };
export const FULL = { pets: 120 };
export const EXTRA = { createdAt: '2026-01-01T00:00:00Z', photo: null, tags: [], weight: 4.25, Status: 'n/a' };

export const NO_KEY: Sending = { path: '/pets', authorization: null };

/** Observes the correct service with some compliant variants. */
export async function observe(
  ids: readonly string[],
  observation: Observation,
  { compliant = [], ...options }: ReferenceOptions,
): Promise<unknown> {
  const replies: (() => Promise<unknown>)[] = [];
  const service = await startReference({
    ...options,
    compliant: [...ids, ...compliant],
    changes: [
      (base) => ({
        around: (request, next) => {
          replies.push(() => base.around(request, next));
          return base.around(request, next);
        },
      }),
    ],
  });
  const agent = new Agent({ keepAlive: true });
  const send = (sending: Sending | string): Promise<Received> =>
    sendRequest(service, { agent, ...(typeof sending === 'string' ? { path: sending } : sending) });
  try {
    return await observation({ service, send, again: async () => replies.at(-1)?.() });
  } finally {
    agent.destroy();
    await service.close();
  }
}
