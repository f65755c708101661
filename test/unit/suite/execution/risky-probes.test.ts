import { expect, it } from 'vitest';
import { findWorkingReads, lookForDamage } from '../../../../src/suite/execution/risky-probes.ts';
import { pet, type Reply, tryCase } from '../fakes.ts';

const WORKS: Reply = { body: '[]' };
const FAILS: Reply = { status: 500, body: '{}' };
const CUT: Reply = { body: '[{' };
const NOTHING: Reply = { failure: 'cut-short' };
const MISSING: Reply = { status: 404, body: '{}' };
const LIST = 'GET /pets?limit=100&status=sold';

/** A list and an own pet are read before a probe, and again after it. */
it.each<[title: string, replies: readonly Reply[], verdict: string, says: string]>([
  ['both still work', [WORKS, WORKS, WORKS, WORKS], 'CREATE-NO-DAMAGE satisfied', ''],
  [
    'the list fails from then on',
    [WORKS, WORKS, FAILS, FAILS, FAILS],
    'CREATE-NO-DAMAGE violated',
    `status 500 to ${LIST}`,
  ],
  ['the list is no JSON', [WORKS, WORKS, CUT, CUT, CUT], 'CREATE-NO-DAMAGE violated', 'not JSON'],
  ['the list gives nothing', [WORKS, WORKS, NOTHING, NOTHING, NOTHING], 'CREATE-NO-DAMAGE violated', LIST],
  [
    'the pet is gone',
    [WORKS, WORKS, WORKS, MISSING, MISSING, MISSING],
    'CREATE-NO-DAMAGE violated',
    'status 404 to GET /pets/7',
  ],
  ['the list fails now and then', [WORKS, WORKS, FAILS, FAILS, WORKS, WORKS], 'CREATE-NO-DAMAGE satisfied', ''],
  ['the list failed before', [FAILS, WORKS, WORKS], 'CREATE-NO-DAMAGE satisfied', ''],
  ['nothing worked before', [FAILS, FAILS], 'stopped not-applicable', 'no earlier read succeeded'],
])('after a probe %s', async (_, replies, verdict, says) => {
  const { verdicts, words, sent } = await tryCase(
    (_request, serial) => replies[serial - 1] ?? FAILS,
    async ({ whole, expect: judged }) => {
      await findWorkingReads(whole, 'fixtures');
      await lookForDamage(whole, 'some/probe');
      judged('CREATE-NO-DAMAGE').noDamage();
    },
    { cites: ['CREATE-NO-DAMAGE'], own: [pet(7n)] },
  );
  expect(verdicts).toBe(verdict);
  expect(words).toContain(says);
  if (verdict.endsWith('violated')) expect(words).toContain('since the case some/probe');
  expect(sent).toHaveLength(replies.length);
});

it('probes that are left out judge nothing', async () => {
  const { verdicts, words } = await tryCase(
    () => WORKS,
    ({ expect: judged }) => judged('CREATE-NO-DAMAGE').noDamage(),
    {
      cites: ['CREATE-NO-DAMAGE'],
      flags: { riskyProbes: 'false' },
    },
  );
  expect(verdicts).toBe('stopped not-applicable');
  expect(words).toContain('--[no-]risky-probes (PETSTORE_RISKY_PROBES)');
});
