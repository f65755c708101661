import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonReading, type JsonValue, readJson, writeJson } from '../../../src/contract/json.ts';
import { documentOf } from '../../support/document-of.ts';

function readText(text: string): JsonReading {
  return readJson(new TextEncoder().encode(text));
}

function problemOf(reading: JsonReading): string {
  return reading.kind === 'not-json' ? reading.problem : 'none: it is JSON';
}

function reasonOf(reading: JsonReading): string {
  return reading.kind === 'not-json' ? reading.reason : 'none: it is JSON';
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readJson', () => {
  it('reads what writeJson wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        expect(documentOf(writeJson(value as JsonValue)).value).toEqual(value);
      }),
    );
  });

  it('agrees with the engine on which texts are JSON', () => {
    const nearlyJson = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"',
          '"a"',
          '\\',
          '1',
          '-',
          '.',
          'e',
          '0',
          'true',
          'null',
          ' ',
          '\t',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string(), fc.json()), (text) => {
        expect(readText(text).kind).toBe(isJson(text) ? 'json' : 'not-json');
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every int64 exact', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (id) => {
        const document = documentOf(writeJson({ id }));
        expect(document.numberText(document.value as object, 'id')).toBe(String(id));
      }),
    );
  });

  it.each([
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '12.0',
    '1.2e1',
    '-0',
    '1e400',
    '1.00000000000000000001',
  ])('gives the text of the number %s as it was written, at the root and inside', (text) => {
    expect(documentOf(text).numberText(null, '')).toBe(text);
    const document = documentOf(`{"a":[0,${text}]}`);
    const inner = (document.value as { a: object }).a;
    expect(document.numberText(inner, '1')).toBe(text);
    expect(document.numberText(inner, '0')).toBe('0');
  });

  it('gives the text of every number of any document, however many and wherever they stand', () => {
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
    fc.assert(
      fc.property(tree, fc.boolean(), ({ text, numbers }, withDuplicates) => {
        // A key that occurs twice has the numbers read in another way.
        const document = documentOf(withDuplicates ? `{"d":1.0,"d":2.0,"whole":${text}}` : `{"whole":${text}}`);
        for (const [path, source] of numbers) {
          const places = ['whole', ...path];
          const holder = places
            .slice(0, -1)
            .reduce((each, key) => Reflect.get(each as object, key) as JsonValue, document.value);
          expect(document.numberText(holder as object, places.at(-1) ?? '')).toBe(source);
        }
      }),
    );
  });

  it('gives the texts of more numbers than are placed one by one', () => {
    const document = documentOf(`[${'1.50,'.repeat(5000)}1.0]`);
    expect(document.numberText(document.value as object, '4999')).toBe('1.50');
    expect(document.numberText(document.value as object, '5000')).toBe('1.0');
  });

  it('gives no text for what is no number', () => {
    const document = documentOf('{"a":"12","b":1.0}');
    expect(document.numberText(document.value as object, 'a')).toBeUndefined();
    expect(document.numberText(document.value as object, 'c')).toBeUndefined();
    expect(document.numberText(document.value as object, 'toString')).toBeUndefined();
    expect(document.numberText(null, '')).toBeUndefined();
  });

  it('gives the text of the last of two numbers with one key', () => {
    const document = documentOf('{"a":1.0,"b":{"c":1.0},"b":[7],"a":2.0}');
    expect(document.numberText(document.value as object, 'a')).toBe('2.0');
    expect(document.numberText((document.value as { b: object }).b, '0')).toBe('7');
    expect(document.duplicateKeys).toEqual(['/b', '/a']);
  });

  it('strips a byte-order mark and says so', () => {
    const reading = readJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31));
    expect(reading).toMatchObject({ kind: 'json', document: { value: 1, text: '1', byteOrderMark: true } });
    expect(documentOf('1').byteOrderMark).toBe(false);
  });

  it('strips one byte-order mark only', () => {
    expect(reasonOf(readText('\uFEFF\uFEFF1'))).toBe('syntax');
  });

  it.each([
    ['', 'the body is empty', 'empty'],
    ['NaN', '"N" at character 1, where a value should be', 'syntax'],
    ['{"a":1} x', '"x" at character 9, where the end of the text should be', 'syntax'],
    ['{"a":1,}', '"}" at character 8, where a property name in double quotes should be', 'syntax'],
    ['[1', 'ends at character 2, where a comma or "]" should follow', 'syntax'],
    ['[🐶]', '"🐶" at character 2, where a value should be', 'syntax'],
  ])('refuses %j and says where', (text, problem, reason) => {
    expect(problemOf(readText(text))).toBe(problem);
    expect(reasonOf(readText(text))).toBe(reason);
  });

  it.each([
    [[0x22, 0xc3, 0x28, 0x22], 3],
    [[0x22, 0xf0, 0x9f, 0x22], 4],
    [[0x22, 0xf0, 0x9f], 4],
    [[0xff], 1],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 3],
  ])('refuses the bytes %j as UTF-8 at byte %i', (bytes, position) => {
    const reading = readJson(Uint8Array.from(bytes));
    expect(problemOf(reading)).toBe(`invalid UTF-8 at byte ${position}`);
    expect(reasonOf(reading)).toBe('encoding');
  });

  it('reads 256 levels and refuses the next for a reason of its own', () => {
    expect(readText('['.repeat(256) + ']'.repeat(256)).kind).toBe('json');
    expect(reasonOf(readText('['.repeat(257) + ']'.repeat(257)))).toBe('too-deep');
    expect(reasonOf(readText('{"a":'.repeat(2_000_000)))).toBe('too-deep');
  });

  it('reads 2000 levels where it is told to, numbers with a source of their own included', () => {
    const [deep, deeper] = [1000, 1001].map((times) =>
      new TextEncoder().encode(`${'[{"a":'.repeat(times)}1.0${'}]'.repeat(times)}`),
    );
    expect(deep === undefined ? null : readJson(deep, 2000).kind).toBe('json');
    expect(deeper === undefined ? null : reasonOf(readJson(deeper, 2000))).toBe('too-deep');
  });

  it('takes the key __proto__ for a key like any other', () => {
    const { value } = documentOf('{"__proto__":{"id":1.0},"id":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'id']);
  });

  it('survives megabytes of anything', () => {
    const size = 2_000_000;
    const texts = [
      '"'.repeat(size),
      `"${'\\'.repeat(size)}"`,
      '1'.repeat(size),
      ' '.repeat(size),
      `{${'"":0,'.repeat(size / 5)}"a":1}`,
    ];
    expect(texts.map((text) => readText(text).kind)).toEqual(['not-json', 'json', 'json', 'not-json', 'json']);
  });
});
