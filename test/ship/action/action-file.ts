import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** action.yml as far as its tests look at it. */
export interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

/** One step of a composite action. */
export interface ActionStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

export const ROOT = new URL('../../../', import.meta.url);

/** Reads action.yml. */
export function readActionFile(): ActionFile {
  return parse(readFileSync(new URL('action.yml', ROOT), 'utf8')) as ActionFile;
}

/** What the runner puts in the place of `${{ inputs.… }}`, defaults included. */
export function withInputs(step: ActionStep, inputs: Readonly<Record<string, string>>): Record<string, string> {
  const { inputs: known } = readActionFile();
  return Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, input: string) => inputs[input] ?? known[input]?.default ?? '',
      ),
    ]),
  );
}
