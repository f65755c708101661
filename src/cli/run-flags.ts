import type { FlagValues } from '../settings/settings.ts';

/** The flags of `run`: those of settings, and those that are about this one command line and have no variable. */
export interface RunFlags extends FlagValues {
  /** Path of the report whose violations are tried again. */
  readonly again?: string;
  /** The folder that is watched; true stands for the current one. */
  readonly watch?: string | true;
  readonly quiet?: boolean;
  /** False where `--no-color` is given. */
  readonly color?: boolean;
}
