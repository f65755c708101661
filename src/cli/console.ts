/** Where a command reads its surroundings from and writes to; the real one is the process. */
export interface Console {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly now: () => number;
  /** Calls back at each Ctrl-C or SIGTERM; gives a function that stops listening. */
  readonly onInterrupt: (interrupted: () => void) => () => void;
}

const FALLBACK_COLUMNS = 80;

/** The console of this process. Colour only on a terminal, and never where NO_COLOR is set. */
export function processConsole(): Console {
  const { env, stdout, stderr } = process;
  const isTerminal = stdout.isTTY && env['TERM'] !== 'dumb';
  const noColour = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  return {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    isTerminal,
    colour: isTerminal && !noColour,
    columns: stdout.columns ?? FALLBACK_COLUMNS,
    environment: env,
    directory: process.cwd(),
    now: Date.now,
    onInterrupt(interrupted) {
      process.on('SIGINT', interrupted);
      process.on('SIGTERM', interrupted);
      return () => {
        process.off('SIGINT', interrupted);
        process.off('SIGTERM', interrupted);
      };
    },
  };
}
