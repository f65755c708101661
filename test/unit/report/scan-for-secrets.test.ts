import { describe, expect, it } from 'vitest';
import { requirements } from '../../../src/contract/requirements.ts';
import type { Report } from '../../../src/report/report.ts';
import { encodePieces } from '../../../src/report/encode-pieces.ts';
import { encodeFormat, formatNames } from '../../../src/report/formats.ts';
import { canScan } from '../../../src/report/scan-for-secrets.ts';
import { reportPieces } from '../../../src/report/write-report.ts';
import { credentialsFor, secretsOf } from '../../../src/target/credentials.ts';
import { createRedactor, type Redactor } from '../../../src/target/redaction.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { reportText } from '../../support/whole-texts.ts';

const key = 'psk_J8s-"qT,x/9Zw';
const table = JSON.stringify(requirements);

function redactorFor(apiKey: string): Redactor {
  return createRedactor(
    secretsOf(
      apiKey,
      credentialsFor(apiKey, () => 0.5),
      [],
    ),
  );
}

const redactor = redactorFor(key);

function answered(text: string): Report {
  const exchange = fullExchange('x1');
  const { response } = exchange;
  if (response === null) throw new Error('The example has no answer.');
  return { ...fullReport(), exchanges: [{ ...exchange, response: { ...response, body: { ...response.body, text } } }] };
}

const leaks: readonly (readonly [string, string])[] = [
  ['as it is', `the key ${key} is wrong`],
  ['in JSON', JSON.stringify({ message: key })],
  ['in a query', `?key=${encodeURIComponent(key)}`],
  ['in base64', Buffer.from(`${key}:`).toString('base64')],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
];

function found(report: Report, by: Redactor = redactor): string | null {
  return by.findInFile(encodePieces(reportPieces(report)));
}

describe('a secret in a finished report', () => {
  it.each(leaks)('is found %s', (_, text) => {
    expect(found(answered(text))).toBe('[key]');
    expect(redactor.containsSecret(reportText(answered(text)))).toBe('[key]');
  });

  it('is found where it is the name of a property', () => {
    expect(found({ ...fullReport(), facts: { [key]: 1 } } as unknown as Report)).toBe('[key]');
  });

  it('is found where the key lacks its last character', () => {
    expect(found(answered(key.slice(0, -1)))).toBe('[key without its last character]');
  });

  it.each([['[key]'], ['psk_'], ['another text']])('is not seen in %s', (text) => {
    expect(found(answered(text))).toBeNull();
    expect(redactor.containsSecret(reportText(answered(text)))).toBeNull();
  });

  it.each(formatNames)('is found in what is made from it as %s', async (format) => {
    const leaking = { ...fullReport(), suiteFaults: [`broken by ${key}`], exchanges: answered(key).exchanges };
    expect(redactor.findInFile(await encodeFormat(leaking, format))).toBe('[key]');
    expect(redactor.findInFile(await encodeFormat(fullReport(), format))).toBeNull();
  });

  it('is not put together from two texts', () => {
    expect(found({ ...fullReport(), suiteFaults: [key.slice(0, 9), key.slice(9)] })).toBeNull();
  });

  it('is not looked for where it is shorter than 8 characters', () => {
    expect(found(answered('the key short is wrong'), redactorFor('short'))).toBeNull();
  });
});

describe('a scan', () => {
  it.each([[key], ['0123456789abcdef'], ['petstore-7f3a'], ['short']])('means something for the key %s', (apiKey) => {
    expect(canScan(redactorFor(apiKey), table)).toBe(true);
  });

  it.each([
    ['a word of the requirement table', 'available'],
    ['the name of a property', 'milliseconds'],
    ['an outcome', 'not-applicable'],
    ['the environment variable', 'PETSTORE_API_KEY'],
    ['a word of a label', 'character'],
    ['a media type', 'application/json'],
    ['a scheme', 'Authorization: Bearer'],
  ])('means nothing where the key is %s', (_, apiKey) => {
    expect(canScan(redactorFor(apiKey), table)).toBe(false);
  });

  it('means nothing where the static text holds the key', () => {
    expect(canScan(redactor, `${table} http://${key}/v1`)).toBe(false);
  });

  it('finds no secret in what the suite itself writes', () => {
    expect(found(fullReport())).toBeNull();
  });
});
