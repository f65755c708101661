import { outdatedDeviations } from '../deviations.ts';
import type { Report, RunEnd } from '../report.ts';
import { safeText } from '../terminal-text.ts';
import { passed, type TestCase } from './test-case.ts';

/** Name of the suite that tells of the run itself. */
export const RUN_SUITE = 'The run';

const CLASS = 'run';

const ENDS: Readonly<Record<RunEnd, string>> = {
  complete: 'The run came to its end.',
  interrupted: 'The run was interrupted before its end.',
  deadline: 'The run reached its deadline before its end.',
};

/**
 * The verdict, the end of the run and each fault of the suite as test cases: whoever looks only at the colour of the file
 * must not take an inconclusive or unfinished run for a conformant service.
 */
export function runCases(report: Report): readonly TestCase[] {
  return [
    verdictCase(report),
    endCase(report),
    ...outdatedDeviations(report.deviations).map(outdatedCase),
    ...report.suiteFaults.map(faultCase),
  ];
}

function verdictCase({ verdict }: Report): TestCase {
  const lines = verdict.reasons.map((reason) => safeText(reason));
  const message = `The verdict is ${verdict.outcome}, profile ${verdict.profile}.`;
  const told = { ...passed(CLASS, 'verdict'), message, lines };
  switch (verdict.outcome) {
    case 'conformant':
    case 'conformant with known deviations':
      return { ...told, lines: [message, ...lines] };
    case 'not conformant':
      return { ...told, result: 'failure', type: 'not-conformant' };
    case 'inconclusive':
      return { ...told, result: 'error', type: 'inconclusive' };
  }
}

function endCase({ run }: Report): TestCase {
  const blank = passed(CLASS, 'end of the run');
  if (run.end === 'complete') return blank;
  return { ...blank, result: 'error', type: run.end, message: ENDS[run.end] };
}

function outdatedCase(sentence: string, index: number): TestCase {
  const blank = passed(CLASS, `known deviation ${index + 1} that is out of date`);
  return { ...blank, result: 'failure', type: 'outdated-deviation', message: safeText(sentence) };
}

function faultCase(fault: string, index: number): TestCase {
  const blank = passed(CLASS, `fault ${index + 1} of the suite itself`);
  return { ...blank, result: 'error', type: 'suite-fault', message: safeText(fault) };
}
