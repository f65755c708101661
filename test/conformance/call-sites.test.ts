import { describe, expect, it } from 'vitest';
import { createCallSites } from '../../src/conformance/call-sites.ts';

describe('call sites', () => {
  it('leave the way in which stacks are made as it was', () => {
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    createCallSites()();
    expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(before);
  });

  it('are the same for the same place, and told apart for two', () => {
    const callSites = createCallSites();
    const sites = [1, 2].map(() => callSites());
    expect(new Set(sites).size).toBe(1);
  });
});
