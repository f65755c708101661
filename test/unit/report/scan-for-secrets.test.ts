import { describe, expect, it } from 'vitest';
import { requirements } from '../../../src/contract/requirements.ts';
import { encodeFormat, formatNames } from '../../../src/report/formats.ts';
import type { Report } from '../../../src/report/report.ts';
import { canScan } from '../../../src/report/scan-for-secrets.ts';
import { credentialsFor } from '../../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../../src/suite/run-redactor.ts';
import { createRedactor, type Redactor } from '../../../src/http/redaction.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { reportText } from '../../support/whole-texts.ts';

const KEY = 'psk_J8s-"qT,x/9Zw';
const TABLE = JSON.stringify(requirements);

function redactorFor(apiKey: string): Redactor {
  const credentials = credentialsFor(apiKey, () => 0.5);
  return createRedactor(secretsOf(apiKey, credentials, []));
}

const redactor = redactorFor(KEY);

function answered(text: string): Report {
  const exchange = fullExchange('x1');
  const body = { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
  const response = { status: 200, headers: [], body, complete: true };
  return { ...fullReport(), exchanges: [{ ...exchange, response }] };
}

const WITH_NAME = { ...fullReport(), facts: { [KEY]: 1 } } as unknown as Report;
const IN_TWO_TEXTS = { ...fullReport(), suiteFaults: [KEY.slice(0, 9), KEY.slice(9)] };

describe('a secret', () => {
  it.each<[string, Report, string | null]>([
    ['as it is', answered(`the key ${KEY} is wrong`), '[key]'],
    ['in JSON', answered(JSON.stringify({ message: KEY })), '[key]'],
    ['in a query', answered(`?key=${encodeURIComponent(KEY)}`), '[key]'],
    ['in base64', answered(Buffer.from(`${KEY}:`).toString('base64')), '[key]'],
    ['as the name of a property', WITH_NAME, '[key]'],
    ['without its last character', answered(KEY.slice(0, -1)), '[key without its last character]'],
    ['by its label', answered('[key]'), null],
    ['in no text', fullReport(), null],
    ['in two texts', IN_TWO_TEXTS, null],
  ])('that stands in a report %s is found there, and no other text', (_, report, found) => {
    expect(redactor.findInFile(Buffer.from(reportText(report)))).toBe(found);
    expect(redactor.containsSecret(reportText(report))).toBe(found);
  });

  it.each(formatNames)('is found in what is made from a report as %s', async (format) => {
    const leaking = { ...fullReport(), suiteFaults: [`broken by ${KEY}`], exchanges: answered(KEY).exchanges };
    const found = async (report: Report): Promise<readonly (string | null)[]> =>
      Array.from(await encodeFormat(report, format), (chunk) => redactor.findInFile(chunk));
    expect(await found(leaking)).toContain('[key]');
    expect((await found(fullReport())).filter((label) => label !== null)).toEqual([]);
  });

  it('is not looked for where it is shorter than 8 characters', () => {
    expect(redactorFor('short').containsSecret(reportText(answered('the key short is wrong')))).toBeNull();
  });
});

describe('a scan', () => {
  it.each([
    ['a key', KEY, true],
    ['a key of words', 'petstore-7f3a', true],
    ['a short key', 'short', true],
    ['a word of the requirement table', 'available', false],
    ['the name of a property', 'milliseconds', false],
    ['an outcome', 'not-applicable', false],
    ['the environment variable', 'PETSTORE_API_KEY', false],
    ['a media type', 'application/json', false],
  ])('for %s, %s, means something: %s', (_, apiKey, means) => {
    expect(canScan(redactorFor(apiKey), TABLE)).toBe(means);
  });

  it('means nothing where the static text holds the key', () => {
    expect(canScan(redactor, `${TABLE} http://${KEY}/v1`)).toBe(false);
  });
});
