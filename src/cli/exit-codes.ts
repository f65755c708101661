/** Exit codes of the command: the verdict's own 0, 1 and 2, and two for runs that gave no verdict. */
export const EXIT = {
  conformant: 0,
  notConformant: 1,
  inconclusive: 2,
  usage: 3,
  suiteFault: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Takes the exit code of a command. Where its product is what it prints, as it is unless told otherwise, the code counts only
 * if that could be written.
 */
export type Finish = (code: ExitCode, product?: 'output' | 'files') => void;
