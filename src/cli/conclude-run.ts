import { againSentence, renderAgain } from '../gate/render-again.ts';
import { type AgainPlan, settleAgain } from '../gate/try-again.ts';
import { renderVerdictLine } from '../report/terminal/render-terminal.ts';
import type { Report } from '../report/report.ts';
import { inertText } from '../report/terminal/terminal-text.ts';
import type { Console } from './console.ts';

/** The last words of a run: what became of that which was tried again, and where nothing else is printed the verdict. */
export function concludeRun(report: Report, again: AgainPlan | null, quiet: boolean, console: Console): void {
  const summary = again === null ? null : settleAgain(again.checks, report);
  const options = { colour: console.colour, width: console.columns };
  if (!quiet) {
    if (summary !== null) console.out(renderAgain(summary, options));
    return;
  }
  if (summary !== null) console.out(`${inertText(againSentence(summary))}\n`);
  console.out(`${renderVerdictLine(report, options)}\n`);
}
