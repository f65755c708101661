import { describe, expect, it } from 'vitest';
import { expectFailure, expectPart, expectPass, installBefore, NODE, RUNNERS } from './runner-project.ts';

// Jest comes from the registry: its 290 packages are too many for the checkout.

const FILTER = 'POST /pets MUST return 401 for the key cut short';

installBefore(['jest@30.5.2']);

describe.each([
  ['node:test', RUNNERS['node:test'], ['--test-name-pattern', FILTER]],
  ['Jest', RUNNERS.Jest, ['-t', FILTER]],
] as const)('the example for %s', (_name, runner, filter) => {
  it('passes on a right service: a test for each case, and the verdict', () => expectPass(runner));

  it('fails on a broken service, names the requirement, and writes the report', () => expectFailure(runner));

  it('ends the process with a filter that leaves out the verdict, and writes the report of a part', () =>
    expectPart(runner, filter));
});

it('is started for Jest as the page says', () => {
  expect(NODE).toBe('node');
});
