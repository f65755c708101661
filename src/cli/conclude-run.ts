import { againSentence, renderAgain } from '../gate/render-again.ts';
import { againByRequirement, type AgainPlan, settleAgain } from '../gate/try-again.ts';
import { renderVerdictLine } from '../report/render-terminal.ts';
import type { Report } from '../report/report.ts';
import type { Console } from './console.ts';

/** The last words of a run: what became of that which was tried again, and where nothing else is printed the verdict. */
export function concludeRun(report: Report, again: AgainPlan | null, quiet: boolean, console: Console): void {
  const tried = again === null ? null : againByRequirement(settleAgain(again.checks, report));
  const options = { colour: console.colour, width: console.columns };
  if (!quiet) {
    if (tried !== null) console.out(renderAgain(tried, options));
    return;
  }
  if (tried !== null) console.out(`${againSentence(tried)}\n`);
  console.out(`${renderVerdictLine(report, options)}\n`);
}
