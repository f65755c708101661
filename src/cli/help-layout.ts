import { type Argument, Help, type HelpConfiguration } from 'commander';

/** In columns: where there are fewer, a text has no room beside what it explains and stands below it. */
const NARROW = 70;
const INDENT = 6;

/** How the help of a command is laid out. */
export const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 1,
  subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
  formatItem: (term, width, text, help) =>
    widthOf(help) < NARROW
      ? narrowItem(term, text, help)
      : Help.prototype.formatItem.call(help, term, width, text, help),
};

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function narrowItem(term: string, text: string, help: Help): string {
  const lines = help.boxWrap(text, Math.max(1, widthOf(help) - INDENT)).split('\n');
  return [`  ${term}`, ...lines.map((line) => ' '.repeat(INDENT) + line)].join('\n');
}

function widthOf(help: Help): number {
  return help.helpWidth ?? 0;
}
