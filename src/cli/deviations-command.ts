import { resolve } from 'node:path';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage, printJson } from './command-result.ts';
import { readReportFile } from '../gate/run-folder.ts';

/**
 * `deviations`: drafts a file of known deviations from the violations of a report (schemas/deviations.schema.json). Keeps
 * the entries that the run knew. A run rejects the file until each new entry has a reason, an owner and a last day.
 */
export function deviationsCommand(path: string, console: Console): ExitCode {
  const read = readReportFile(resolve(console.directory, path));
  if (read.kind === 'bad') return wrongUsage(read.problems, console);
  const { deviations: known, requirements } = read.value;
  const kept = known.filter(({ state }) => state === 'open' || state === 'unsettled');
  const deviations = [
    ...kept.map(({ id, reason, owner, expires }) => ({ id, reason, owner, expires })),
    ...requirements
      .filter(({ outcome }) => outcome === 'violated')
      .map(({ id }) => ({ id, reason: '', owner: '', expires: '' })),
  ];
  printJson({ deviations }, console);
  return EXIT.conformant;
}
