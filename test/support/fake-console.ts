import { errorLine } from '../../src/run/run-console.ts';
import type { Console } from '../../src/cli/console.ts';

/** A console that stores its output. */
export interface FakeConsole extends Console {
  readonly written: () => string;
  readonly complaints: () => string;
}

export function fakeConsole(directory: string, environment: Readonly<Record<string, string>> = {}): FakeConsole {
  let out = '';
  let error = '';
  return {
    out: (text) => {
      out += text;
    },
    error: (sentence) => {
      error += errorLine(sentence);
    },
    errorText: (text) => {
      error += text;
    },
    isTerminal: false,
    colour: false,
    width: 80,
    environment,
    directory,
    now: () => 0,
    onInterrupt: () => () => {},
    quit: () => {
      throw new Error('The command ended the process.');
    },
    flushed: () => Promise.resolve(null),
    showFaultsBy: () => undefined,
    written: () => out,
    complaints: () => error,
  };
}
