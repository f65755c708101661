import { drip, head, type HostileTarget, listen, pour, whole } from './hostile-target.ts';

const CHUNKED = head('Transfer-Encoding: chunked');

function says(text: string | Uint8Array): HostileTarget['start'] {
  return () => listen((socket) => socket.write(text));
}

function saysAndEnds(text: string | Uint8Array): HostileTarget['start'] {
  return () => listen((socket) => socket.end(text));
}

function saysAndResets(text: string): HostileTarget['start'] {
  return () =>
    listen((socket) => {
      socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
}

/** Targets whose responses break in their body. */
export const bodies: readonly HostileTarget[] = [
  {
    id: 'body/cut-short',
    does: 'Closes the connection before the length it gave is reached.',
    ending: 'cut-short',
    start: saysAndEnds(`${head('Content-Length: 100')}[`),
  },
  {
    id: 'body/reset',
    does: 'Resets the connection before the length it gave is reached.',
    ending: 'cut-short',
    start: saysAndResets(`${head('Content-Length: 100')}[`),
  },
  {
    id: 'body/no-last-chunk',
    does: 'Closes the connection without a last chunk.',
    ending: 'cut-short',
    start: saysAndEnds(`${CHUNKED}2\r\n[]\r\n`),
  },
  {
    id: 'body/reset-within-chunk',
    does: 'Resets the connection within a chunk.',
    ending: 'cut-short',
    start: saysAndResets(`${CHUNKED}9\r\n[]`),
  },
  {
    id: 'body/reset-without-length',
    does: 'Resets a connection whose close would have been the end of the body.',
    ending: 'body-reset',
    start: saysAndResets(`${head('Connection: close')}[`),
  },
  {
    id: 'body/closed-without-length',
    does: 'Ends its body by closing the connection, as it may.',
    ending: 'response',
    start: saysAndEnds(`${head('Connection: close')}[]`),
  },
  {
    id: 'body/bad-chunk-size',
    does: 'Gives the size of a chunk in letters that are no digits.',
    ending: 'not-http',
    start: saysAndEnds(`${CHUNKED}zz\r\n[]\r\n0\r\n\r\n`),
  },
  {
    id: 'body/huge-chunk-size',
    does: 'Gives a chunk a size that no 64-bit number holds.',
    ending: 'not-http',
    start: saysAndEnds(`${CHUNKED}fffffffffffffffffff\r\n[]\r\n`),
  },
  {
    id: 'body/chunk-too-long',
    does: 'Sends more in a chunk than its size says.',
    ending: 'not-http',
    start: saysAndEnds(`${CHUNKED}2\r\n[]   \r\n0\r\n\r\n`),
  },
  {
    id: 'body/trailing-bytes',
    does: 'Sends bytes after the end of each body.',
    ending: 'response',
    start: says(Buffer.concat([whole('[]'), Buffer.from('left over')])),
  },
  {
    id: 'body/late-trailing-bytes',
    does: 'Sends bytes a moment after the end of each body.',
    ending: 'response',
    start: () =>
      listen((socket) => {
        socket.write(whole('[]'));
        setTimeout(() => socket.write('left over'), 20);
      }),
  },
  {
    id: 'body/two-answers',
    does: 'Sends two responses to each request.',
    ending: 'response',
    start: says(Buffer.concat([whole('[]'), whole('[{"id":666}]')])),
  },
  {
    id: 'body/silent-after-head',
    does: 'Sends the head of a response and then nothing.',
    ending: 'response-timeout',
    start: says(head('Content-Length: 2')),
  },
  {
    id: 'body/drip',
    does: 'Sends its body one byte at a time.',
    ending: 'response-timeout',
    start: () =>
      listen((socket) => {
        socket.write(head('Content-Length: 100000'));
        drip(socket, '[ ', 30);
      }),
  },
  {
    id: 'body/drip-in-chunks',
    does: 'Sends chunks of one byte without end.',
    ending: 'response-timeout',
    start: () =>
      listen((socket) => {
        socket.write(CHUNKED);
        const timer = setInterval(() => socket.write('1\r\n \r\n'), 30);
        socket.on('close', () => clearInterval(timer));
      }),
  },
  {
    id: 'body/endless',
    does: 'Never stops sending its body, as fast as it is read.',
    ending: 'too-large',
    start: () => listen((socket) => pour(socket, head('Connection: close'), () => Buffer.alloc(65_536, ' '))),
  },
  {
    id: 'body/endless-chunks',
    does: 'Never stops sending chunks, as fast as they are read.',
    ending: 'too-large',
    start: () => listen((socket) => pour(socket, CHUNKED, () => `8000\r\n${' '.repeat(32_768)}\r\n`)),
  },
  {
    id: 'body/announced-too-large',
    does: 'Announces a body of a terabyte.',
    ending: 'too-large',
    start: says(`${head('Content-Length: 1000000000000')}[`),
  },
  {
    id: 'body/endless-trailer',
    does: 'Never stops sending trailer fields after its last chunk.',
    ending: 'head-too-large',
    start: () => listen((socket) => pour(socket, `${CHUNKED}2\r\n[]\r\n0\r\n`, () => 'X-T: and more\r\n'.repeat(500))),
  },
  {
    id: 'body/with-204',
    does: 'Responds with 204 and a body, which 204 does not allow.',
    ending: 'response',
    start: saysAndEnds('HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]'),
  },
];
