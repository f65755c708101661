import { dirname, join, resolve } from 'node:path';
import { formatNames, isFormatName, renderFile, renderFormat } from '../report/formats.ts';
import { type FinishedFile, folderProblem, makeFolder, writeFiles } from '../report/reports-folder.ts';
import { formatProblem } from '../settings/configuration.ts';
import { splitNames } from '../settings/value-types.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './command-result.ts';
import { readReportFile } from '../gate/run-folder.ts';

/** Flags of `render`. */
export interface RenderFlags {
  readonly format?: readonly string[];
  readonly out?: string;
}

/** Names standard output in the place of a folder. */
export const STANDARD_OUTPUT = '-';

/** `render`: makes formats of an earlier report again, byte for byte what its run wrote. */
export async function renderCommand(path: string, flags: RenderFlags, console: Console): Promise<ExitCode> {
  const named = splitNames(flags.format ?? formatNames.slice(1));
  const problem = formatProblem(named, formatNames);
  if (problem !== null) return wrongUsage([`--format ${problem}`], console);
  const formats = [...new Set(named.map((name) => name.toLowerCase()))].filter(isFormatName);
  const toOutput = flags.out === STANDARD_OUTPUT;
  if (toOutput && formats.length !== 1)
    return wrongUsage(['--out - writes one format. Select it with --format.'], console);
  const file = resolve(console.directory, path);
  const read = readReportFile(file);
  if (read.kind === 'bad') return wrongUsage(read.problems, console);
  if (toOutput) {
    for (const format of formats) console.out(await renderFormat(read.value, format));
    return EXIT.conformant;
  }
  const rendered: FinishedFile[] = [];
  for (const format of formats) rendered.push(await renderFile(read.value, format));
  const directory = flags.out === undefined ? dirname(file) : resolve(console.directory, flags.out);
  try {
    makeFolder(directory);
    await writeFiles(directory, rendered);
  } catch (error) {
    return wrongUsage([folderProblem(error, directory, '--out')], console);
  }
  for (const { name } of rendered) console.out(`${join(directory, name)}\n`);
  return EXIT.conformant;
}
