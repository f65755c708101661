import { describe, expect, it } from 'vitest';
import { exchange } from '../../support/fake-records.ts';
import { answered, requirement, shown, SOME_CASE, violatedReport, violation } from '../../support/terminal-reports.ts';

describe('a violation', () => {
  it('names requirement, case, place, expected, actual, pointer, request, answer and command', () => {
    const text = shown(violatedReport());
    for (const part of [
      'LIST-LIMIT-MAX  part 4.1, required',
      'The statement of LIST-LIMIT-MAX.',
      'Case      a limit of 7',
      'Place     specs/some.spec.ts:1, judged at specs/some.spec.ts:7',
      'Expected  at most 7',
      'Actual    8 animals',
      'Pointer   /7',
      'Request   GET http://h/v1/pets?limit=7',
      'Answer    200',
      "\n    curl 'http://h/v1/pets?limit=7'\n",
      'npx petstore-conformance explain LIST-LIMIT-MAX',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('more check');
    expect(text).not.toContain('Unstable');
  });

  it('counts further checks, and shows the one that is about the requirement', () => {
    const checks = [
      violation('LIST-LIMIT-MAX', { case: 'other', actual: 'another' }),
      violation('LIST-LIMIT-MAX', { actual: 'its own' }),
    ];
    const text = shown(violatedReport({ checks, cases: [{ ...SOME_CASE, requirements: ['LIST-LIMIT-MAX'] }] }));
    expect(text).toContain('in report.json: exchange x1; and 1 more check\n');
    expect(text).toContain('Actual    its own');
    expect(text).not.toContain('another');
  });

  it('shows a steady violation rather than an unstable one, and says when none is', () => {
    const unstable = violation('LIST-LIMIT-MAX', { unstable: true, actual: 'once', repeatExchanges: ['again-1'] });
    const steady = violation('LIST-LIMIT-MAX', { unstable: false, actual: 'twice' });
    expect(shown(violatedReport({ checks: [unstable, steady] }))).toContain('Actual    twice');
    const alone = shown(violatedReport({ checks: [unstable] }));
    expect(alone).toContain('Unstable  a second try did not show it again (exchange again-1)');
  });

  it('rests on the last exchange, and says where there was no answer', () => {
    const checks = [violation('LIST-LIMIT-MAX', { exchanges: ['x1', 'x2'] })];
    const broken = { ...exchange('x2'), failure: { kind: 'cut-short', message: 'The body was cut short.' } as const };
    const text = shown(violatedReport({ checks, exchanges: [answered('x1'), broken] }));
    expect(text).toContain('Answer    The body was cut short.');
    expect(text).toContain('exchange x2 and 1 before it');
    expect(text).not.toContain('curl');
  });

  it('does without an exchange', () => {
    const text = shown(violatedReport({ checks: [violation('LIST-LIMIT-MAX', { exchanges: [] })] }));
    expect(text).toContain('Actual    8 animals');
    expect(text).not.toContain('Request');
  });
});

describe('the command', () => {
  it('stays in one line however long', () => {
    const curl = `curl 'http://h/v1/pets' ${"-H 'a: b' ".repeat(100)}`.trimEnd();
    expect(shown(violatedReport({ exchanges: [answered('x1', curl)] })).split('\n')).toContain(`    ${curl}`);
  });

  it('is inert, and does the same', () => {
    const text = shown(violatedReport({ exchanges: [answered('x1', "curl --data '\u202E'")] }));
    expect(text).toContain(String.raw`    curl --data ''$'\xe2\x80\xae'''`);
  });

  it('is left to report.json where it would fill the terminal', () => {
    const text = shown(violatedReport({ exchanges: [answered('x1', `curl ${'a'.repeat(3000)}`)] }));
    expect(text).toContain('a curl command of 3005 characters, in report.json');
    expect(text).not.toContain('aaaa');
  });
});

describe('further violations', () => {
  it('of the same check are counted', () => {
    const once = violatedReport({ checks: [violation('LIST-LIMIT-MAX', { furtherViolations: ['x4'] })] });
    const often = violatedReport({ checks: [violation('LIST-LIMIT-MAX', { furtherViolations: ['x4', 'x5'] })] });
    expect(shown(once)).toContain('1 further violation like it');
    expect(shown(often)).toContain('2 further violations like it');
    expect(shown(violatedReport({ checks: [violation('LIST-LIMIT-MAX')] }))).not.toContain('further');
  });
});

describe('many violations', () => {
  const requirements = Array.from({ length: 40 }, (_, index) => requirement(`RULE-${index + 1}`, 'violated'));

  it('are shown in full up to 15, and all are named', () => {
    const text = shown(violatedReport({ requirements, checks: requirements.map(({ id }) => violation(id)) }));
    expect(text).toContain('40 required requirements are violated');
    expect(text).toContain('The statement of RULE-15.');
    expect(text).not.toContain('The statement of RULE-16.');
    expect(text).toContain('and 25 more in report.json');
    for (const { id } of requirements) expect(text).toMatch(new RegExp(`\\b${id}\\b`));
  });

  it('are not counted as more where 15 are all', () => {
    const text = shown(violatedReport({ requirements: requirements.slice(0, 15) }));
    expect(text).toContain('Violated (15)');
    expect(text).not.toContain('more in report.json:');
  });
});

describe('a warning', () => {
  it('is brief and apart from the violations', () => {
    const requirements = [requirement('ANSWER-NO-BOM', 'violated', { level: 'recommended' })];
    const text = shown(violatedReport({ requirements, checks: [violation('ANSWER-NO-BOM', { actual: 'a mark' })] }));
    expect(text).toContain('Warnings (1)');
    expect(text).toContain('ANSWER-NO-BOM  part 4.1, recommended');
    expect(text).toContain('Actual    a mark');
    expect(text).not.toContain('Violated (');
    expect(text).not.toContain('curl');
  });

  it('is not there without a violated recommendation', () => {
    expect(shown(violatedReport())).not.toContain('Warnings');
  });
});
