import { describe, expect, it } from 'vitest';
import {
  ORDINARY_NAME_GROUPS,
  RISKY_NAME_GROUPS,
  UNUSUAL_NAME_GROUPS,
} from '../../../../src/suite/bodies/chosen-values.ts';
import { drawOrdinaryName, drawRealisticName, isOrdinaryName } from '../../../../src/suite/bodies/generated-names.ts';
import { type Random, randomNumbers } from '../../../../src/suite/random-numbers.ts';

/** Draws five hundred values. */
function sample<T>(draw: (random: Random) => T): readonly T[] {
  const random = randomNumbers(7);
  return Array.from({ length: 500 }, () => draw(random));
}

describe('isOrdinaryName', () => {
  it.each(['Q', 'Bartholomew the Wise', '小猫咪', '𠮷野𩸽', '🐶', '🐶'.repeat(20), 'Zoe\u0308'])(
    'accepts %j',
    (name) => {
      expect(isOrdinaryName(name)).toBe(true);
    },
  );

  it('accepts every ordinary name that is written down, but for joined emoji', () => {
    const other = ORDINARY_NAME_GROUPS.flat().filter(({ name }) => !isOrdinaryName(name));
    expect(other.map(({ id }) => id)).toEqual(['emoji-joined', 'emoji-with-signs']);
  });

  it('rejects every name that may be rejected', () => {
    expect(
      [...UNUSUAL_NAME_GROUPS.flat(), ...RISKY_NAME_GROUPS.flat()].filter(({ name }) => isOrdinaryName(name)),
    ).toEqual([]);
  });

  it.each(['a\u00A0b', 'a\u202Eb', 'a\u200Bb', '\u0301a', '!!', '\uDC00', `a${'🐶'.repeat(20)}`])(
    'rejects %j',
    (name) => {
      expect(isOrdinaryName(name)).toBe(false);
    },
  );
});

describe('the names that are drawn', () => {
  const drawn = sample(drawOrdinaryName);

  it('are ordinary, each of them', () => {
    expect(drawn.filter((name) => !isOrdinaryName(name))).toEqual([]);
  });

  it('are short and long, real and of many scripts', () => {
    const some = (pattern: RegExp): number => drawn.filter((name) => pattern.test(name)).length;
    expect(new Set(drawn.map((name) => Array.from(name).length)).size).toBe(20);
    expect(some(/^[A-Z][a-z]+$/)).toBeGreaterThan(25);
    for (const script of [/\p{sc=Han}/u, /\p{sc=Arabic}/u, /\p{M}/u, /[\u{10000}-\u{10FFFF}]/u, /["'<&\\]/, / /]) {
      expect(some(script)).toBeGreaterThan(10);
    }
  });

  it('are the same for the same numbers', () => {
    expect(sample(drawOrdinaryName)).toEqual(drawn);
  });

  it('hold no sign where they are to be plain', () => {
    expect(sample(drawRealisticName).filter((name) => !/^[A-Za-z0-9 ]{1,20}$/.test(name))).toEqual([]);
  });
});
