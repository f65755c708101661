import { describe, expect, it } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import { runCommandLine, targetOf, violatedIn } from '../support/command.ts';

/** Broken services that every version of the suite must name rightly, with a requirement that each of them violates. */
const BROKEN = [
  ['get-needs-no-key', 'AUTH-MISSING-GET'],
  ['limit-plus-one', 'LIST-LIMIT-MAX'],
  ['unprocessable-values', 'CREATE-REFUSES-NAME-TYPE'],
  ['filter-ignored', 'LIST-STATUS-FILTER'],
  ['ids-through-doubles', 'GET-OK'],
  ['absent-status-as-null', 'PET-STATUS'],
  ['never-stored', 'CREATE-STORED'],
  ['error-code-missing-on-get', 'ERROR-CODE'],
  ['every-50th-fails', 'LIST-LIMIT-RANGE'],
] as const;

describe('a service broken in one way', () => {
  // That each ends so is seen by the fleet (test/fleet), which holds every service to what it declares.
  it.each(BROKEN)('%s declares that it breaks %s', (id, requirement) => {
    const fault = faults.find((each) => each.id === id);
    expect(fault === undefined || 'breaks' in fault ? fault?.breaks : fault.breaksSome).toContain(requirement);
  });

  it.each(BROKEN.slice(-3))('%s ends not conformant by the command, which names %s', async (fault, requirement) => {
    const service = await startReference({ fault });
    try {
      const { code, out, report } = await runCommandLine(['run'], { environment: targetOf(service) });
      expect(code).toBe(1);
      expect(report?.verdict.outcome).toBe('not conformant');
      expect(violatedIn(report)).toContain(requirement);
      expect(out).toContain(requirement);
      expect(out).toContain('curl');
    } finally {
      await service.close();
    }
  });
});
