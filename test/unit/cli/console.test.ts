import { describe, expect, it } from 'vitest';
import { canRewrite, hasColour, quietConsole } from '../../../src/cli/console.ts';
import { fakeConsole } from '../../support/fake-console.ts';

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ])('with %j, on a terminal %j: %j', (environment, isTerminal, colour) => {
    expect(hasColour(environment, isTerminal)).toBe(colour);
  });
});

describe('a line is rewritten', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ CI: 'true' }, true, false],
    [{ CI: 'false' }, true, true],
  ])('with %j, on a terminal %j: %j', (environment, isTerminal, rewrites) => {
    expect(canRewrite(environment, isTerminal)).toBe(rewrites);
  });
});

it('a quiet console shows complaints only', () => {
  const console = fakeConsole('/');
  const quiet = quietConsole(console);
  quiet.out('text');
  quiet.error('complaint');
  expect([console.written(), console.complaints()]).toEqual(['', 'petstore-conformance: complaint\n']);
});
