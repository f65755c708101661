import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packInto } from './installation.ts';

const root = mkdtempSync(join(tmpdir(), 'petstore-conformance-reproducible-'));

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the package', () => {
  it('is the same, byte for byte, when it is built again', async () => {
    const [first, again] = [await packInto(join(root, 'first')), await packInto(join(root, 'again'))];
    expect(again.integrity).toBe(first.integrity);
    const [one, other] = ['first', 'again'].map((name) => readFileSync(join(root, name, first.filename)));
    expect(other?.equals(one ?? Buffer.alloc(0))).toBe(true);
  });
});
