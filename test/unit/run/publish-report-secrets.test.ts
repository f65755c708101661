import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatNames, renderFormat } from '../../../src/report/formats.ts';
import { validateReport } from '../../../src/report/read-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { publishReport } from '../../../src/run/publish-report.ts';
import { credentialsFor } from '../../../src/suite/keys/credentials.ts';
import { secretsOf } from '../../../src/suite/records/run-redactor.ts';
import { createRedactor, type Redactor } from '../../../src/http/redaction.ts';
import { configured, target } from '../../support/configuration-under-test.ts';
import { fakeConsole } from '../../support/fake-console.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { renderJson } from '../../../src/report/json/render-json.ts';

const KEY = 'psk_J8s-"qT,x/9Zw';

function redactorFor(apiKey: string): Redactor {
  const credentials = credentialsFor(apiKey, () => 0.5);
  return createRedactor(secretsOf(apiKey, credentials, []));
}

const redactor = redactorFor(KEY);

function reportShowing(text: string): Report {
  const exchange = fullExchange('x1');
  const body = { text, encoding: 'utf8', length: text.length, sha256: 'ab'.repeat(32), capped: false } as const;
  const response = { status: 200, headers: [], body, complete: true };
  return { ...fullReport(), exchanges: [{ ...exchange, response }] };
}

const WITH_NAME = { ...fullReport(), facts: { [KEY]: 1 } } as unknown as Report;
const IN_TWO_TEXTS = { ...fullReport(), suiteFaults: [KEY.slice(0, 9), KEY.slice(9)] };

describe('a secret', () => {
  it.each<[string, Report, string | null]>([
    ['as it is', reportShowing(`the key ${KEY} is wrong`), '[key]'],
    ['in JSON', reportShowing(JSON.stringify({ message: KEY })), '[key]'],
    ['in a query', reportShowing(`?key=${encodeURIComponent(KEY)}`), '[key]'],
    ['in base64', reportShowing(Buffer.from(`${KEY}:`).toString('base64')), '[key]'],
    ['as the name of a property', WITH_NAME, '[key]'],
    ['without its last character', reportShowing(KEY.slice(0, -1)), '[key without its last character]'],
    ['by its label', reportShowing('[key]'), null],
    ['in no text', fullReport(), null],
    ['in two texts', IN_TWO_TEXTS, null],
  ])('that stands in a report %s is found there, and no other text', (_, report, found) => {
    expect(redactor.findInFile(Buffer.from(renderJson(report).join('')))[0] ?? null).toBe(found);
    expect(redactor.containsSecret(renderJson(report).join(''))).toBe(found);
  });

  // The badge shows nothing that a service sent.
  it.each(formatNames.filter((name) => name !== 'badge'))(
    'is found in what is made from a report as %s',
    async (format) => {
      const leaking = { ...fullReport(), suiteFaults: [`broken by ${KEY}`], exchanges: reportShowing(KEY).exchanges };
      const found = async (report: Report): Promise<readonly string[]> =>
        redactor.findInFile(Buffer.from(await renderFormat(report, format)));
      expect(await found(leaking)).toContain('[key]');
      expect(await found(fullReport())).toEqual([]);
    },
  );

  it('is not looked for where it is shorter than 8 characters', () => {
    expect(
      redactorFor('short').containsSecret(renderJson(reportShowing('the key short is wrong')).join('')),
    ).toBeNull();
  });
});

async function publishWith(report: Report, apiKey: string) {
  const folder = mkdtempSync(join(tmpdir(), 'publish-report-'));
  try {
    const configuration = { ...configured({ environment: target }), apiKey, formats: formatNames, reports: folder };
    const console = fakeConsole(folder);
    const published = await publishReport(report, configuration, null, console);
    const files = readdirSync(folder).map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);
    return { ...published, console, files: new Map(files) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const KEYS = [
  KEY,
  'petstore-7f3a',
  'deadbeef01234567',
  'c2VjcmV0LWtleQ==',
  'a.*(b|c)[d]$^x',
  `it's "so"+<&>`,
  '8812736451',
  '~1/~0%41=3D',
];

describe.each(KEYS)('publishing a report that shows the key %s', (apiKey) => {
  it.each<[string, (shown: string) => Report]>([
    ['a body', reportShowing],
    ['a body in JSON', (shown) => reportShowing(JSON.stringify({ message: shown }))],
    ['a body in base64', (shown) => reportShowing(Buffer.from(`<${shown}>`).toString('base64'))],
    ['a fault', (shown) => ({ ...fullReport(), suiteFaults: [`broken by ${shown}`] })],
    ['a finding', (shown) => withCheck({ actual: `the name ${shown}` })],
    ['a pointer', (shown) => withCheck({ pointer: `/${shown}` })],
    ['the name of a header', (shown) => withHeaders([[shown, 'x']])],
    ['a header', (shown) => withHeaders([['X-Trace', `a ${shown}`]])],
  ])('withholds only %s', async (_, showing) => {
    const { isWritten, report, files, console } = await publishWith(showing(apiKey), apiKey);
    expect(isWritten).toBe(true);
    for (const [name, text] of files) expect(redactorFor(apiKey).findInFile(Buffer.from(text)), name).toEqual([]);
    expect(JSON.parse(files.get('report.json') ?? '')).toMatchObject({ verdict: fullReport().verdict });
    expect(validateReport(report)).toEqual([]);
    expect(console.complaints()).toContain('withholds texts');
    expect(console.complaints() + console.written()).not.toContain(apiKey);
    expect(report.checks.length).toBe(fullReport().checks.length);
  });
});

function withCheck(change: Partial<Report['checks'][number]>): Report {
  const report = fullReport();
  return { ...report, checks: report.checks.map((check, index) => (index === 0 ? { ...check, ...change } : check)) };
}

function withHeaders(headers: readonly (readonly [string, string])[]): Report {
  const report = reportShowing('{}');
  return {
    ...report,
    exchanges: report.exchanges.map((each) => ({ ...each, response: each.response && { ...each.response, headers } })),
  };
}

describe('publishing a report that holds the key', () => {
  it.each([
    ['the key', KEY],
    ['a key that is a word of the suite and two characters', 'petstore42'],
  ])('writes nothing if %s is the name of a property', async (_, apiKey) => {
    const report = { ...fullReport(), facts: { ...fullReport().facts, [apiKey]: 1 } } as unknown as Report;
    const { isWritten, files, console } = await publishWith(report, apiKey);
    expect([isWritten, files.size]).toEqual([false, 0]);
    expect(console.complaints() + console.written()).not.toContain(apiKey);
  });

  it.each([
    ['a short key', 'short', true],
    ['a word of the requirement table', 'available', true],
    ['the name of a property', 'milliseconds', true],
    ['an outcome', 'not-applicable', true],
    ['the environment variable', 'PETSTORE_API_KEY', true],
    ['a media type', 'application/json', true],
    ['a word of the page', 'DOCTYPE html', true],
    ['the id of a case of this report', 'some/case-1', true],
  ])('%s, %s, is possible: %j', async (_, apiKey, isWritten) => {
    const folder = mkdtempSync(join(tmpdir(), 'publish-report-'));
    try {
      const report = fullReport();
      const [first, ...others] = report.cases;
      const cases = first === undefined ? [] : [{ ...first, title: 'A title with some/case-1.' }, ...others];
      const leaking = { ...report, cases, suiteFaults: [`broken by ${apiKey}`] };
      const configuration = {
        ...configured({ environment: target }),
        apiKey,
        formats: formatNames,
        reports: folder,
      };
      const console = fakeConsole(folder);
      const published = await publishReport(leaking, configuration, null, console);
      expect(published.isWritten).toBe(isWritten);
      if (!isWritten) expect(console.complaints() + console.written()).not.toContain(apiKey);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
