import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly keyword: string;
  readonly value: string;
}

/** The instructions of a Dockerfile, without comments and with their continued lines joined. */
export function instructionsOf(text: string): readonly Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ keyword: line.split(' ')[0] ?? '', value: line.slice(line.indexOf(' ') + 1).trim() }));
}

/** What the Dockerfile of the checkout does. */
export interface ImageSteps {
  readonly added: readonly { readonly files: string; readonly folder: string }[];
  /** The commands that run while the image is built, except those that install packages of the base. */
  readonly commands: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** Reads the Dockerfile of the checkout, with the defaults of its arguments. */
export function readDockerfile(): ImageSteps {
  const instructions = instructionsOf(readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8'));
  const valuesOf = (keyword: string): readonly string[] =>
    instructions.flatMap((each) => (each.keyword === keyword ? [each.value] : []));
  const pairsOf = (keyword: string): Readonly<Record<string, string>> =>
    Object.fromEntries(valuesOf(keyword).map((value) => value.split('=')));
  const defaults = pairsOf('ARG');
  return {
    added: valuesOf('ADD').map((value) => {
      const [files = '', folder = ''] = value.replaceAll(/\$\{(\w+)\}/g, (_, name) => defaults[name] ?? '').split(' ');
      return { files, folder };
    }),
    commands: valuesOf('RUN').filter((value) => !value.startsWith('apt-get ')),
    environment: pairsOf('ENV'),
    user: valuesOf('USER').at(-1) ?? '',
    entrypoint: JSON.parse(valuesOf('ENTRYPOINT').at(-1) ?? '[]'),
    command: JSON.parse(valuesOf('CMD').at(-1) ?? '[]'),
  };
}
