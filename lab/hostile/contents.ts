import { type HostileTarget, listen, whole } from './hostile-target.ts';

function sends(make: () => string | Uint8Array): HostileTarget['start'] {
  return () => {
    const response = whole(make());
    return listen((socket) => socket.write(response));
  };
}

/** Targets that send complete responses with harmful content. */
export const contents: readonly HostileTarget[] = [
  {
    id: 'content/deep-arrays',
    does: 'Sends a hundred thousand nested arrays.',
    ending: 'response',
    start: sends(() => '['.repeat(100_000) + ']'.repeat(100_000)),
  },
  {
    id: 'content/deep-objects',
    does: 'Sends fifty thousand nested objects that are never closed.',
    ending: 'response',
    start: sends(() => '{"a":'.repeat(50_000)),
  },
  {
    id: 'content/prototype',
    does: 'Sends pets with members named after the prototype and its constructor.',
    ending: 'response',
    start: sends(() => '[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":1}]'),
  },
  {
    id: 'content/long-number',
    does: 'Sends an id of a million digits.',
    ending: 'response',
    start: sends(() => `[{"id":${'9'.repeat(1_000_000)},"name":"a","categoryId":1}]`),
  },
  {
    id: 'content/long-line',
    does: 'Sends a name of three million characters.',
    ending: 'response',
    start: sends(() => `[{"id":1,"name":"${'x'.repeat(3_000_000)}","categoryId":1}]`),
  },
  {
    id: 'content/many-animals',
    does: 'Sends a page of twenty thousand pets.',
    ending: 'response',
    start: sends(
      () => `[${Array.from({ length: 20_000 }, (_, id) => `{"id":${id},"name":"a","categoryId":1}`).join()}]`,
    ),
  },
  {
    id: 'content/many-duplicates',
    does: 'Sends an object with a hundred thousand members of the same name.',
    ending: 'response',
    start: sends(() => `[{${Array.from({ length: 100_000 }, () => '"id":1').join()}}]`),
  },
  {
    id: 'content/broken-utf-8',
    does: 'Sends bytes that are not UTF-8.',
    ending: 'response',
    start: sends(() =>
      Buffer.concat([
        Buffer.from('[{"id":1,"name":"'),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from('"}]'),
      ]),
    ),
  },
  {
    id: 'content/lone-surrogates',
    does: 'Sends names of lone surrogates, NUL, bidi overrides and terminal escapes.',
    ending: 'response',
    start: sends(() => String.raw`[{"id":1,"name":"\ud800\u0000\u202e\u001b[2J::error::]]><script>","categoryId":1}]`),
  },
  {
    id: 'content/html',
    does: 'Sends a login page of another product with status 200.',
    ending: 'response',
    start: sends(() => '<!doctype html><title>Log in</title><script>alert(1)</script>'),
  },
];
