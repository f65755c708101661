import { type HostileTarget, listen, whole } from './hostile-target.ts';

function sends(make: () => string | Uint8Array): HostileTarget['start'] {
  return () => {
    const answer = whole(make());
    return listen((socket) => socket.write(answer));
  };
}

/** Targets whose answers come whole, and hold what is meant to harm whoever reads them. */
export const contents: readonly HostileTarget[] = [
  {
    id: 'content/deep-arrays',
    does: 'Sends a hundred thousand nested arrays.',
    ending: 'answered',
    start: sends(() => '['.repeat(100_000) + ']'.repeat(100_000)),
  },
  {
    id: 'content/deep-objects',
    does: 'Sends fifty thousand nested objects that are never closed.',
    ending: 'answered',
    start: sends(() => '{"a":'.repeat(50_000)),
  },
  {
    id: 'content/prototype',
    does: 'Sends pets with members named after the prototype and its constructor.',
    ending: 'answered',
    start: sends(() => '[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":1}]'),
  },
  {
    id: 'content/long-number',
    does: 'Sends an id of a million digits.',
    ending: 'answered',
    start: sends(() => `[{"id":${'9'.repeat(1_000_000)},"name":"a","categoryId":1}]`),
  },
  {
    id: 'content/long-line',
    does: 'Sends a name of three million characters.',
    ending: 'answered',
    start: sends(() => `[{"id":1,"name":"${'x'.repeat(3_000_000)}","categoryId":1}]`),
  },
  {
    id: 'content/many-animals',
    does: 'Sends a page of twenty thousand pets.',
    ending: 'answered',
    start: sends(
      () => `[${Array.from({ length: 20_000 }, (_, id) => `{"id":${id},"name":"a","categoryId":1}`).join()}]`,
    ),
  },
  {
    id: 'content/many-duplicates',
    does: 'Sends an object with a hundred thousand members of the same name.',
    ending: 'answered',
    start: sends(() => `[{${Array.from({ length: 100_000 }, () => '"id":1').join()}}]`),
  },
  {
    id: 'content/broken-utf-8',
    does: 'Sends bytes that are not UTF-8.',
    ending: 'answered',
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
    ending: 'answered',
    start: sends(() => String.raw`[{"id":1,"name":"\ud800\u0000\u202e\u001b[2J::error::]]><script>","categoryId":1}]`),
  },
  {
    id: 'content/html',
    does: 'Sends a login page of another product with status 200.',
    ending: 'answered',
    start: sends(() => '<!doctype html><title>Log in</title><script>alert(1)</script>'),
  },
];
