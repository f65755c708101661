import { expect, it } from 'vitest';
import type { Run } from '../../../../src/suite/run.ts';
import { pet, type Reply, type Service, tryCase } from '../fakes.ts';

const WORKS: Reply = { body: '[]' };
const FAILS: Reply = { status: 500, body: '{}' };
const CUT: Reply = { body: '[{' };
const NOTHING: Reply = { failure: 'cut-short' };
const MISSING: Reply = { status: 404, body: '{}' };
const LIST = 'GET /pets?limit=100&status=sold';

const PET: Reply = { body: '{}' };

/** A service that sends one reply after another to list requests, and to reads of a pet. It repeats the last ones. */
function service(lists: readonly Reply[], reads: readonly Reply[]): Service {
  const left = { listPets: [...lists], getPet: [...reads] };
  return ({ operation }) => {
    const replies = operation === 'getPet' ? left.getPet : left.listPets;
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? FAILS;
  };
}

/** Records that a case added a pet. */
function addedBy(run: Run, caseId: string): void {
  const added = { id: '8', name: 'Rex', exchange: 'x1', intended: true, sentAt: null, outcome: 'created' } as const;
  run.records.add({ type: 'addition', addition: { ...added, caseId } });
}

/** A list and an own pet are read before a probe, and again after it. */
it.each<[title: string, lists: readonly Reply[], reads: readonly Reply[], sent: number, verdict: string, says: string]>(
  [
    ['both still work', [WORKS], [PET], 4, 'CREATE-NO-DAMAGE satisfied', ''],
    [
      'the list fails from then on',
      [WORKS, FAILS],
      [PET],
      6,
      'CREATE-NO-DAMAGE violated',
      `${LIST} got status 500, since the case some/probe`,
    ],
    ['the list is no JSON', [WORKS, CUT], [PET], 6, 'CREATE-NO-DAMAGE violated', `${LIST} got a body that is not JSON`],
    ['the list gives nothing', [WORKS, NOTHING], [PET], 6, 'CREATE-NO-DAMAGE violated', LIST],
    ['nothing gets a response', [WORKS, NOTHING], [PET, NOTHING], 8, 'stopped not-verified', `${LIST} got no response`],
    [
      'the pet is gone',
      [WORKS],
      [PET, MISSING],
      6,
      'CREATE-NO-DAMAGE violated',
      'GET /pets/7 got status 404, since the case some/probe',
    ],
    ['the list fails twice', [WORKS, FAILS, FAILS, WORKS], [PET], 6, 'CREATE-NO-DAMAGE satisfied', ''],
    ['the list failed before', [FAILS], [PET], 3, 'CREATE-NO-DAMAGE satisfied', ''],
    ['nothing worked before', [FAILS], [FAILS], 2, 'stopped not-applicable', 'no earlier read succeeded'],
  ],
)('after a probe %s', async (_, lists, reads, count, verdict, says) => {
  const { verdicts, words, sent } = await tryCase(
    service(lists, reads),
    async ({ whole, expectNoDamage }) => {
      await whole.probes.findWorkingReads(whole.phase, 'fixtures');
      await whole.probes.runProbe('some/probe', async () => addedBy(whole, 'some/probe'));
      expectNoDamage();
    },
    { cites: ['CREATE-NO-DAMAGE'], own: [pet(7n)] },
  );
  expect(verdicts).toBe(verdict);
  expect(words).toContain(says);
  expect(sent).toHaveLength(count);
});

it('names each probe that may have caused the damage', async () => {
  const { words } = await tryCase(
    service([WORKS, WORKS, FAILS], [PET]),
    async ({ whole, expectNoDamage }) => {
      await whole.probes.findWorkingReads(whole.phase, 'fixtures');
      await whole.probes.runProbe('harmless', async () => addedBy(whole, 'harmless'));
      await whole.probes.runProbe('rejected', async () => undefined);
      // Two others run at the same time.
      const late = Promise.withResolvers<void>();
      const other = whole.probes.runProbe('one', () => late.promise);
      await whole.probes.runProbe('two', async () => addedBy(whole, 'two'));
      late.resolve();
      await other;
      expectNoDamage();
    },
    { cites: ['CREATE-NO-DAMAGE'], own: [pet(7n)] },
  );
  expect(words).toContain(`${LIST} got status 500, since the case one or two`);
});

it('probes that are left out judge nothing', async () => {
  const { verdicts, words } = await tryCase(
    () => WORKS,
    ({ expectNoDamage }) => expectNoDamage(),
    {
      cites: ['CREATE-NO-DAMAGE'],
      flags: { riskyProbes: 'false' },
    },
  );
  expect(verdicts).toBe('stopped not-applicable');
  expect(words).toContain('--[no-]risky-probes (PETSTORE_RISKY_PROBES)');
});
