import { didYouMean } from '../contract/nearest-words.ts';
import { findRequirement, requirements } from '../contract/requirements.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage, printJson } from './command-result.ts';
import { requirementJson } from './list-command.ts';
import { isAbout } from '../suite/case.ts';
import { loadCases } from '../run/load-suite.ts';

/** Flags of `explain`. */
export interface ExplainFlags {
  readonly json?: boolean;
}

/** `explain ID`: one requirement in full. An unknown id is wrong usage; the message names the nearest ones. */
export async function explainCommand(id: string, flags: ExplainFlags, console: Console): Promise<ExitCode> {
  const row = findRequirement(id.toUpperCase());
  if (row === undefined) {
    const near = didYouMean(
      id,
      requirements.map((known) => known.id),
    );
    const hint = near === '' ? "; 'petstore-conformance list' shows them all." : near;
    return wrongUsage([`There is no requirement ${JSON.stringify(id)}${hint}`], console);
  }
  const allCases = await loadCases();
  if (flags.json === true) {
    printJson(requirementJson(row, allCases), console);
    return EXIT.conformant;
  }
  const cases = allCases.filter((each) => isAbout(each, row.id));
  const lines = [
    row.id,
    `  ${row.statement}`,
    '',
    `  Part          ${row.part} of the contract`,
    `  Level         ${LEVELS[row.level]}`,
    `  Operation     ${row.operation === 'every' ? 'every operation' : row.operation}`,
    ...(row.reason === undefined ? [] : [`  Not testable  ${row.reason}`]),
    ...(row.remedy === undefined ? [] : [`  Fix           ${row.remedy}`]),
    ...(row.rule !== undefined ? ['  Judged by a rule, on all responses of a run.'] : []),
    '',
    ...(cases.length === 0 ? [] : ['  Cases']),
    ...cases.map(({ title, place }) => `  - ${title}\n    ${place}`),
    '',
  ];
  console.out(lines.join('\n'));
  return EXIT.conformant;
}

const LEVELS = {
  required: 'required: a violation makes the service not conformant',
  recommended: 'recommended: a violation is a warning and never gates by default',
  unspecified: 'unspecified: observed, never judged',
} as const;
