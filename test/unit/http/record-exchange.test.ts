import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../src/http/bounds.ts';
import { recordBody } from '../../../src/http/record-exchange.ts';
import type { BodyRecord } from '../../../src/http/exchange.ts';
import { secretsOf } from '../../../src/suite/records/run-redactor.ts';
import { createRedactor } from '../../../src/http/redaction.ts';
import { testCredentials, testKey } from '../../support/client-under-test.ts';

const redactor = createRedactor(secretsOf(testKey, testCredentials, []));
/** As many characters as are searched at for secrets. */
const searched = BOUNDS.bodyCharacters + 2 * redactor.longestOccurrence;

function shown({ text, encoding }: BodyRecord): string {
  return encoding === 'utf8' ? text : Buffer.from(text, 'base64').toString('latin1');
}

describe('a body as evidence', () => {
  it.each(['a', '猫', 'a🐶'])('holds the beginning of a long text of %s', (unit) => {
    for (const spare of [-1, 0, 1, 2, 3, 100_000]) {
      const text = unit.repeat(Math.ceil((searched + spare) / unit.length));
      const bytes = Buffer.from(text);
      expect(recordBody(bytes, redactor)).toEqual({
        text: text.slice(0, BOUNDS.bodyCharacters),
        encoding: 'utf8',
        length: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        capped: true,
      });
    }
  });

  it.each([
    ['text', Buffer.from('\uFEFF[]'), 'utf8', '\uFEFF[]'],
    ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0x7d), 'base64', 'e/99'],
    [
      'a key in such bytes',
      Buffer.from(`ÿ${testKey}`, 'latin1'),
      'base64',
      Buffer.from('ÿ[key]', 'latin1').toString('base64'),
    ],
  ])('holds short %s whole', (_what, bytes, encoding, text) => {
    expect(recordBody(bytes, redactor)).toMatchObject({ text, encoding, length: bytes.length, capped: false });
  });

  it('holds bytes that are not UTF-8 as base64, however late that shows', () => {
    const bytes = Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.of(0xff)]);
    const record = recordBody(bytes, redactor);
    expect([record.encoding, record.capped]).toEqual(['base64', true]);
    expect(Buffer.from(record.text, 'base64').toString()).toMatch(/^a+$/);
  });

  it('holds no part of a key that stands where the text is cut, or that occurs many times', () => {
    const texts = Array.from({ length: 50 }, (_, before) => {
      return `${'x'.repeat(BOUNDS.bodyCharacters - 40 + before)}${testKey}${'x'.repeat(30_000)}`;
    });
    for (const text of [...texts, `.${testKey}`.repeat(4_000)])
      expect(recordBody(Buffer.from(text), redactor).text).not.toContain(testKey.slice(0, 3));
  });

  it.each([
    ['text', 'utf8'],
    ['bytes that are not UTF-8 \u00FF', 'latin1'],
  ] as const)('ends with no part of a key if the connection broke within it: %s', (before, encoding) => {
    for (let length = 4; length < testKey.length; length += 1) {
      const bytes = Buffer.from(`${before}${testKey.slice(0, length)}`, encoding);
      expect(shown(recordBody(bytes, redactor, true))).toMatch(new RegExp(`^${before}\\[key[^\\]]*\\]$`));
      expect(recordBody(Buffer.from(`${before}${testKey.slice(0, 4)}.`, encoding), redactor, true).text).not.toContain(
        '[',
      );
    }
    expect(shown(recordBody(Buffer.from(before + testKey.slice(0, 4), encoding), redactor))).toBe(
      before + testKey.slice(0, 4),
    );
  });
});
