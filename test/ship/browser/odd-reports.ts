import type { Report } from '../../../src/report/report.ts';
import { check, doubt } from '../../support/fake-records.ts';
import { fullReport } from '../../support/full-report.ts';
import { exchangeOf, requirement } from '../../support/terminal-reports.ts';

const KNOWN = { reason: 'The gateway caches.', owner: 'Pet team', expires: '2030-01-01' };

/** A report in which every outcome occurs, and a violation that did not show again. */
export function notVerifiedReport(): Report {
  const base = fullReport();
  return {
    ...base,
    verdict: {
      outcome: 'inconclusive',
      judged: 'service',
      profile: 'read-only',
      exitCode: 2,
      reasons: [doubt('Only a part of the suite was selected.')],
    },
    requirements: [
      requirement('GET-OK', 'verified'),
      requirement('CREATE-OK', 'deviating'),
      requirement('GET-SAME', 'violated', { level: 'recommended' }),
      requirement('LIST-OK', 'not-verified', {
        reason: 'No pet was there.',
        howToResolve: 'Set PETSTORE_CATEGORY_ID.',
      }),
      requirement('LIST-SAME', 'not-applicable', { reason: 'The catalogue is too large.' }),
      requirement('OPEN-LIST-ORDER', 'observed', { level: 'unspecified' }),
      requirement('SCOPE-EVENTS', 'not-testable', { reason: 'Nothing is said of it.' }),
    ],
    checks: [
      check('GET-OK', 'satisfied', { exchanges: ['x1'] }),
      check('CREATE-OK', 'deviating', { exchanges: ['x1'], actual: '500' }),
      check('GET-SAME', 'violated', {
        exchanges: ['x2'],
        unstable: true,
        repeatExchanges: ['x3'],
        pointer: '/0',
        actual: '8',
      }),
      check('LIST-OK', 'not-verified', { reason: 'No pet was there.', howToResolve: 'Set PETSTORE_CATEGORY_ID.' }),
      check('LIST-SAME', 'not-applicable', { reason: 'The catalogue is too large.' }),
      check('OPEN-LIST-ORDER', 'observed', { actual: 'by id' }),
      check('GET-OK', 'harness-error', { id: 'broken/case#GET-OK', reason: 'The case threw.' }),
    ],
    deviations: [
      { ...KNOWN, id: 'CREATE-OK', state: 'open', checks: ['some/case#CREATE-OK'] },
      { ...KNOWN, id: 'GET-OK', state: 'stale', checks: [] },
      { ...KNOWN, id: 'gone/case#GET-OK', state: 'expired', checks: [] },
    ],
    exchanges: [...base.exchanges, exchangeOf('x2'), exchangeOf('x3')],
  };
}

/** Texts that would act in a page that took them for markup. Each that runs says so in `ran`. */
export const ACTING_TEXTS: readonly string[] = [
  '<script>globalThis.ran = "script"</script>',
  '<img src="x" onerror="globalThis.ran = \'image\'">',
  '"><svg onload="globalThis.ran = \'drawing\'">',
  '</pre></details></section><style>main { display: none }</style>',
  '<meta http-equiv="refresh" content="0; url=https://elsewhere.example/">',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<form action="https://elsewhere.example/"><input autofocus onfocus="globalThis.ran = \'focus\'"></form>',
  '<link rel="stylesheet" href="https://elsewhere.example/style.css">',
  'javascript:globalThis.ran = "address"',
  "' onmouseover='globalThis.ran = 1' autofocus onfocus='globalThis.ran = 1",
  '<!-- ]]> --> <![CDATA[ &lt;script&gt;globalThis.ran = 1&lt;/script&gt;',
  '::error::globalThis.ran\u0000\u001B[2J\u202E\u2066\uD800\uFEFF\u2028',
];

/** What a service can say, and more. */
const SAID =
  'target title place statement reason expected actual pointer howToResolve question seen name ' +
  'url curl method text sha256 message';

/** A report in which all that a service can say, and more, is such a text, and one line is a megabyte long. */
export function hostileReport(): Report {
  const all = ACTING_TEXTS.join(' ');
  const report = notVerifiedReport();
  const failure = { kind: 'not-http', message: all } as const;
  const whole: Report = {
    ...report,
    run: { ...report.run, configuration: { [all]: all } },
    suiteFaults: [all],
    requirements: report.requirements.map((each) => ({ ...each, id: `${each.id} ${all}` })),
    checks: report.checks.map((each) => ({ ...each, requirement: `${each.requirement} ${all}` })),
    exchanges: report.exchanges.map((each) => ({ ...each, failure })),
  };
  const names = new Set(SAID.split(' '));
  return JSON.parse(JSON.stringify(whole), (name, value: unknown) => {
    if (name === 'headers') return [[all, all]];
    return names.has(name) ? `${all}${name === 'actual' ? 'A'.repeat(1_000_000) : ''}` : value;
  }) as Report;
}
