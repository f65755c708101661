import { describe, expect, it } from 'vitest';
import { type NotableName, openNames, ordinaryNames } from '../../../src/generate/notable-names.ts';

/** Controls, and characters that do not show; a zero-width joiner is a part of many an emoji. */
const HIDDEN = /\p{Cc}|[\u00A0\u00AD\u200E\u2028]/u;

/** Whether part 4.2 leaves no reason to refuse a name. */
function isOrdinary(name: string): boolean {
  const points = Array.from(name).length;
  return points >= 1 && name.length <= 20 && name.trim() === name && name.isWellFormed() && !HIDDEN.test(name);
}

function idsOf(names: readonly NotableName[]): readonly string[] {
  return names.map(({ id }) => id);
}

describe('ordinaryNames', () => {
  it.each(ordinaryNames())('$id is ordinary', ({ name }) => {
    expect(isOrdinary(name)).toBe(true);
  });

  it('are all different, with different ids', () => {
    expect(new Set(ordinaryNames().map(({ name }) => name)).size).toBe(ordinaryNames().length);
    expect(new Set(idsOf(ordinaryNames())).size).toBe(ordinaryNames().length);
  });

  it('reach what services get wrong', () => {
    const text = ordinaryNames().map(({ name }) => name);
    for (const mark of ['"', '<', '&', "'", '\\', '/', '%41', '+', '\u200D', '\u0308', '\uFE0F', '\u2019', '{{']) {
      expect(text.filter((name) => name.includes(mark))).not.toEqual([]);
    }
    expect(text.filter((name) => name.length === 20)).not.toEqual([]);
    expect(text.filter((name) => name.length > Array.from(name).length)).not.toEqual([]);
    expect(text.filter((name) => name !== name.normalize('NFC'))).not.toEqual([]);
    expect(text).toEqual(expect.arrayContaining(['12', 'null', 'true']));
  });
});

describe('openNames', () => {
  it.each(openNames())('$id is not ordinary', ({ name }) => {
    expect(isOrdinary(name)).toBe(false);
  });

  it('have the lengths that they say', () => {
    for (const length of [21, 255, 256, 4100]) {
      expect(openNames().find(({ id }) => id === `length-${length}`)?.name.length).toBe(length);
    }
  });

  it('are all different, with different ids', () => {
    expect(new Set(openNames().map(({ name }) => name)).size).toBe(openNames().length);
    expect(new Set(idsOf(openNames())).size).toBe(openNames().length);
  });
});
