import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import {
  expectNothingStored,
  judgeStoredLater,
  type StoredMarks,
} from '../../../../src/conformance/expectations/expect-nothing-stored.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { answerOf, court, fakeRun, listRequest, pet, petStore, refusal } from '../fakes.ts';

const NAME = 'cf1-01 Rex';
const others = (count: number): Pet[] => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

/** Looks for what a refused body may have left in a catalogue; the largest page of the run was 50. */
async function look(catalogue: readonly Pet[], marks: StoredMarks, known: readonly Pet[] = []) {
  const fake = fakeRun(petStore([...catalogue]));
  fake.run.sightings.page(50);
  fake.run.sightings.seen(known, -5);
  const refused = answerOf(refusal(400), listRequest, 'x0', 0, 1);
  const { judge, judgements } = court(['CREATE-REFUSED-NOT-STORED']);
  const client = createCaseClient(fake.run, judge);
  await expectNothingStored(fake.run, client, judge, 'CREATE-REFUSED-NOT-STORED', marks, refused);
  const own = judgements().find(({ requirement }) => requirement === 'CREATE-REFUSED-NOT-STORED');
  return {
    outcome: own?.outcome,
    reason: own?.reason,
    exchanges: own?.exchanges,
    paths: fake.sent.map(({ path }) => path),
  };
}

describe('a refused body', () => {
  it('left nothing where a complete page holds nothing of it', async () => {
    const { outcome, exchanges } = await look(others(5), { name: NAME, status: 'sold' });
    expect(outcome).toBe('satisfied');
    expect(exchanges).toEqual(['x0', 'x1', 'x2']);
  });

  it('left nothing in an empty catalogue', async () => {
    expect((await look([], { name: NAME })).outcome).toBe('satisfied');
  });

  it.each<[string, StoredMarks]>([
    ['its name', { name: NAME }],
    ['its name and status', { name: NAME, status: 'sold' }],
    ['its name, its category being changed', { name: NAME, categoryId: 77n }],
  ])('left an animal by %s', async (_, marks) => {
    expect((await look([...others(5), pet(90n, { name: NAME, categoryId: 5n })], marks)).outcome).toBe('violated');
  });

  it('left an animal by a category that only it has', async () => {
    const stored = pet(90n, { name: 'another', categoryId: 1_234_567_890n });
    expect((await look([...others(5), stored], { categoryId: 1_234_567_890n })).outcome).toBe('violated');
    expect((await look([...others(5), stored], { categoryId: 1_234_567_891n })).outcome).toBe('satisfied');
  });

  it('left an animal also in a page that proves no absence', async () => {
    expect((await look([pet(90n, { name: NAME }), ...others(120)], { name: NAME })).outcome).toBe('violated');
  });

  it('is not held to an animal with its name that was known before it was sent', async () => {
    const earlier = pet(90n, { name: NAME });
    expect((await look([...others(5), earlier], { name: NAME }, [earlier])).outcome).toBe('satisfied');
  });

  it('leaves it open in a catalogue too large for a complete page', async () => {
    const { outcome, reason } = await look(others(120), { name: NAME });
    expect(outcome).toBe('not-applicable');
    expect(reason).toContain('too large');
  });

  it('leaves it open on a page of the largest size seen, which may be capped', async () => {
    expect((await look(others(50), { name: NAME })).outcome).toBe('not-applicable');
  });

  it('leaves it open where nothing of it could be recognised, and no page is read', async () => {
    const { outcome, paths } = await look(others(5), { status: 'sold' });
    expect(outcome).toBe('not-applicable');
    expect(paths).toEqual([]);
  });

  it('is looked for in the whole list, and among the animals of its status if it has one', async () => {
    expect((await look(others(5), { name: NAME, status: 'pending' })).paths).toEqual([
      '/pets?limit=100',
      '/pets?limit=100&status=pending',
    ]);
    expect((await look(others(5), { name: NAME })).paths).toEqual(['/pets?limit=100']);
  });

  it('left an animal also where it was stored under another status, or none', async () => {
    for (const status of ['pending', undefined] as const) {
      const stored = pet(90n, { name: NAME, status });
      expect((await look([...others(5), stored], { name: NAME, status: 'sold' })).outcome).toBe('violated');
    }
  });

  it('is not settled by the page of its status alone, in a large catalogue, but seen there', async () => {
    const many = others(120).map((each) => ({ ...each, status: 'available' as const }));
    expect((await look([...many, pet(300n)], { name: NAME, status: 'sold' })).outcome).toBe('not-applicable');
    const stored = pet(301n, { name: NAME });
    expect((await look([...many, stored], { name: NAME, status: 'sold' })).outcome).toBe('violated');
  });
});

describe('an animal that a later answer shows', () => {
  const CITED = ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const;
  const refused = answerOf(refusal(400), listRequest, 'x0', 0, 1);

  /** What is judged where the answers after a refusal show these animals. */
  function later(show: (sightings: ReturnType<typeof fakeRun>['run']['sightings']) => void) {
    const { run } = fakeRun(petStore());
    const sent = { exchangeId: refused.exchangeId, sentAt: refused.sentAt };
    run.sightings.refused({ mark: NAME, requirement: 'CREATE-REFUSED-NOT-STORED', ...sent });
    run.sightings.refused({ mark: 1_234_567_890n, requirement: 'AUTH-NO-EFFECT', ...sent });
    show(run.sightings);
    const { judge, judgements } = court(CITED);
    judgeStoredLater(run, judge);
    const [notStored, noEffect] = CITED.map((id) => judgements().find(({ requirement }) => requirement === id));
    return { outcomes: [notStored?.outcome, noEffect?.outcome], evidence: [notStored?.exchanges, noEffect?.exchanges] };
  }

  it('was stored for the refused body whose name it bears', () => {
    const { outcomes, evidence } = later((all) => all.seen([pet(90n, { name: NAME })], 500, 'x9'));
    expect(outcomes).toEqual(['violated', 'not-applicable']);
    expect(evidence[0]).toEqual(['x0', 'x9']);
  });

  it('was stored for the refused body whose own category it has', () => {
    const { outcomes, evidence } = later((all) => all.seen([pet(90n, { categoryId: 1_234_567_890n })], 500));
    expect(outcomes).toEqual(['not-applicable', 'violated']);
    expect(evidence[1]).toEqual(['x0']);
  });

  it.each<[string, Parameters<typeof later>[0]]>([
    ['bears no mark', (all) => all.seen([pet(90n)], 500)],
    ['was known before', (all) => all.seen([pet(90n, { name: NAME })], -5)],
    ['was added by the run', (all) => all.added(pet(90n, { name: NAME }), 500)],
  ])('was not stored for a refused body where it %s', (_, show) => {
    expect(later(show).outcomes).toEqual(['not-applicable', 'not-applicable']);
  });
});
