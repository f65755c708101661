import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultOf, startProcess } from '../../lab/child-process.ts';

// A process under test connects to this server. The connection closes when the last process that holds it ends.

const HELPER = new URL('../../lab/child-process.ts', import.meta.url).href;

let server: Server;
let port = 0;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => void server.close());

/** A Node program, and a shell with a child process. Both write to the server, and keep running. */
const programs = (): Readonly<Record<'node' | 'bash', readonly [program: string, ...words: string[]]>> => ({
  node: [process.execPath, '-e', `net.connect(${port}, '127.0.0.1').write('here')`],
  bash: ['bash', '-c', `exec 9<>/dev/tcp/127.0.0.1/${port}; sleep 10000 & echo here >&9; wait`],
});

/** JavaScript that starts a program with the helper. */
function startOf([program, ...words]: readonly [string, ...string[]]): string {
  return `import(${JSON.stringify(HELPER)}).then(({ startProcess }) => startProcess(...${JSON.stringify([program, words])}));`;
}

async function connected(): Promise<Socket> {
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.on('error', () => undefined);
  await once(socket, 'data');
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('a process', () => {
  it.each(['node', 'bash'] as const)('of %s ends with its parent, even if the parent is killed', async (name) => {
    const parent = startProcess(process.execPath, ['-e', startOf(programs()[name])]);
    const socket = await connected();
    parent.kill('SIGKILL');
    await closed(socket);
  });

  it('ends with the thread that started it', async () => {
    const thread = new Worker(startOf(programs().bash), { eval: true });
    const socket = await connected();
    await Promise.all([thread.terminate(), closed(socket)]);
  });

  it('ends its child processes when it ends', async () => {
    const [program, ...words] = programs().bash;
    const child = startProcess(program, words);
    const socket = await connected();
    child.kill('SIGTERM');
    await closed(socket);
  });

  it('receives signals', async () => {
    const child = startProcess('sh', ['-c', 'trap "echo caught; exit 3" TERM; echo ready; sleep 10000 & wait']);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await resultOf(child)).toMatchObject({ code: 3, out: 'ready\ncaught\n' });
  });
});
