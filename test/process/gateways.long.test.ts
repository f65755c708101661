import { describe, expect, it } from 'vitest';
import { gateways } from '../../lab/gateways/gateways.ts';
import { FAULT_BEHIND, installed, judgeAllBehind } from '../../lab/gateways/judge-gateway.ts';

const missing = [...new Set(gateways.map(({ program }) => program))].filter((program) => installed(program) === null);
if (missing.length > 0)
  process.stdout.write(`NOT RUN: the gateways of ${missing.join(' and ')}, since no such program is installed.\n`);
const present = gateways.filter(({ program }) => !missing.includes(program));

describe.runIf(present.length > 0)('a service behind a gateway', () => {
  it('is judged as without one if it is compliant', async () => {
    const judged = await judgeAllBehind(present);
    expect(new Map(judged.map(({ id, summary: { verdict, violated } }) => [id, { verdict, violated }]))).toEqual(
      new Map(present.map(({ id, expects }) => [id, { verdict: expects, violated: [] }])),
    );
  });

  it(`is found to violate the same with the fault ${FAULT_BEHIND.fault}`, async () => {
    const judged = await judgeAllBehind(present, FAULT_BEHIND.fault);
    expect(new Map(judged.map(({ id, summary }) => [id, summary.violated]))).toEqual(
      new Map(present.map(({ id }) => [id, FAULT_BEHIND.violates])),
    );
  });
});
