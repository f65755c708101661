import { describe, expect, it } from 'vitest';
import { judgeJob } from '../../lab/judge-job.ts';
import { fleetServices, jobFor } from '../../lab/services.ts';
import { probableCauses } from '../../src/report/causes/probable-causes.ts';

/** What a run of a service says about its causes. */
async function causesOf(id: string): Promise<readonly string[]> {
  const service = fleetServices.find((each) => each.id === id);
  if (service === undefined) throw new Error(`The fleet has no service ${id}.`);
  const { report } = await judgeJob({ ...jobFor(service, null), keepsReport: true });
  if (report === null) throw new Error('The run returned no report.');
  return probableCauses(report).map((cause) => cause.id);
}

describe('the probable cause of a run', () => {
  it.each([
    ['fault/get-needs-no-key', ['no-key-checked']],
    ['fault/error-code-missing', ['error-lacks-members']],
    ['fault/unknown-as-null', ['unknown-id-not-404']],
    // It looks like another default, and is none.
    ['fault/limit-plus-one', []],
    ['compliant/newest-first', []],
  ] as const)('of %s is %j', async (id, expected) => {
    expect(await causesOf(id)).toEqual(expected);
  });
});
