import { type Argument, Help, type HelpConfiguration } from 'commander';
import { safeText } from '../report/safe-text.ts';
import type { Reading } from '../settings/value-types.ts';

/** The value of an option that may be repeated: all values in their order. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** The problems with the value of a flag, one sentence each; none if it is right. */
export function flagProblems(flag: string, reading: Reading<unknown>): readonly string[] {
  return reading.kind === 'ok' ? [] : reading.problems.map((problem) => `${flag} ${problem}`);
}

/**
 * An error message of commander as one inert sentence. Commander starts its messages with "error:", ends them with a full
 * stop, and puts a suggestion on a second line.
 */
export function usageSentence(text: string): string {
  const whole = text.replace(/^error: /, '').trim();
  const [, complaint = whole, hint = ''] = /^(.*)\n\(Did you mean ([^\n]*)\?\)$/s.exec(whole) ?? [];
  const sentence = complaint.replace(/\.$/, '').replace('. Expected', ', expected').trim();
  const end = hint === '' ? '.' : `; did you mean ${hint}?`;
  return safeText(`${sentence}${end}`);
}

/** On a narrower terminal, in columns, a description stands below its flag. */
const NARROW = 70;
const INDENT = 6;

/** The layout of the help of a command. */
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
