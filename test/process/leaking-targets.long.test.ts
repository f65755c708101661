import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLeak } from '../../lab/hostile/find-key.ts';
import type { HostileTarget } from '../../lab/hostile/hostile-target.ts';
import { reflections } from '../../lab/hostile/reflections.ts';
import { run } from '../../src/api/index.ts';

const KEYS: readonly (readonly [kind: string, key: string])[] = [
  ['letters and digits after a prefix', 'sk_test_4f9Kq7Zr2mXw8bTn'],
  ['signs that look encoded', String.raw`c4n4ry/+="'<>&%20%2541&amp;\u0041$~1(x)#;==`],
  ['digits', '8812736451209347'],
  ['eight characters', 'Zq7-xK2m'],
];

/** A few requests of each kind: list, add and read, with the right key, a near miss and no key. */
const SOME = [
  'create/status/sold',
  'get/added',
  'list/array',
  'auth/before-body/malformed/random-key',
  'auth/before-body/empty-object/key-without-last-character',
  'observed/key/query',
];

/** The output and the files of a run against a target that expects a key. */
async function judge(target: HostileTarget, key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'leaking-'));
  const { baseUrl, close } = await target.start(key);
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  try {
    const options = {
      only: SOME,
      reports: folder,
      examples: 1,
      settleTimeout: 0,
      console: { log: print, error: print },
    };
    const { report } = await run({ baseUrl, apiKey: key, ...options });
    const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);
    return { report, leak: findLeak([['output', printed.join('\n')], ...files], key) };
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

describe.each(KEYS)('a key of the kind "%s"', (_, key) => {
  it.each(reflections.map((target) => [target.id, target] as const))(
    'does not leak through %s',
    async (_id, target) => {
      const { report, leak } = await judge(target, key);
      expect(leak).toBeNull();
      expect(report.suiteFaults).toEqual([]);
      expect(report.exchanges.length).toBeGreaterThan(3);
    },
  );
});
