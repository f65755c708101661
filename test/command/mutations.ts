import * as fc from 'fast-check';
import { apiKeyVariable, settingNames } from '../../src/target/settings.ts';

/** Values that are meant to harm whoever reads them. */
const poison: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, -1, '', '\u0000\u001b[2J\u202e', '</script>', ']]>', '::error::x'),
  fc.constantFrom<unknown>([], {}, [[[[]]]], 'x'.repeat(10_000), '../../etc/passwd', 'constructor', '\ud800'),
  fc.jsonValue(),
);

/** Where something is changed: steps through a value, each by the place among its members. */
const path = fc.array(fc.nat(30), { maxLength: 6 });
const newName = fc.constantFrom<unknown>('__proto__', 'constructor', 'prototype', 'toString', 'x', '\u0000');

interface Change {
  readonly how: 'set' | 'remove' | 'add';
  readonly path: readonly number[];
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ how: fc.constant('set' as const), path, value: poison }),
  fc.record({ how: fc.constant('remove' as const), path, value: fc.constant(null) }),
  fc.record({ how: fc.constant('add' as const), path, value: newName }),
);

/** The JSON text of a value after a change. A member named `__proto__` is written as text, since no literal holds it. */
function changed(value: unknown, { how, path: steps, value: given }: Change): unknown {
  if (typeof value !== 'object' || value === null) return how === 'set' ? given : value;
  const members = Object.entries(value);
  const [step, ...rest] = steps;
  const place = step === undefined || members.length === 0 ? -1 : step % members.length;
  if (how === 'add' && (place < 0 || rest.length === 0)) {
    return Object.fromEntries([...members, [`add:${String(given)}`, { polluted: true }]]);
  }
  if (place < 0) return how === 'set' ? given : value;
  const next = members.flatMap(([name, member], index): (readonly [string, unknown])[] => {
    if (index !== place) return [[name, member]];
    if (rest.length > 0) return [[name, changed(member, { how, path: rest, value: given })]];
    return how === 'remove' ? [] : [[name, given]];
  });
  return Array.isArray(value) ? next.map(([, member]) => member) : Object.fromEntries(next);
}

/** The text of a JSON file: changed as a value, as a text, or neither. `longest` is about how long the text is. */
export function mutatedJson(value: unknown, longest: number): fc.Arbitrary<string> {
  return fc
    .record({
      changes: fc.array(change, { maxLength: 4 }),
      cut: fc.option(fc.nat(longest), { freq: 8 }),
      noise: fc.option(fc.record({ at: fc.nat(longest), text: fc.string({ maxLength: 5 }) }), { freq: 5 }),
    })
    .map(({ changes, cut, noise }) => {
      const mutated = changes.reduce<unknown>((before, each) => changed(before, each), value);
      const text = (JSON.stringify(mutated) ?? '').replaceAll('"add:', '"');
      const noisy = noise === null ? text : text.slice(0, noise.at) + noise.text + text.slice(noise.at);
      return cut === null ? noisy : noisy.slice(0, cut);
    });
}

const settingText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('-1', '1e9', '0x10', 'NaN', 'Infinity', ' 5 ', '٣', '9'.repeat(400), 'true', '__proto__', '\u0000'),
  fc.webUrl(),
  fc.constantFrom('http://[::1]/v1', 'http://a@b/v1', 'file:///v1', 'http://a/v1?x', 'HTTP://A/V1', 'http:///v1'),
);

const settings = [...Object.values(settingNames).map(({ variable }) => variable), apiKeyVariable];

/** Some variables of the environment, with values that nobody means. */
export const mutatedSettings: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.constantFrom(...settings, 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'),
  settingText,
  { maxKeys: 8 },
);
