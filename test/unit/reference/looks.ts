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

// What is looked at in a service, for rows that say what is seen. Time passes only where a look has it pass.

/** A service that is looked at. `again` takes its last request through it once more. */
interface Asked {
  readonly service: ReferenceService;
  readonly send: (sending: Sending | string) => Promise<Received>;
  readonly again: () => Promise<unknown>;
}

/** What is seen of a service, as plain data. */
export type Look = (asked: Asked) => Promise<unknown>;

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

async function addOne({ send }: Asked): Promise<bigint> {
  return idOf(bodyOf(await send(pet())));
}

async function page({ send }: Asked, query: string): Promise<readonly Json[]> {
  const pets = bodyOf(await send(`/pets${query}`));
  return isJsonArray(pets) ? pets : [];
}

export async function each<T>(count: number, act: (index: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (const index of range(count)) all.push(await act(index));
  return all;
}

/** What becomes of each request, one after the other. */
export const every =
  (read: (received: Received) => unknown, ...sendings: readonly (Sending | string)[]): Look =>
  ({ send }) =>
    each(sendings.length, async (index) => read(await send(sendings[index] ?? '')));

export const statuses = (...sendings: readonly (Sending | string)[]): Look =>
  every(({ status }) => status, ...sendings);
export const texts = (...sendings: readonly (Sending | string)[]): Look => every(({ text }) => text, ...sendings);
export const bodies = (...sendings: readonly (Sending | string)[]): Look => every(bodyOf, ...sendings);
export const fields = (...sendings: readonly (Sending | string)[]): Look =>
  every((received) => Object.keys(bodyOf(received) ?? {}).join(', '), ...sendings);
export const categories = (...ids: readonly string[]): Look =>
  statuses(...ids.map((id) => post(`{"name":"a","categoryId":${id}}`)));
export const names = (...given: readonly string[]): Look => statuses(...given.map((name) => pet({ name })));

export const mediaTypes = (...types: readonly string[]): Look =>
  statuses(...types.map((type) => post('{"name":"a","categoryId":1}', { 'content-type': type })));

export const withKey =
  (sendings: (key: string) => readonly (Sending | string)[]): Look =>
  (asked) =>
    statuses(...sendings(asked.service.key))(asked);

export const headersOf =
  (sending: Sending | string, ...wanted: readonly string[]): Look =>
  async ({ send }) => {
    const { headers } = await send(sending);
    return wanted.map((name) => headers[name]);
  };

export const headerNames: Look = async ({ send }) => (await send('/pets/1')).rawHeaders;

export const decoded =
  (coding: string, decode: (payload: Buffer) => Buffer): Look =>
  async ({ send }) => {
    const { headers, payload } = await send({ path: '/pets', headers: { 'accept-encoding': 'gzip, deflate' } });
    return headers['content-encoding'] === coding ? decode(payload).toString() : null;
  };

/** One field of each pet of a page. */
export const listed =
  (name: string, query = ''): Look =>
  async (asked) =>
    (await page(asked, query)).map((shown) => fieldOf(shown, name));

/** How many pets each page holds, null for what is no page. */
export const sizes = (...queries: readonly string[]): Look =>
  every(
    (received) => {
      const pets = bodyOf(received);
      return isJsonArray(pets) ? pets.length : null;
    },
    ...queries.map((query) => `/pets${query}`),
  );

export const after =
  (milliseconds: number, look: Look): Look =>
  (asked) => {
    pass(milliseconds);
    return look(asked);
  };

export const all =
  (...looks: readonly Look[]): Look =>
  async (asked) =>
    each(looks.length, async (index) => looks[index]?.(asked));

export const added =
  (name: string, count = 1): Look =>
  ({ send }) =>
    each(count, async () => fieldOf(bodyOf(await send(pet())), name));

export const addedIds: Look = added('id', 3);

/** A pet as it is when it is added, in the list, and when it is read. */
export const threeViews: Look = async (asked) => {
  const first = bodyOf(await asked.send(pet()));
  const [second] = await page(asked, '');
  return [first, second, bodyOf(await asked.send(`/pets/${idOf(first)}`))];
};

export const readAdded: Look = async (asked) => (await asked.send(`/pets/${await addOne(asked)}`)).status;

/** Adds pets with these names, and gives the order of these in the list half a second later. */
export const orderOf =
  (...given: readonly string[]): Look =>
  async (asked) => {
    for (const name of given) await asked.send(pet({ name }));
    pass(500);
    const inList = (await page(asked, '?limit=100')).map((shown) => fieldOf(shown, 'name'));
    return inList.filter((name) => given.some((own) => own === name));
  };

/** In how many orders some pages of the same pets come. */
export const orders: Look = async (asked) => {
  const seen = await each(3, async () => String(await listed('id')(asked)));
  return new Set(seen).size;
};

export const areSorted: Look = async (asked) => {
  const ids = (await page(asked, '')).map(idOf);
  return ids.every((id, place) => id >= (ids[place - 1] ?? id));
};

/** Whether some ids lie in the lowest and in the highest quarter of int64. */
export const fillRange: Look = async (asked) => {
  const ids = await each(20, () => addOne(asked));
  return [ids.some((id) => id < -(2n ** 62n)), ids.some((id) => id > 2n ** 62n)];
};

export const strangers = async ({ send }: Asked): Promise<number> =>
  (await send('/pets?limit=101')).text.match(/Stranger/g)?.length ?? 0;

/** How many pets of another client there are after each span of milliseconds. */
export const strangersAfter =
  (...spans: readonly number[]): Look =>
  (asked) =>
    each(spans.length, async (index) => {
      pass(spans[index] ?? 0);
      return strangers(asked);
    });

/** How many of some added pets the list shows after each span of milliseconds. */
export const addedShownAfter =
  (count: number, ...spans: readonly number[]): Look =>
  async (asked) => {
    const own = await each(count, () => addOne(asked));
    return each(spans.length, async (index) => {
      pass(spans[index] ?? 0);
      return (await page(asked, '?limit=100')).filter((shown) => own.includes(idOf(shown))).length;
    });
  };

/** How many of so many requests at once are answered 200, how many of five that come 10 ms later, and the Retry-After of the others. */
export const burst =
  (count: number): Look =>
  async ({ send }) => {
    const responses = await Promise.all(range(count).map(() => send('/pets')));
    const accepted = responses.filter(({ status }) => status === 200).length;
    const refused = responses.filter(({ status }) => status === 429);
    pass(10);
    const later = await Promise.all(range(5).map(() => send('/pets')));
    return [accepted, later.filter(({ status }) => status === 200).length, refused.at(0)?.headers['retry-after']];
  };

export const requests =
  (count: number): Look =>
  async ({ send }) =>
    (await Promise.all(range(count).map(() => send('/elsewhere')))).length;

/** In which order eight responses come to what is asked at once, and when a timer of 14 ms ends that starts before. */
export const answering = async ({ send, again }: Asked): Promise<readonly (number | '14 ms')[]> => {
  await send('/pets');
  const order: (number | '14 ms')[] = [];
  const timer = setTimeout(() => order.push('14 ms'), 14);
  await Promise.all(range(8).map(async (index) => order.push((await again(), index))));
  clearTimeout(timer);
  return order;
};

export const overtake: Look = async (asked) => {
  const order = (await answering(asked)).filter((one) => one !== '14 ms');
  return order.some((index, place) => index !== place);
};

/** What comes on one connection, until it closes or a text says that it will be kept. */
export const onConnection =
  (header: string, kept: string): Look =>
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

/** Which of so many requests on one connection, counted from 1, got no response. */
export const unanswered =
  (count: number): Look =>
  async ({ send }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ends = await each(count, async () => (await send({ path: '/pets', agent })).broken);
    agent.destroy();
    return ends.flatMap((end, index) => (end === null ? [] : [index + 1]));
  };

/** The statuses that are not 200 of so many requests, by their numbers from 1; 0 without a response. */
export const disturbed =
  (count: number, sending: Sending | string = '/pets'): Look =>
  async ({ send }) => {
    const seen = await each(count, async () => {
      const { status, broken } = await send(sending);
      return broken === null ? status : `broken ${status}`;
    });
    return seen.flatMap((status, index) => (status === 200 || status === 201 ? [] : [`${index + 1}: ${status}`]));
  };

/** Whether a request after so many others has no response while later ones have. */
export const silent =
  (before: number, sending: Sending | string): Look =>
  async ({ send }) => {
    await each(before, async () => await send('/pets'));
    const asked = send(sending).then(() => false);
    return Promise.race([asked, each(5, async () => await send('/pets?limit=1')).then(() => true)]);
  };

/** How many of so many simultaneous requests are responded 200, and the status of the others. */
export const together =
  (count: number): Look =>
  async ({ send }) => {
    const seen = (await Promise.all(range(count).map(() => send('/pets')))).map(({ status }) => status);
    return [seen.filter((status) => status === 200).length, [...new Set(seen.filter((status) => status !== 200))]];
  };

/** How many pets there are after so many additions. */
export const sizeAfter =
  (count: number): Look =>
  async (asked) => {
    await each(count, () => asked.send(pet()));
    return (await page(asked, '?limit=100')).length;
  };

export const connections: Look = async ({ send }) => {
  const seen = await each(20, async () => (await send('/pets')).headers.connection ?? '');
  return [...new Set(seen)].toSorted((one, other) => one.localeCompare(other));
};

export const wholeSize: Look = async ({ send }) => (await send('/pets?limit=101')).text.match(/"id"/g)?.length;
export const ALL_SHOWN = { compliant: ['limit-outside-gives-all'] };
export const FULL = { pets: 120 };
export const EXTRA = { createdAt: '2026-01-01T00:00:00Z', photo: null, tags: [], weight: 4.25, Status: 'n/a' };

export const NO_KEY: Sending = { path: '/pets', authorization: null };

/** What a look sees of the plain service with some compliant variants laid over it. */
export async function lookAt(
  ids: readonly string[],
  look: Look,
  { compliant = [], ...options }: ReferenceOptions,
): Promise<unknown> {
  const replies: (() => Promise<unknown>)[] = [];
  const service = await startReference({
    ...options,
    compliant: [...ids, ...compliant],
    variants: [
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
    return await look({ service, send, again: async () => replies.at(-1)?.() });
  } finally {
    agent.destroy();
    await service.close();
  }
}
