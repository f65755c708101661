import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '../../src/reference/reference-service.ts';
import { STAGES } from '../../src/suite/case.ts';
import { loadSuite } from '../../src/run/load-suite.ts';
import { type CommandResult, runCommandLine, targetOf } from '../support/command.ts';

async function runAgainst(variant: string, words: readonly string[], name?: string): Promise<CommandResult> {
  const service = await startReference({ compliant: [variant] });
  onTestFinished(() => service.close());
  const { host, port } = new URL(service.url);
  if (name === undefined) return runCommandLine(['run', ...words], { environment: targetOf(service) });
  const environment = targetOf({ url: `http://${name}:${port}/v1`, key: service.key });
  return runCommandLine(['run', '--connect-to', host, ...words], { environment });
}

const outcomeIn = ({ report }: CommandResult, id: string) =>
  report?.requirements.find((each) => each.id === id)?.outcome;
const DAMAGED = 'unknown-field-breaks-list';

describe('a risky probe', () => {
  it('causes one warning with its name if it damages the list', async () => {
    const result = await runAgainst(DAMAGED, []);
    const { code, report, out } = result;
    expect([code, outcomeIn(result, 'CREATE-NO-DAMAGE')]).toEqual([0, 'violated']);
    const violated = report?.checks.filter(({ outcome }) => outcome === 'violated') ?? [];
    expect(violated.map(({ id }) => id)).toEqual(['observed/create/no-damage#CREATE-NO-DAMAGE']);
    expect(violated[0]?.actual).toMatch(
      /^GET \/pets\?limit=100&status=sold got status 500, since the case .*observed\/create\/unknown-field/,
    );
    expect(out).toContain('CREATE-NO-DAMAGE');
  });

  it.each([
    ['a flag excludes it', ['--no-risky-probes'], undefined],
    ['the target is shared', [], 'pets.example'],
  ])('is not sent if %s', async (_, words, name) => {
    const result = await runAgainst(DAMAGED, words, name);
    expect([result.code, outcomeIn(result, 'CREATE-NO-DAMAGE')]).toEqual([0, 'not-applicable']);
    expect(outcomeIn(result, 'OPEN-CREATE-FIELDS')).toBe('not-applicable');
    expect(result.report?.exchanges.filter(({ request }) => request.body?.text?.includes('colour'))).toEqual([]);
    expect(result.out.includes('skips risky probes')).toBe(name !== undefined);
  });

  it('is sent to a shared target that is declared disposable', async () => {
    const result = await runAgainst('extra-pet-fields', ['--risky-probes'], 'pets.example');
    expect([result.code, outcomeIn(result, 'CREATE-NO-DAMAGE')]).toEqual([0, 'verified']);
  });

  it('runs after the other cases that change the catalogue', async () => {
    const { cases } = await loadSuite();
    const risky = cases.filter(({ description: { needs } }) => needs.includes('risky probe'));
    const late = ['unusual keys', 'long names', 'risky probes', 'after risky probes'];
    expect(STAGES.slice(-late.length)).toEqual(late);
    expect(new Set(risky.map(({ description }) => description.stage))).toEqual(new Set(late.slice(0, -1)));
  });
});
