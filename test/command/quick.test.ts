import { expect, it } from 'vitest';
import { QUICK_PROFILES } from '../../lab/quick-profile.ts';
import { type ReferenceOptions, startReference } from '../../src/reference/reference-service.ts';
import { type CommandResult, runCommandLine, targetOf } from '../support/command.ts';

async function runQuick(profile: string, options: ReferenceOptions): Promise<CommandResult> {
  const service = await startReference(options);
  try {
    return await runCommandLine(['run', '--profile', profile], { environment: targetOf(service) });
  } finally {
    await service.close();
  }
}

it.each([
  ['quick', {}],
  ['quick-read-only', { pets: 60 }],
] as const)(
  'the profile %s keeps to its bounds, and its verdict names what it leaves out',
  async (profile, options) => {
    const { out, report } = await runQuick(profile, options);
    const most = QUICK_PROFILES[profile];
    expect(report?.facts?.requests).toBeLessThanOrEqual(most.requests);
    expect(report?.created.length).toBeLessThanOrEqual(most.creates);
    expect(report?.verdict).toMatchObject({ outcome: 'conformant', profile });
    expect(out).toContain(`CONFORMANT, profile ${profile}`);
    const leftOut =
      report?.requirements.filter(({ reason }) => reason === `The profile ${profile} leaves it out.`) ?? [];
    expect(leftOut.map(({ outcome }) => outcome)).toEqual(leftOut.map(() => 'not-applicable'));
    const [note = ''] =
      report?.verdict.reasons.flatMap(({ text }) => (text.includes('leaves out') ? [text] : [])) ?? [];
    for (const { id, level } of leftOut) expect(note.includes(id)).toBe(level === 'required');
  },
);

it('finds a violation with the profile quick', async () => {
  const { code, report } = await runQuick('quick', { fault: 'error-code-missing' });
  expect(code).toBe(1);
  expect(report?.verdict.reasons[0]?.text).toContain('ERROR-CODE is violated');
});
