import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLeak } from '../../lab/hostile/find-key.ts';
import type { HostileTarget } from '../../lab/hostile/hostile-target.ts';
import { KEY_KINDS } from '../../lab/hostile/key-kinds.ts';
import { reflections, writtenKeys } from '../../lab/hostile/reflections.ts';
import { run } from '../../src/api/index.ts';

/** A few requests of each kind: list, add and read, with the right key, a near miss and no key. */
const SOME = [
  'create/status/sold',
  'get/added',
  'list/array',
  'auth/before-body/malformed/none',
  'auth/before-body/malformed/key-without-last-character',
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

describe.each(KEY_KINDS)('a key of the kind "%s"', (_, key) => {
  it.each([...reflections, ...writtenKeys].map((target) => [target.id, target] as const))(
    'does not leak through %s',
    async (_id, target) => {
      const { report, leak } = await judge(target, key);
      expect(leak).toBeNull();
      expect(report.suiteFaults).toEqual([]);
      expect(report.exchanges.length).toBeGreaterThan(3);
    },
  );
});
