import { outdatedDeviations } from '../deviations.ts';
import type { Report, RunEnd, Verdict } from '../report.ts';
import { safeText } from '../terminal/terminal-text.ts';
import { verdictLine, VERDICTS } from '../verdicts.ts';
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

/** How the verdict ends as a test case, by its exit code. */
const RESULTS = { 0: 'passed', 1: 'failure', 2: 'error' } as const satisfies Record<
  Verdict['exitCode'],
  TestCase['result']
>;

function verdictCase({ verdict }: Report): TestCase {
  const reasons = verdict.reasons.map(({ text }) => safeText(text));
  const message = `${verdictLine(verdict)}.`;
  const result = RESULTS[VERDICTS[verdict.outcome].exitCode];
  // A test case that passed has no message, so its lines begin with the verdict.
  const lines = result === 'passed' ? [message, ...reasons] : reasons;
  return { ...passed(CLASS, 'verdict'), result, type: verdict.outcome.replaceAll(' ', '-'), message, lines };
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
