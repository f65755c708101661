import type { Command } from 'commander';
import { formatNames } from '../report/formats.ts';
import type { Console } from './console.ts';
import type { Finish } from './exit-codes.ts';
import { joinNames } from './option-values.ts';
import type { RenderFlags } from './render-command.ts';

/** Adds the commands by which people read: `list` and `explain` tell of the suite, `render` of an earlier run. */
export function addReading(program: Command, console: Console, finish: Finish): void {
  addList(program, console, finish);
  addExplain(program, console, finish);
  addRender(program, console, finish);
}

function addList(program: Command, console: Console, finish: Finish): void {
  program
    .command('list')
    .description('list the requirements and their cases, and what a run costs; sends nothing')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Examples:
  petstore-conformance list
  petstore-conformance list --json | jq -r '.requirements[].id'`,
    )
    .action(async (flags: { readonly json?: boolean }) => {
      const { listCommand } = await import('./list-command.ts');
      finish(await listCommand(flags.json === true, console));
    });
}

function addExplain(program: Command, console: Console, finish: Finish): void {
  program
    .command('explain')
    .description('explain one requirement in full')
    .argument('<id>', 'id of a requirement, such as LIST-LIMIT-MAX')
    .addHelpText(
      'after',
      `
Example:
  petstore-conformance explain LIST-LIMIT-MAX`,
    )
    .action(async (id: string) => {
      const { explainCommand } = await import('./explain-command.ts');
      finish(await explainCommand(id, console));
    });
}

function addRender(program: Command, console: Console, finish: Finish): void {
  program
    .command('render')
    .description('make the other formats of a report again, the same byte for byte')
    .argument('<report.json>', 'the report of an earlier run')
    .option(
      '--format <names>',
      `formats, with commas between them: ${formatNames.join(', ')}; all by default`,
      joinNames,
    )
    .option('--out <dir>', 'folder for the files, or - for standard output; by default that of the report')
    .addHelpText(
      'after',
      `
Examples:
  petstore-conformance render reports/report.json
  petstore-conformance render reports/report.json --format html --out site
  petstore-conformance render reports/report.json --format md --out - >> "$GITHUB_STEP_SUMMARY"`,
    )
    .action(async (path: string, flags: RenderFlags) => {
      const { renderCommand, STANDARD_OUTPUT } = await import('./render-command.ts');
      const product = flags.out === STANDARD_OUTPUT ? 'output' : 'files';
      finish(await renderCommand(path, flags, console), product);
    });
}
