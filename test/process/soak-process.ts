import { readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { openJournal } from '../../src/run/journal-file.ts';
import { LIMIT } from '../support/limits.ts';
import type { OutgoingRequest } from '../../src/http/request.ts';
import { defaultNetwork } from '../../src/settings/network.ts';
import { createClient } from '../../src/http/client.ts';
import { systemClock, systemSleep } from '../../src/http/clock.ts';
import { credentialsFor } from '../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../src/suite/records/run-redactor.ts';
import { createRedactor } from '../../src/http/redaction.ts';

// Sends generated requests to the service at an address, twenty at a time. Prints the used memory after every hundredth
// part of them, the number of responses, and the resources that were open at the end.

const [baseUrl = '', key = '', count = '0', journalPath = ''] = process.argv.slice(2);
const total = Number(count);
const credentials = credentialsFor(key, () => 0.5);
const before = new Set(openSocketsAndFiles());
const journal = openJournal(journalPath);
const client = createClient({
  baseUrl,
  headers: [],
  concurrency: 20,
  requestTimeoutMilliseconds: LIMIT,
  redactor: createRedactor(secretsOf(key, credentials, [])),
  runId: 'soak',
  suiteVersion: 'soak',
  nameCases: false,
  onPause: () => undefined,
  network: defaultNetwork,
  journal: {
    sent: ({ id, at }) => journal.sent({ exchange: id, name: null, sentAt: at }),
    exchange: ({ id }) => journal.ended({ exchange: id, id: null, name: null, sentAt: null, outcome: 'rejected' }),
  },
  signal: new AbortController().signal,
  clock: systemClock,
  sleep: systemSleep,
});

type Request = Omit<OutgoingRequest, 'credential'>;
const add = (body: unknown): Request => ({
  method: 'POST',
  path: '/pets',
  operation: 'createPet',
  body: JSON.stringify(body),
});
const list = (limit: number): Request => {
  const filter = limit < 50 ? '' : '&status=sold';
  return { method: 'GET', path: `/pets?limit=${limit}${filter}`, operation: 'listPets' };
};
const get = (id: bigint): Request => ({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' });
const someName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

/** Requests of all operations. Only one in fifty adds a pet, which keeps pages small. */
const generatedRequest = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 100 }).map(list) },
  { weight: 19, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(get) },
  { weight: 10, arbitrary: fc.jsonValue().map(add) },
  { weight: 1, arbitrary: fc.record({ name: someName, categoryId: fc.integer({ min: 1, max: 3 }) }).map(add) },
);

let sent = 0;
let responses = 0;
const memory: number[] = [];

function note(): void {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  memory.push(heapUsed + external);
}

async function lane(seed: number): Promise<void> {
  while (sent < total) {
    sent += 1;
    const number = sent;
    const [request] = fc.sample(generatedRequest, { numRuns: 1, seed: seed * total + number });
    if (request === undefined) continue;
    const { result } = await client.send({ ...request, credential: credentials.valid }, 'soak');
    if (result.kind === 'response') responses += 1;
    if (number % (total / 100) === 0) note();
  }
}

await Promise.all(Array.from({ length: 20 }, (_, seed) => lane(seed)));
client.close();
journal.close(true);
// Node releases closed sockets after a few turns of the event loop.
for (let turns = 0; turns < 100; turns += 1) await turn();
const left = openSocketsAndFiles().filter((link) => !before.has(link));
const sockets = process.getActiveResourcesInfo().filter((name) => /TCP|TLS/.test(name)).length;
process.stdout.write(`${JSON.stringify({ sent, responses, memory, sockets, descriptorsLeft: left.length })}\n`);

/** Ignores the event loops and pipes of Node itself, because Node opens some of them only under load. */
function openSocketsAndFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map(linkOf)
    .filter((link) => /^(socket:|\/(?!dev\/))/.test(link));
}

/** Empty for the descriptor that read the folder itself. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
