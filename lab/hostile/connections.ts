import { type HostileTarget, listen, whole } from './hostile-target.ts';

const limited = (...headers: readonly string[]): Buffer =>
  Buffer.from(
    `HTTP/1.1 429 Too Many\r\nContent-Type: application/json\r\n${headers.map((each) => `${each}\r\n`).join('')}Content-Length: 2\r\n\r\n{}`,
  );

const unavailable = (...headers: readonly string[]): Buffer =>
  Buffer.from(
    limited(...headers)
      .toString()
      .replace('429 Too Many', '503 Unavailable'),
  );

/** Targets that misuse kept-alive connections. */
export const keptAlive: readonly HostileTarget[] = [
  {
    id: 'kept-alive/closed-silently',
    does: 'Responds once on each connection, then closes it without a Connection header.',
    ending: 'response',
    start: () => listen((socket) => void socket.write(whole('[]'), () => setTimeout(() => socket.end(), 10))),
  },
  {
    id: 'kept-alive/reset-on-second',
    does: 'Resets each connection at its second request.',
    ending: 'response',
    start: () =>
      listen((socket, { turn }) => (turn > 1 ? void socket.resetAndDestroy() : void socket.write(whole('[]')))),
  },
  {
    id: 'kept-alive/silent-on-second',
    does: 'Falls silent at the second request of a connection.',
    ending: 'response',
    endingOfSecond: 'response-timeout',
    start: () => listen((socket, { turn }) => (turn > 1 ? undefined : void socket.write(whole('[]')))),
  },
  {
    id: 'kept-alive/half-an-answer-on-second',
    does: 'Cuts the second response of a connection after one byte.',
    ending: 'response',
    endingOfSecond: 'cut-short',
    start: () => listen((socket, { turn }) => (turn > 1 ? void socket.end('H') : void socket.write(whole('[]')))),
  },
  {
    id: 'kept-alive/left-over-on-second',
    does: 'Sends bytes that do not start a response on the second request of a connection.',
    ending: 'response',
    start: () => listen((socket, { turn }) => socket.write(turn > 1 ? 'left over' : whole('[]'))),
  },
];

/** Targets that redirect or reject clients. */
export const turnedAway: readonly HostileTarget[] = [
  {
    id: 'redirect/to-itself',
    does: 'Redirects each request to itself.',
    ending: 'response',
    verdict: 'inconclusive',
    start: () =>
      listen((socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n')),
  },
  {
    id: 'redirect/elsewhere',
    does: 'Redirects each request to another origin, which would get the key.',
    ending: 'response',
    verdict: 'inconclusive',
    start: () =>
      listen((socket) =>
        socket.write('HTTP/1.1 307 Temporary\r\nLocation: http://127.0.0.2:1/steal\r\nContent-Length: 0\r\n\r\n'),
      ),
  },
  {
    id: 'limited/for-ever',
    does: 'Always responds with 429.',
    ending: 'rate-limited',
    mostPosts: 1000,
    start: () => listen((socket) => socket.write(limited('Retry-After: 1'))),
  },
  {
    id: 'limited/for-years',
    does: 'Responds with 429 and a Retry-After of thirty years.',
    ending: 'rate-limited',
    mostPosts: 1000,
    start: () => listen((socket) => socket.write(limited('Retry-After: 999999999'))),
  },
  {
    id: 'limited/until-a-date',
    does: 'Responds with 429 and a distant date, then an invalid value.',
    ending: 'rate-limited',
    mostPosts: 1000,
    start: () =>
      listen((socket, { all }) =>
        socket.write(limited(all === 1 ? 'Retry-After: Fri, 31 Dec 9999 23:59:59 GMT' : 'Retry-After: soon')),
      ),
  },
  {
    id: 'limited/at-first',
    does: 'Responds with 429 to every other request.',
    ending: 'response',
    mostPosts: 2,
    start: () => listen((socket, { all }) => socket.write(all % 2 === 1 ? limited('Retry-After: 0') : whole('[]'))),
  },
  {
    id: 'unavailable/for-a-moment',
    does: 'Responds with 503 and Retry-After to every other request.',
    ending: 'response',
    mostPosts: 2,
    start: () => listen((socket, { all }) => socket.write(all % 2 === 1 ? unavailable('Retry-After: 0') : whole('[]'))),
  },
];
