import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';
import { type Instruction, instructionsOf } from './dockerfile.ts';

const text = readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8');

/** The rules of an image that dockerfile-utils does not know. Each is broken by one change of the file. */
const RULES: readonly {
  readonly rule: string;
  readonly holds: (instructions: readonly Instruction[]) => boolean;
  readonly broken: readonly [string, string];
}[] = [
  {
    rule: 'the base has a tag, which is not latest',
    holds: (all) => valuesOf(all, 'FROM').every((base) => /:(?!latest)[\w.-]+$/.test(base)),
    broken: ['debian:13-slim', 'debian:latest'],
  },
  {
    rule: 'the user is a number other than 0, so a cluster can check it',
    holds: (all) => /^[1-9]\d*:[1-9]\d*$/.test(valuesOf(all, 'USER').at(-1) ?? ''),
    broken: ['USER 65534:65534', 'USER nobody'],
  },
  {
    rule: 'the program and its default words are lists, so a signal reaches the program',
    holds: (all) =>
      ['ENTRYPOINT', 'CMD'].every((keyword) => valuesOf(all, keyword).every((value) => value.startsWith('["'))),
    broken: ['["petstore-conformance"]', 'petstore-conformance'],
  },
  {
    rule: 'packages come without what they recommend, and their lists are removed in the same layer',
    holds: (all) =>
      valuesOf(all, 'RUN').every(
        (value) =>
          !value.includes('apt-get install') ||
          (value.includes('--no-install-recommends') && value.includes('rm -rf /var/lib/apt/lists/*')),
      ),
    broken: [' --no-install-recommends', ''],
  },
  {
    rule: 'nothing comes from an address',
    holds: (all) => valuesOf(all, 'ADD').every((value) => !value.includes('://')),
    broken: ['ADD petstore', 'ADD https://registry.example/petstore'],
  },
  {
    rule: 'no key is in a layer',
    holds: (all) =>
      [...valuesOf(all, 'ENV'), ...valuesOf(all, 'ARG')].every((value) => !/KEY|TOKEN|SECRET/.test(value)),
    broken: ['PETSTORE_REPORTS_DIR=', 'PETSTORE_API_KEY='],
  },
];

function valuesOf(instructions: readonly Instruction[], keyword: string): readonly string[] {
  return instructions.flatMap((each) => (each.keyword === keyword ? [each.value] : []));
}

describe('the Dockerfile', () => {
  it('has no problem that the linter knows', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('USER', 'USR')).map(({ message }) => message)).toEqual(['Unknown instruction: USR']);
  });

  it.each(RULES)('follows a rule: $rule', ({ holds, broken: [part, other] }) => {
    expect(text).toContain(part);
    expect(holds(instructionsOf(text))).toBe(true);
    expect(holds(instructionsOf(text.replace(part, other)))).toBe(false);
  });
});
