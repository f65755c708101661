import { Agent } from 'node:http';
import type { ReferenceService } from '../../../src/reference/reference-service.ts';
import { type Received, type Sending, sendRequest } from './send-request.ts';

/** What came of one probe, comparable between two services that were started with the same seed. */
export type Observation = string;

const names = [
  'Rex',
  'a',
  '0',
  '12',
  'rex',
  "O'Neil",
  'Tom & "Jerry" <b>+1',
  'Rex, 3: 50%/a',
  'Zoë',
  'Žižka Ćurić',
  'Cafe\u0301 \u5c0f\u72ac',
  '😀🐶',
  '1234567890abcdefghij',
  '1234567890 two  cats',
  '小さな犬と大きな猫の話',
  '“Rex’s” ❤️ {{a}} Jr.',
  'Rex\u00adJunior',
  'Rex\u200bJunior',
  'Rex\u202eJunior',
  'Rex $& Junior',
  'constructor',
  'R'.repeat(1100),
];
const categories = [
  '0',
  '-1',
  '2147483648',
  '4294967297',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
];
const statuses = ['available', 'pending', 'sold'];

const refusedBodies = [
  '',
  '{}',
  '{"name":"a"}',
  '{"Name":"a","CategoryId":1}',
  '{"pet":{"name":"a","categoryId":1}}',
  '{"categoryId":1}',
  '{"name":"a","categoryId":1',
  '{"name":"a","categoryId":1,}',
  '{"name":"a","categoryId":1} x',
  "{'name':'a','categoryId':1}",
  '{name:"a",categoryId:1}',
  'null',
  'true',
  '1',
  '"a"',
  '[]',
  '[{"name":"a","categoryId":1}]',
  ...['null', '12', 'true', '["a"]', '{}'].map((name) => `{"name":${name},"categoryId":1}`),
  ...['null', '"1"', '1.5', 'true', '[1]', '""', '{}', '{"id":1}', '9223372036854775808', '-9223372036854775809'].map(
    (category) => `{"name":"a","categoryId":${category}}`,
  ),
  ...[
    'null',
    '1',
    'true',
    'false',
    '["sold"]',
    '""',
    '"Sold"',
    '" sold"',
    '"lost"',
    '"reserved"',
    '"adopted"',
    '"constructor"',
  ].map((status) => `{"name":"a","categoryId":1,"status":${status}}`),
];

/** Yields what a service makes of a fixed series of requests that touches every part of the contract. */
export async function* probe(service: ReferenceService): AsyncGenerator<Observation> {
  const agent = new Agent({ keepAlive: true });
  const send = async (sending: Sending): Promise<Observation> =>
    observed(await sendRequest(service, { agent, ...sending }));
  const ids: string[] = [];
  try {
    for (const sending of lists()) yield await send(sending);
    for (const body of newPets()) {
      const added = await sendRequest(service, { agent, method: 'POST', path: '/pets', body });
      ids.push(/"id": ?(-?[0-9]+)/.exec(added.text)?.[1] ?? '1');
      yield observed(added);
    }
    yield await addAtOnce(service);
    const [known = '1'] = ids;
    for (const id of [
      ...ids,
      String(BigInt(known) + 2n ** 32n),
      `-${known}`,
      '7',
      '0',
      '-5',
      '9223372036854775807',
      '8000000000000000001',
    ]) {
      yield await send({ path: `/pets/${id}` });
    }
    for (const sending of lists()) yield await send(sending);
    for (const body of refusedBodies) yield await send({ method: 'POST', path: '/pets', body });
    for (const path of ['/pets', '/pets/7000000000000000001']) yield await send({ path, headers: { accept: '*/*' } });
    yield await send({ path: '/pets?limit=100' });
    for (const sending of unauthorised(service.key, ids[0] ?? '1')) yield await send(sending);
    for (let count = 0; count < 50; count += 1) yield await send({ path: '/pets?limit=2&status=sold' });
    yield await send({ path: '/pets?limit=100' });
    yield* probeConnection(service, ids[0] ?? '1');
  } finally {
    agent.destroy();
  }
}

function observed({ status, headers, payload, broken }: Received): Observation {
  const { date: _date, ...others } = headers;
  return JSON.stringify([status, others, payload.toString('latin1'), broken]);
}

function lists(): readonly Sending[] {
  const limits = [1, 2, 7, 10, 17, 20, 51, 99, 100, 37];
  const filters = statuses.flatMap((status) =>
    ['', '&limit=1', '&limit=100'].map((limit) => `?status=${status}${limit}`),
  );
  return ['', ...limits.map((limit) => `?limit=${limit}`), ...filters].map((query) => ({ path: `/pets${query}` }));
}

function newPets(): readonly string[] {
  const ordinary = Array.from({ length: 42 }, (_, index) => {
    const status = index < 24 ? statuses[index % 4] : 'sold';
    return `{"name":"Pet ${index}","categoryId":${1 + (index % 2)}${status === undefined ? '' : `,"status":"${status}"`}}`;
  });
  return [
    ...ordinary,
    ...names.map((name) => `{"name":${JSON.stringify(name)},"categoryId":3,"status":"available"}`),
    ...categories.map((category) => `{"name":"Cat","categoryId":${category},"status":"sold"}`),
    '{"name":"Twin","categoryId":1,"status":"pending"}',
    '{"name":"Twin","categoryId":1,"status":"pending"}',
    '\n{"status" : "sold", "name":"Turned \\ud83d\\ude00", "categoryId":1}',
    '{"name":"Own id","categoryId":1,"id":5,"status":"pending"}',
  ];
}

async function addAtOnce(service: ReferenceService): Promise<Observation> {
  const body = '{"name":"Crowd","categoryId":1}';
  const all = await Promise.all(
    Array.from({ length: 6 }, () => sendRequest(service, { method: 'POST', path: '/pets', body })),
  );
  return all.map(observed).sort().join('\n');
}

function unauthorised(key: string, id: string): readonly Sending[] {
  const swapped = key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const other = 'x'.repeat(key.length);
  const near = [
    `${key}x`,
    `x${key}`,
    `x${key.slice(1)}`,
    key.slice(0, 3),
    key.slice(1),
    key.slice(0, -1),
    `${key.slice(0, -1)}_`,
    swapped,
    other,
  ];
  const basic = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
  const credentials = [
    null,
    '',
    'Bearer',
    'Basic eDp5',
    `Basic ${key}`,
    basic,
    ...near.map((token) => `Bearer ${token}`),
  ];
  const asked: readonly Sending[] = [
    { path: '/pets' },
    { path: '/pets?status=sold' },
    { path: `/pets/${id}` },
    { path: '/pets/8000000000000000001' },
    { path: '/pets/-8' },
    { path: '/pets?status=lost' },
    { method: 'POST', path: '/pets', body: '{"name":"Intruder","categoryId":1}' },
    { method: 'POST', path: '/pets', body: '{' },
  ];
  return credentials.flatMap((authorization) => asked.map((one) => ({ ...one, authorization })));
}

/** An accepted request and then refused ones on one connection. */
async function* probeConnection(service: ReferenceService, id: string): AsyncGenerator<Observation> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const authorization of [undefined, null, 'Bearer wrong']) {
    const credential = authorization === undefined ? {} : { authorization };
    yield observed(await sendRequest(service, { path: `/pets/${id}`, agent, ...credential }));
  }
  agent.destroy();
}
