import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readRunSettings } from '../../src/cli/run-settings.ts';
import { planAgain } from '../../src/gate/try-again.ts';
import { caseThread } from '../../src/runner/case-thread.ts';
import { fakeConsole } from '../cli/fake-console.ts';
import { fullReport } from '../report/full-report.ts';
import { configured, resolve, target } from '../target/configuration-under-test.ts';

const REPORTS = 2_000;
const CONFIGURATIONS = 1_000;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-mutated-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values that are meant to harm whoever reads them. */
const poison: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, -1, '', '\u0000\u001b[2J\u202e', '</script>', ']]>', '::error::x'),
  fc.constantFrom<unknown>([], {}, [[[[]]]], 'x'.repeat(10_000), '../../etc/passwd', 'constructor', '\ud800'),
  fc.jsonValue(),
);

/** Where something is changed: steps through a value, each by the place among its members. */
const path = fc.array(fc.nat(30), { maxLength: 6 });
const change = fc.oneof(
  fc.record({ how: fc.constant('set' as const), path, value: poison }),
  fc.record({ how: fc.constant('remove' as const), path, value: fc.constant(null) }),
  fc.record({
    how: fc.constant('add' as const),
    path,
    value: fc.constantFrom<unknown>('__proto__', 'constructor', 'prototype', 'toString', 'x', '\u0000'),
  }),
);

interface Change {
  readonly how: 'set' | 'remove' | 'add';
  readonly path: readonly number[];
  readonly value: unknown;
}

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

/** A report file: changed as a value, as a text, or neither. */
const reportText: fc.Arbitrary<string> = fc
  .record({
    changes: fc.array(change, { maxLength: 4 }),
    cut: fc.option(fc.nat(20_000), { freq: 8 }),
    noise: fc.option(fc.record({ at: fc.nat(20_000), text: fc.string({ maxLength: 5 }) }), { freq: 5 }),
  })
  .map(({ changes, cut, noise }) => {
    const value = changes.reduce<unknown>((report, each) => changed(report, each), fullReport());
    const text = (JSON.stringify(value) ?? '').replaceAll('"add:', '"');
    const noisy = noise === null ? text : text.slice(0, noise.at) + noise.text + text.slice(noise.at);
    return cut === null ? noisy : noisy.slice(0, cut);
  });

/** What `run --again` makes of a report before anything is sent: a plan, or sentences that are inert. */
function triedAgain(file: string): 'planned' | 'refused' {
  const settings = readRunSettings({ again: file }, fakeConsole(folder, target));
  if (settings.kind === 'bad') {
    expect(settings.problems.join('')).toMatch(/^[^\p{Cc}\p{Cf}]+$/u);
    return 'refused';
  }
  const report = settings.earlier?.report;
  const cases = [{ caseId: 'some/case', title: '', place: '', requirements: [], creates: 0 }];
  const plan = report === undefined ? null : planAgain(report, cases);
  expect(settings.configuration.baseUrl).toBe(target.PETSTORE_BASE_URL);
  expect([...(plan?.cases ?? [])].every((caseId) => caseId === 'some/case')).toBe(true);
  return 'planned';
}

describe('mutated report files', () => {
  it(
    `${REPORTS} of them, given to render and run --again, end in exit 3 or in whole files`,
    { timeout: 300_000 },
    async () => {
      const thread = caseThread();
      const codes = new Map<number, number>();
      const tried = new Set<string>();
      await fc.assert(
        fc.asyncProperty(reportText, async (text) => {
          const file = join(folder, 'report.json');
          writeFileSync(file, text);
          const console = fakeConsole(folder);
          const code = await main(['render', file, '--out', join(folder, 'out')], console, thread);
          codes.set(code, (codes.get(code) ?? 0) + 1);
          expect([0, 3]).toContain(code);
          tried.add(triedAgain(file));
          expect(console.complaints()).not.toMatch(/\bat .*\.ts:\d+|a fault of the suite/);
          expect(readdirSync(join(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
          expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
        }),
        { numRuns: REPORTS, seed: 6 },
      );
      // Both ways were taken.
      expect(codes.get(0) ?? 0).toBeGreaterThan(10);
      expect(codes.get(3) ?? 0).toBeGreaterThan(100);
      expect([...tried].sort()).toEqual(['planned', 'refused']);
    },
  );
});

const settingText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('-1', '1e9', '0x10', 'NaN', 'Infinity', ' 5 ', '٣', '9'.repeat(400), 'true', '__proto__', '\u0000'),
  fc.webUrl(),
  fc.constantFrom(
    'http://[::1]/v1',
    'http://a@b/v1',
    'file:///v1',
    'http://a/v1?x',
    'HTTP://A/V1',
    '//v1',
    'http:///v1',
  ),
);
const names = [
  'BASE_URL API_KEY API_KEY_FILE REPORTS_DIR FORMATS CATEGORY_ID PROFILE MAX_CREATES CONCURRENCY SEED EXAMPLES',
  'EXAMPLE_PATH AS_OF HEADERS MAPPED_BASE_PATH WAIT REQUEST_TIMEOUT SETTLE DEADLINE CA INSECURE MAX_RPS MAX_REQUESTS',
  'MAX_HEAD MAX_BODY MAX_UNPACKED MAX_DEPTH PROXY_FROM_ENVIRONMENT',
].flatMap((line) => line.split(' ').map((name) => `PETSTORE_${name}`));

describe('mutated settings', () => {
  it(`${CONFIGURATIONS} of them end in a configuration or in sentences that hold no secret`, () => {
    const settings = fc.dictionary(fc.constantFrom(...names, 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'), settingText, {
      maxKeys: 8,
    });
    fc.assert(
      fc.property(settings, fc.boolean(), (changes, complete) => {
        const environment = { ...(complete ? target : {}), ...changes };
        const resolution = resolve({ environment });
        if (resolution.kind === 'bad') {
          expect(resolution.problems.length).toBeGreaterThan(0);
          const key = changes['PETSTORE_API_KEY'] ?? '';
          if (key.length > 20) expect(resolution.problems.join('\n')).not.toContain(key);
        } else {
          expect(structuredClone(resolution.configuration)).toEqual(resolution.configuration);
        }
        expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
      }),
      { numRuns: CONFIGURATIONS, seed: 6 },
    );
    expect(configured({ environment: target }).concurrency).toBe(20);
  });
});
