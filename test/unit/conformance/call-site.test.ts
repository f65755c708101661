import { describe, expect, it } from 'vitest';
import { callSite } from '../../../src/conformance/call-site.ts';

describe('a call site', () => {
  it('leaves the way in which stacks are made as it was', () => {
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    const { stackTraceLimit } = Error;
    callSite();
    expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(before);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(new Error('as ever').stack).toContain('Error: as ever');
  });

  it('leaves none behind where there was no way of ours, as in older versions of Node', () => {
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    try {
      callSite();
      expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toBeUndefined();
    } finally {
      if (before !== undefined) Object.defineProperty(Error, 'prepareStackTrace', before);
    }
  });

  it('is the same for the same place, and none where neither specs nor sources are on the stack', () => {
    const sites = [1, 2].map(() => callSite());
    expect(new Set(sites).size).toBe(1);
    expect(sites[0]).toBe('unknown');
  });
});
