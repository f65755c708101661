import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonReading, type JsonValue, rawJson, readJson, writeJson } from '../../../src/contract/json.ts';
import { documentOf } from '../../support/document-of.ts';
import { isJson, nearlyJson } from '../../support/nearly-json.ts';

function read(text: string): JsonReading {
  return readJson(new TextEncoder().encode(text));
}

/** `json`, or why a text is none. */
function reasonOf(reading: JsonReading): string {
  return reading.kind === 'not-json' ? reading.reason : 'json';
}

/** A JSON text, and the place and source of every number in it. */
interface Written {
  readonly text: string;
  readonly numbers: readonly (readonly [path: readonly string[], source: string])[];
}

function enclose(items: readonly Written[], keys: readonly string[] | null): Written {
  const texts = items.map(({ text }, index) => (keys === null ? text : `${JSON.stringify(keys[index])}:${text}`));
  return {
    text: keys === null ? `[${texts.join(',')}]` : `{${texts.join(',')}}`,
    numbers: items.flatMap(({ numbers }, index) =>
      numbers.map(([path, source]) => [[keys?.[index] ?? String(index), ...path], source] as const),
    ),
  };
}

const number = fc.constantFrom('0', '7', '-0', '1.0', '1e400', '9007199254740993', '-1.5E-2', '123456789012345');
const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    number.map((text): Written => ({ text, numbers: [[[], text]] })),
    fc.array(tie('tree'), { maxLength: 4 }).map((items) => enclose(items, null)),
    fc
      .dictionary(fc.string(), tie('tree'), { maxKeys: 4 })
      .map((fields) => enclose(Object.values(fields), Object.keys(fields))),
  ),
}));

describe('the document of a JSON text', () => {
  it('has the value that writeJson wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        expect(documentOf(writeJson(value as JsonValue)).value).toEqual(value);
      }),
    );
  });

  it('gives the text of every number, however many and wherever they stand', () => {
    fc.assert(
      fc.property(tree, fc.boolean(), ({ text, numbers }, withDuplicates) => {
        // A key that occurs twice has the numbers read in another way.
        const document = documentOf(withDuplicates ? `{"d":1.0,"d":2.0,"whole":${text}}` : `{"whole":${text}}`);
        for (const [path, source] of numbers) {
          const places = ['whole', ...path];
          const holder = places
            .slice(0, -1)
            .reduce((value, key) => (value as Record<string, JsonValue>)[key] ?? null, document.value);
          expect(document.numberText(holder, places.at(-1) ?? '')).toBe(source);
        }
      }),
    );
  });

  it.each(['9007199254740993', '-9223372036854775808', '12.0', '1.2e1', '-0', '1e400', '1.00000000000000000001'])(
    'gives the text of the number %s',
    (text) => {
      const document = documentOf(`[${text}]`);
      expect(document.numberText(document.value, '0')).toBe(text);
    },
  );

  it('gives the texts of more numbers than are placed one by one', () => {
    const document = documentOf(`[${'1.50,'.repeat(5000)}1.0]`);
    expect(document.numberText(document.value, '4999')).toBe('1.50');
    expect(document.numberText(document.value, '5000')).toBe('1.0');
  });

  it('gives the text of the last of two numbers with one key', () => {
    const document = documentOf('{"a":1.0,"b":{"c":1.0},"b":[7],"a":2.0}');
    expect(document.numberText(document.value, 'a')).toBe('2.0');
    expect(document.numberText((document.value as { b: unknown }).b, '0')).toBe('7');
    expect(document.duplicateKeys).toEqual(['/b', '/a']);
  });

  it('gives no text of a number whose key occurs again', () => {
    const document = documentOf('{"a":1.0,"a":1}');
    expect(document.numberText(document.value, 'a')).toBe('1');
  });

  it.each([
    ['{"a":1,"a":2}', ['/a']],
    [String.raw`{"a":1,"\u0061":2}`, ['/a']],
    ['[0,{"b":[{"c/~":1,"c/~":2}]}]', ['/1/b/0/c~1~0']],
    ['{"a":{"x":1},"b":{"y":1,"y":1},"a":0}', ['/b/y', '/a']],
    [String.raw`{"a\"":1,"a\"":1}`, ['/a"']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"a":{"a":1},"b":{"a":1},"toString":1}', []],
    [String.raw`{"a\\":1,"a":1}`, []],
    [String.raw`{"a":"{\"a\":1,\"a\":1}"}`, []],
  ])('has of %s the duplicate keys %j', (text, pointers) => {
    expect(documentOf(text).duplicateKeys).toEqual(pointers);
  });

  it('lists a bounded number of duplicate keys, each bounded in length', () => {
    const twice = Array.from({ length: 100 }, (_, index) => `"${index}":0,"${index}":0`).join(',');
    expect(documentOf(`{${twice}}`).duplicateKeys).toHaveLength(20);
    const { duplicateKeys } = documentOf(`{"${'k'.repeat(5000)}":{${twice}}}`);
    expect(Math.max(...duplicateKeys.map((pointer) => pointer.length))).toBe(1001);
  });

  it('omits the byte-order mark of its text, and reports it', () => {
    expect(documentOf('\uFEFF1')).toMatchObject({ value: 1, text: '1', byteOrderMark: true });
    expect(documentOf('1').byteOrderMark).toBe(false);
  });

  it('has the key __proto__ as any other', () => {
    const { value } = documentOf('{"__proto__":{"id":1.0},"id":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'id']);
  });
});

describe('the reader of JSON', () => {
  it('agrees with the engine on which texts are JSON', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string(), fc.json()), (text) => {
        expect(read(text).kind).toBe(isJson(text) ? 'json' : 'not-json');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'empty', 'the body is empty'],
    ['NaN', 'syntax', '"N" at character 1, where a value should be'],
    ['{"a":1} x', 'syntax', '"x" at character 9, where the end of the text should be'],
    ['{"a":1,}', 'syntax', '"}" at character 8, where a property name in double quotes should be'],
    ['[1', 'syntax', 'ends at character 2, where a comma or "]" should follow'],
    ['[1 2]', 'syntax', '"2" at character 4, where a comma or "]" should be'],
    ['[1,]', 'syntax', '"]" at character 4, where a value should be'],
    ['{"a" 1}', 'syntax', '"1" at character 6, where a colon should be'],
    ['01', 'syntax', '"1" at character 2, where the end of the text should be'],
    ['-', 'syntax', 'ends at character 1, where a digit should follow'],
    ['1.e5', 'syntax', '"e" at character 3, where a digit should be'],
    ['1e+', 'syntax', 'ends at character 3, where a digit should follow'],
    ['"a\nb"', 'syntax', '"\\n" at character 3, where no control character in a string should be'],
    [String.raw`"\x"`, 'syntax', '"\\\\" at character 2, where a valid escape should be'],
    [String.raw`"\u12g4"`, 'syntax', '"\\\\" at character 2, where a valid escape should be'],
    [String.raw`"a\"`, 'syntax', 'ends at character 4, where a closing double quote should follow'],
    ['[🐶]', 'syntax', '"🐶" at character 2, where a value should be'],
    ['\uFEFF\uFEFF1', 'syntax', '"\uFEFF" at character 1, where a value should be'],
  ])('refuses %j and says where', (text, reason, problem) => {
    expect(read(text)).toMatchObject({ kind: 'not-json', reason, problem });
  });

  it.each([
    [[0x22, 0xc3, 0x28, 0x22], 2],
    [[0x22, 0xf0, 0x9f, 0x22], 2],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 2],
  ])('refuses the bytes %j as UTF-8 at byte %i', (bytes, position) => {
    const problem = `invalid UTF-8 at byte ${position}`;
    expect(readJson(Uint8Array.from(bytes))).toMatchObject({ kind: 'not-json', reason: 'encoding', problem });
  });

  it.each([
    [1_000, 'json'],
    [1_001, 'too-complex'],
    [4_000_000, 'too-complex'],
  ])('reads %i levels as %s', (levels, reason) => {
    const pairs = Math.floor(levels / 2);
    const [open, close] = levels % 2 === 0 ? ['', ''] : ['[', ']'];
    const text = `${open}${'[{"a":'.repeat(pairs)}1.0${'}]'.repeat(pairs)}${close}`;
    expect(reasonOf(read(text))).toBe(reason);
  });

  it.each([
    ['quotation marks', 'syntax', '"'.repeat(500_000)],
    ['objects', 'too-complex', `[${'{},'.repeat(100_000)}{}]`],
    ['brackets in a string', 'json', `"${'[{}'.repeat(200_000)}"`],
    ['backslashes', 'syntax', `"${'\\\\'.repeat(250_000)}`],
    ['digits', 'json', '1'.repeat(500_000)],
    ['one key', 'json', `{${'"":0,'.repeat(100_000)}"a":1}`],
  ])('survives any number of %s', (_what, reason, text) => {
    expect(reasonOf(read(text))).toBe(reason);
  });
});

describe('writeJson', () => {
  it.each([
    [{ a: [2n ** 63n, { b: -(2n ** 63n) }] }, '{"a":[9223372036854775808,{"b":-9223372036854775808}]}'],
    [{ a: rawJson('12.0'), b: [rawJson('NaN')] }, '{"a":12.0,"b":[NaN]}'],
    ['"\\\n\u0000é\uD800🐶', String.raw`"\"\\\n\u0000é\ud800🐶"`],
    [{ z: 1, a: -0, m: null, t: true }, '{"z":1,"a":-0,"m":null,"t":true}'],
  ])('writes %# exactly, in its order', (value, text) => {
    expect(writeJson(value)).toBe(text);
  });

  it.each([[Number.NaN], [undefined], [Array.from({ length: 1 })], [() => 1]])('refuses %o', (value) => {
    expect(() => writeJson(value as never)).toThrow(TypeError);
  });
});
