import type { Command } from 'commander';
import type { Console } from './console.ts';
import type { Finish } from './exit-codes.ts';
import { collect } from './option-values.ts';
import type { ServeFlags } from './serve-command.ts';

/** Adds `serve`. */
export function addServe(program: Command, console: Console, finish: Finish): void {
  program
    .command('serve')
    .description('start the reference service on its own and print its address and key; Ctrl-C ends it')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .option('--seed <n>', 'seed of its ids', '1')
    .option('--pets <n>', 'pets that are there from the start', '0')
    .option('--fault <id>', 'break the contract in this way; may be given again', collect)
    .option('--variant <id>', 'differ in this way that the contract allows; may be given again', collect)
    .option('--list', 'list the ids for --fault and --variant, and start nothing')
    .addHelpText(
      'after',
      `
Examples:
  petstore-conformance serve --port 8080
  petstore-conformance serve --list
  petstore-conformance serve --fault limit-plus-one --variant ids-negative`,
    )
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./serve-command.ts');
      finish(await serveCommand(flags, console));
    });
}
