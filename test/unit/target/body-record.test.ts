import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { evidenceCharacters, recordBody } from '../../../src/target/body-record.ts';
import { credentialsFor, secretsOf } from '../../../src/target/credentials.ts';
import { createRedactor } from '../../../src/target/redaction.ts';

const key = 'sk_test_4f9Kq7Zr2mXw8bTn';
const redactor = createRedactor(
  secretsOf(
    key,
    credentialsFor(key, () => 0.5),
    [],
  ),
);
/** As many characters as are looked at for secrets. */
const looked = evidenceCharacters + 2 * redactor.longestOccurrence;

describe('a body as evidence', () => {
  it.each([
    ['one byte', 'a'],
    ['two bytes', 'é'],
    ['three bytes', '猫'],
    ['four bytes', '🐶'],
    ['one and three bytes', 'a猫'],
    ['one and four bytes', 'a🐶'],
  ])('holds the beginning of a long text of characters of %s', (_what, unit) => {
    for (const spare of [-1, 0, 1, 2, 3, 100_000]) {
      const text = unit.repeat(Math.ceil((looked + spare) / unit.length));
      const bytes = Buffer.from(text);
      expect(recordBody(bytes, redactor)).toEqual({
        text: text.slice(0, evidenceCharacters),
        encoding: 'utf8',
        length: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        capped: true,
      });
    }
  });

  it('holds a short one whole, its byte-order mark included', () => {
    const record = recordBody(Buffer.from('\uFEFF[]'), redactor);
    expect([record.text, record.capped]).toEqual(['\uFEFF[]', false]);
  });

  it('holds bytes that are not UTF-8 as base64, however late that shows', () => {
    const bytes = Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.of(0xff)]);
    const record = recordBody(bytes, redactor);
    expect([record.encoding, record.capped]).toEqual(['base64', true]);
    expect(Buffer.from(record.text, 'base64').toString()).toMatch(/^a+$/);
  });

  it('holds no part of a key that stands where the text is cut', () => {
    for (let at = evidenceCharacters - 40; at < evidenceCharacters + 10; at += 1) {
      const text = `${'x'.repeat(at)}${key}${'x'.repeat(100_000)}`;
      expect(recordBody(Buffer.from(text), redactor).text).not.toContain(key.slice(0, 8));
    }
  });
});
