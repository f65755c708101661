import { drip, type HostileTarget, listen, pour, whole } from './hostile-target.ts';

/** A target that sends the same bytes for each request, and leaves the connection open. */
function says(text: string | Uint8Array): HostileTarget['start'] {
  return () => listen((socket) => socket.write(text));
}

function saysAndEnds(text: string | Uint8Array): HostileTarget['start'] {
  return () => listen((socket) => socket.end(text));
}

const repeated = (count: number): string =>
  Array.from({ length: count }, (_, index) => `X-${index}: ${'v'.repeat(40)}\r\n`).join('');

/** Targets whose responses break before their body starts. */
export const heads: readonly HostileTarget[] = [
  {
    id: 'head/garbage',
    does: 'Responds with bytes that are not HTTP.',
    ending: 'not-http',
    start: saysAndEnds(Buffer.from([0, 255, 1, 2, 13, 10, 13, 10, 200])),
  },
  {
    id: 'head/other-protocol',
    does: 'Speaks SMTP.',
    ending: 'not-http',
    start: () =>
      listen(
        () => undefined,
        (socket) => socket.write('220 mail.example ESMTP\r\n'),
      ),
  },
  {
    id: 'head/http-0.9',
    does: 'Responds with a bare body, as in HTTP/0.9.',
    ending: 'not-http',
    start: saysAndEnds('[]'),
  },
  {
    id: 'head/http-2',
    does: 'Responds with HTTP/2 frames that were not requested.',
    ending: 'not-http',
    start: saysAndEnds(Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100])),
  },
  {
    id: 'head/version',
    does: 'Responds with a version of HTTP that does not exist.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/7.3 200 OK\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/status-word',
    does: 'Has a word where the status code belongs.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 fine OK\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/status-four-digits',
    does: 'Has a status code of four digits.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/no-colon',
    does: 'Has a header field without a colon.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/nul-in-field',
    does: 'Has a NUL byte in the value of a header field.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/space-in-name',
    does: 'Has a space in the name of a header field.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nX A: b\r\nContent-Length: 2\r\n\r\n[]'),
  },
  {
    id: 'head/two-lengths',
    does: 'Gives two lengths that contradict each other.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]'),
  },
  {
    id: 'head/negative-length',
    does: 'Gives a length below zero.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n[]'),
  },
  {
    id: 'head/huge-length',
    does: 'Gives a length that no 64-bit number holds.',
    ending: 'not-http',
    start: saysAndEnds('HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n[]'),
  },
  {
    id: 'head/length-and-chunks',
    does: 'Gives a length and chunks at once, as in response smuggling.',
    ending: 'not-http',
    start: says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n'),
  },
  {
    id: 'head/field-of-100-kb',
    does: 'Sends one header field of 100,000 characters.',
    ending: 'head-too-large',
    start: says(whole('[]', `X-Long: ${'a'.repeat(100_000)}`)),
  },
  {
    id: 'head/ten-thousand-fields',
    does: 'Sends ten thousand header fields.',
    ending: 'head-too-large',
    start: says(`HTTP/1.1 200 OK\r\n${repeated(10_000)}Content-Length: 2\r\n\r\n[]`),
  },
  {
    id: 'head/endless',
    does: 'Never stops sending header fields, as fast as they are read.',
    ending: 'head-too-large',
    start: () => listen((socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', () => 'X-More: and more\r\n'.repeat(500))),
  },
  {
    id: 'head/drip',
    does: 'Sends its header fields one byte at a time.',
    ending: 'response-timeout',
    start: () =>
      listen((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'X-Drip: drop\r\n', 30);
      }),
  },
  {
    id: 'head/stops-half-way',
    does: 'Stops within the status line and keeps the connection open.',
    ending: 'response-timeout',
    start: says('HTTP/1.1 20'),
  },
  {
    id: 'head/cut-half-way',
    does: 'Closes the connection within the status line.',
    ending: 'cut-short',
    start: saysAndEnds('HTTP/1.1 20'),
  },
  {
    id: 'head/reset-half-way',
    does: 'Resets the connection within the header fields.',
    ending: 'cut-short',
    start: () =>
      listen((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => setTimeout(() => socket.resetAndDestroy(), 20));
      }),
  },
  {
    id: 'head/status-999',
    does: 'Responds with a status code of an unknown class.',
    ending: 'response',
    start: says('HTTP/1.1 999 What\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
  },
  {
    id: 'head/ansi-reason',
    does: 'Has terminal escapes, workflow commands and markup in header fields.',
    ending: 'response',
    start: says(whole('[]', 'X-Evil: \u009b31m::error::<script>alert(1)</script>')),
  },
];

/** Targets that send interim responses. */
export const interim: readonly HostileTarget[] = [
  {
    id: 'interim/continue-once',
    does: 'Sends an unrequested 100 Continue before its response, which is allowed.',
    ending: 'response',
    start: says(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), whole('[]')])),
  },
  {
    id: 'interim/hints',
    does: 'Sends three 103 Early Hints before its response, which is allowed.',
    ending: 'response',
    start: says(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)), whole('[]')])),
  },
  {
    id: 'interim/endless-continue',
    does: 'Sends 100 Continue without end, as fast as it is read.',
    ending: 'response-timeout',
    start: () => listen((socket) => pour(socket, '', () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(200))),
  },
  {
    id: 'interim/endless-processing',
    does: 'Sends 102 Processing without end, as fast as it is read.',
    ending: 'response-timeout',
    start: () => listen((socket) => pour(socket, '', () => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(200))),
  },
  {
    id: 'interim/slow-processing',
    does: 'Sends 102 Processing now and then and never a response.',
    ending: 'response-timeout',
    start: () =>
      listen((socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 100);
        socket.on('close', () => clearInterval(timer));
      }),
  },
  {
    id: 'interim/switch',
    does: 'Switches to another protocol, without a request for it.',
    ending: 'not-http',
    start: says('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  },
];
