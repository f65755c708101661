import { expect, it } from 'vitest';
import { callSite } from '../../../src/conformance/call-site.ts';

it.each([
  ['as it is', true],
  ['as in older versions of Node, which has no way of its own', false],
])('a call site leaves the way in which stacks are made %s', (_, hasWay) => {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const { stackTraceLimit } = Error;
  if (!hasWay) Reflect.deleteProperty(Error, 'prepareStackTrace');
  try {
    // Neither specs nor sources are on the stack.
    expect(callSite()).toBe('unknown');
    expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(hasWay ? before : undefined);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(new Error('as ever').stack).toContain('Error: as ever');
  } finally {
    if (before !== undefined) Object.defineProperty(Error, 'prepareStackTrace', before);
  }
});
