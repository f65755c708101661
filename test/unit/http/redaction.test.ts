import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialsFor } from '../../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../../src/suite/records/run-redactor.ts';
import { createRedactor, PIECE, type Redactor } from '../../../src/http/redaction.ts';
import { anyCharacter } from '../../support/any-character.ts';

const plainKey = 'sk_test_4f9Kq7Zr2mXw8bTn';
const hardKey = 'p/q"r\\s&t<u>v+w=x\'y:z%41';
const half = (): number => 0.5;

function redactorOf(key: string): Redactor {
  return createRedactor(secretsOf(key, credentialsFor(key, half), [['X-Gateway', 'gateway secret value']]));
}

function hexOf(key: string, form: (hex: string) => string): string {
  return Array.from(Buffer.from(key), (byte) => form(byte.toString(16).padStart(2, '0'))).join('');
}

function htmlOf(key: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return key.replaceAll(/[&<>"']/g, (each) => names[each] ?? each);
}

const encodings: readonly (readonly [string, (key: string) => string])[] = [
  ['raw', (key) => key],
  ['percent-encoded as a component', (key) => encodeURIComponent(key)],
  ['percent-encoded throughout', (key) => hexOf(key, (hex) => `%${hex}`)],
  ['percent-encoded twice', (key) => encodeURIComponent(encodeURIComponent(key))],
  ['as a form field', (key) => new URLSearchParams({ key }).toString()],
  ['escaped for JSON', (key) => JSON.stringify(key)],
  ['escaped for JSON throughout', (key) => hexOf(key, (hex) => String.raw`\u00${hex.toUpperCase()}`)],
  [
    'escaped for JSON, but letters and digits',
    (key) => key.replaceAll(/[^a-z0-9]/gi, (each) => String.raw`\u00${each.charCodeAt(0).toString(16)}`),
  ],
  ['escaped for JSON twice', (key) => JSON.stringify(JSON.stringify(key))],
  ['escaped for HTML by name', htmlOf],
  ['escaped for HTML in decimals', (key) => Array.from(key, (each) => `&#${each.charCodeAt(0)};`).join('')],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in base64 after a user name', (key) => Buffer.from(`me:${key}`).toString('base64')],
  ['in base64url within a text', (key) => Buffer.from(`{"a":"${key}"}`).toString('base64url')],
  ['in hexadecimals', (key) => Buffer.from(key).toString('hex')],
  ['in a JSON Pointer', (key) => key.replaceAll('~', '~0').replaceAll('/', '~1')],
  ['in capitals', (key) => key.toUpperCase()],
  ['in lower case', (key) => key.toLowerCase()],
  ['in base64 in lower case', (key) => Buffer.from(key).toString('base64').toLowerCase()],
  ['in hexadecimals in capitals', (key) => Buffer.from(key).toString('hex').toUpperCase()],
  ['escaped for JavaScript', (key) => hexOf(key, (hex) => String.raw`\x${hex}`)],
  ['escaped for HTML without semicolons', (key) => Array.from(key, (each) => `&#${each.charCodeAt(0)}`).join('')],
];

describe.each([plainKey, hardKey])('the redactor, for the key %s', (key) => {
  const redactor = redactorOf(key);

  it.each(encodings)('finds it %s', (_how, encode) => {
    const text = `{"before":"1","value":"${encode(key)}","after":"2"}`;
    const redacted = redactor.redactText(text);
    expect(redacted).toContain('[key');
    expect(redactor.containsSecret(text)).toMatch(/^\[key/);
    expect(redactor.containsSecret(redacted)).toBeNull();
    expect(redacted).toMatch(/^\{"before":"1",/);
    expect(redacted).toMatch(/,"after":"2"\}$/);
  });

  it.each(encodings.slice(0, 11))('leaves no tail of a key with characters after it, %s', (_how, encode) => {
    const redacted = redactor.redactText(`<${encode(key + '7'.repeat(28))}>`);
    expect(redacted).toContain('[key with characters after it]');
    expect(redacted.replace('[key with characters after it]', '')).not.toMatch(/7/);
  });
});

describe('the redactor', () => {
  const redactor = redactorOf(plainKey);

  it('leaves alone what holds no secret', () => {
    const text = fc.string({ unit: anyCharacter });
    const address = text.map((part) => `https://h/${encodeURIComponent(part)}?q=${encodeURI(part)}`);
    fc.assert(
      fc.property(fc.oneof(text, fc.json(), address), (plain) => {
        expect(redactor.redactText(plain)).toBe(plain);
        expect(redactor.containsSecret(plain)).toBeNull();
      }),
    );
  });

  it('leaves the text around a secret as it was, escapes included', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (before, after) => {
        expect(redactor.redactText(`${before} ${plainKey} ${after}`)).toBe(`${before} [key] ${after}`);
      }),
    );
  });

  it('finds it in base64 at any place of any bytes, and leaves no bits of it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (before, after) => {
        const blob = Buffer.concat([before, Buffer.from(plainKey), after]).toString('base64');
        const [head = '', tail = ''] = redactor.redactText(blob).split(/\[key[^\]]*\]/);
        expect(Math.floor((head.length * 6) / 8)).toBeLessThanOrEqual(before.length);
        expect(Math.floor((tail.replaceAll('=', '').length * 6) / 8)).toBeLessThanOrEqual(after.length);
      }),
    );
  });

  it.each([
    [`${plainKey},${plainKey}${plainKey}`, '[key],[key][key]'],
    ['{"x":"gateway secret value"}', '{"x":"[header X-Gateway]"}'],
    ['a=gateway+secret+value', 'a=[header X-Gateway]'],
  ])('makes of %s %s', (text, redacted) => {
    expect(redactor.redactText(text)).toBe(redacted);
  });

  it('replaces a whole text if layers of escapes hide a secret in it', () => {
    const twice = hexOf(
      hexOf(plainKey, (hex) => `%${hex}`),
      (hex) => `%${hex}`,
    );
    expect(redactor.redactText(`before ${twice} after`)).toBe('[key]');
  });

  it('leaves alone each form that is not listed, and a part of a key', () => {
    const text = `${Array.from(plainKey).join(' ')} ${plainKey.slice(0, 12)} ${plainKey.slice(4)}`;
    expect(redactor.redactText(text)).toBe(text);
  });

  it.each([plainKey, hardKey])('replaces the beginning of %s at every place where a text was shortened', (key) => {
    const { redactText } = redactorOf(key);
    for (const [, encode] of encodings.slice(0, 13)) {
      const whole = encode(key);
      for (let length = 1; length < whole.length; length += 1) {
        const left = redactText(`the string "abc ${whole.slice(0, length)}…`);
        // What an undone escape gives counts, not the escape.
        expect(left).not.toContain(key.slice(0, 5));
        if (whole.startsWith(key)) expect(left.length).toBeLessThan(70);
      }
    }
    for (let length = 4; length < key.length; length += 1) {
      expect(redactText(`the string "${key.slice(0, length)}"… and more`)).toMatch(
        /^the string "\[key[^\]]*\]"… and more$/,
      );
    }
  });

  it('replaces the beginning of a key only where it can be meant, since it may be a word', () => {
    const part = createRedactor([{ value: 'petstore', label: '[key cut short]', isPart: true }]);
    expect(part.redactText('{"name":"petstore"}')).toBe('{"name":"petstore"}');
    expect(part.containsSecret('petstore')).toBeNull();
    expect(part.redactHeader('Authorization', 'Bearer petstore')).toBe('Bearer [key cut short]');
    expect(part.redactUrl('http://petstore/v1?key=petstore')).toBe('http://petstore/v1?key=[key cut short]');
  });

  it('replaces a short secret only where it can be meant', () => {
    const short = createRedactor([{ value: 'abc', label: '[key]' }]);
    expect(short.redactText('{"name":"abc"}')).toBe('{"name":"abc"}');
    expect(short.redactHeader('Authorization', 'Bearer abc')).toBe('Bearer [key]');
    expect(short.redactHeader('WWW-Authenticate', 'Bearer token="abc"')).toBe('Bearer token="[key]"');
    expect(short.redactHeader('Server', 'abc')).toBe('abc');
    expect(short.redactUrl('http://h/v1/abc?a=abcd&key=abc')).toBe('http://h/v1/abc?a=abcd&key=[key]');
  });
});

const secrets = ['sk_test_4f9Kq7Zr2mXw8bTn', 'p/q"r\\s&t<u>v+w=x\'y:z%41', 'abcdefgh', 'gateway\tsecret value'];

function throughout(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** One layer of escaping each. */
const layers: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  throughout,
  inJson,
  (text) => inJson(text).replaceAll('/', String.raw`\/`),
  (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  (text) => text,
];

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const anyLayers = fc.array(fc.constantFrom(...layers), { maxLength: 3 });

/** A text within a file of JSON, with others around it. */
function file(text: string, indent = 0): Uint8Array {
  const content = { 'ä"': ['\u20AC', { before: text }], after: 'a "quoted" \\ %41 &amp; text' };
  return Buffer.from(JSON.stringify(content, null, indent));
}

describe.each(secrets)('a search for %j', (value) => {
  const redactor = createRedactor([{ value, label: '[secret]' }]);

  it('finds it under three layers of escaping within a file of JSON', () => {
    fc.assert(
      fc.property(anyLayers, fc.string(), fc.string(), fc.boolean(), (escapes, before, after, indented) => {
        const text = escapes.reduce((inner, escape) => escape(inner), value);
        expect(redactor.findInFile(file(`${before}${text} ${after}`, indented ? 2 : 0))).toContain('[secret]');
      }),
      { examples: [[[inJson, inJson, inJson], '', '', false]] },
    );
  });

  it.each(['base64', 'base64url', 'hex'] as const)('finds it in %s', (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 }), (before) => {
        const blob = Buffer.concat([before, Buffer.from(value)]).toString(encoding);
        expect(redactor.findInFile(file(blob))).toContain('[secret]');
      }),
    );
  });

  it('finds nothing where only a part of it stands, or its characters are parted', () => {
    expect(redactor.findInFile(file(`${value.slice(0, -1)} ${value.slice(1)}`))).toEqual([]);
    expect(redactor.findInFile(file(Array.from(value).join('\n')))).toEqual([]);
  });
});

/** A search for one value, which gives whether it was found in a file. */
function searchFor(value: string): (content: Uint8Array) => boolean {
  const redactor = createRedactor([{ value, label: '[secret]' }]);
  return (content) => redactor.findInFile(content).length > 0;
}

describe('a search', () => {
  it.each(['"4x%11/<', '11u"&x;x', String.raw`00\auu10`, String.raw`/"'\"/'\x`])(
    'finds %s, which looks escaped itself, where another escape seems to start before it',
    (value) => {
      const found = searchFor(value);
      expect([found(file(`%${value}`)), found(file(`%${value.slice(1)}`))]).toEqual([true, false]);
    },
  );

  it.each(['gäteway sécret\u20AC', 'a\u{1F415}\u{1F415}\u{1F415}\u{1F415}\u{1F415}'])(
    'finds %s, which is not ASCII, as it is and in base64',
    (value) => {
      const texts = [value, Buffer.from(value).toString('base64'), 'gateway secret \u{1F415}'];
      expect(texts.map((text) => searchFor(value)(file(`\u20AC${text}`)))).toEqual([true, true, false]);
    },
  );

  it.each([0, 1, 100, 215, 216])(
    'finds a secret under three layers, of which a piece of the file ends after %i characters',
    (kept) => {
      const thrice = throughout(throughout(throughout('abcdefgh')));
      const found = searchFor('abcdefgh');
      const before = '-'.repeat(PIECE - kept);
      expect(found(Buffer.from(`${before}${thrice} after`))).toBe(true);
      expect(found(Buffer.from(`${before}${thrice.slice(1)} after`))).toBe(false);
    },
  );

  it('takes off three layers of escaping within JSON and no more', () => {
    const found = searchFor('abcdefgh');
    const thrice = throughout(throughout(throughout('abcdefgh')));
    expect([found(file(JSON.stringify(thrice))), found(Buffer.from(throughout(thrice)))]).toEqual([true, false]);
  });
});
