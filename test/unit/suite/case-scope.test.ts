import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createScope } from '../../../src/suite/case-scope.ts';
import {
  type CaseUnderTest,
  fakeRun,
  inTurn,
  pageReply,
  pet,
  pets,
  petStore,
  petText,
  errorReply,
  tryCase,
  type Tried,
} from './fakes.ts';

/** Where each violation was recorded, and which rules were kept. */
function found({ records }: Tried): readonly string[] {
  return records.flatMap((record) => {
    if (record.type === 'rules-satisfied') return Object.keys(record.rules).map((id) => `kept ${id}`);
    if (record.type !== 'judgement' && record.type !== 'rule-violated') return [];
    return [`${record.type} ${record.judgement.requirement} ${record.judgement.outcome}`];
  });
}

async function listLateAndAgain(api: CaseUnderTest['api']): Promise<void> {
  await endOfTurn();
  await api.listPets();
  await api.listPets();
}

const TWICE = pageReply([pet(1n), pet(1n)]);
const DISTINCT = 'LIST-IDS-DISTINCT';

describe('a response is judged once by each rule', () => {
  it('under the rule if the case does not declare it', async () => {
    const broken = found(await tryCase(inTurn(TWICE), ({ api }) => api.listPets({ limit: 5 })));
    expect(broken).toContain(`rule-violated ${DISTINCT} violated`);
    const kept = found(await tryCase(petStore(pets(2)), ({ api }) => api.listPets({ limit: 5 })));
    expect(kept).toEqual(expect.arrayContaining([`kept ${DISTINCT}`, 'kept LIST-LIMIT-RANGE', 'kept ANSWER-JSON']));
  });

  it('under a case that judges its requirement: a violation there, what holds under the rule', async () => {
    const given = { cites: [DISTINCT] } as const;
    const broken = await tryCase(inTurn(TWICE), ({ api }) => api.listPets({ limit: 5 }), given);
    expect(found(broken)).toContain(`judgement ${DISTINCT} violated`);
    const holding = await tryCase(petStore(pets(2)), ({ api }) => api.listPets({ limit: 5 }), given);
    expect(found(holding)).toContain(`kept ${DISTINCT}`);
  });

  it('under the rule if the case only feeds it', async () => {
    const tried = await tryCase(
      inTurn(TWICE),
      async ({ api, expect: expecting }) => {
        await api.listPets({ limit: 5 });
        expecting(DISTINCT).notApplicable('Nothing to see.');
      },
      { feeds: [DISTINCT] },
    );
    expect(found(tried)).toEqual(
      expect.arrayContaining([`judgement ${DISTINCT} not-applicable`, `rule-violated ${DISTINCT} violated`]),
    );
  });

  it('but not by the rules of its operation, if the case has judged its content', async () => {
    const { violated } = await tryCase(inTurn({ ...TWICE, headers: {}, body: `\uFEFF${TWICE.body}` }), async (tools) =>
      tools.scope.skipOperationRules(await tools.api.listPets({ limit: 5 })),
    );
    expect(violated).toBe('ANSWER-NO-BOM');
  });

  it('and all required rules hold if it violates only a recommended one, or one that is known to be broken', async () => {
    const holding: boolean[] = [];
    const marked = { body: `\uFEFF${pageReply([]).body}` };
    for (const reply of [pageReply([]), marked, TWICE])
      await tryCase(inTurn(reply), async ({ api, scope }) =>
        holding.push(scope.allHold(await api.listPets(), () => false)),
      );
    await tryCase(inTurn(TWICE), async ({ api, scope }) =>
      holding.push(scope.allHold(await api.listPets(), (id) => id === DISTINCT)),
    );
    expect(holding).toEqual([true, true, false, true]);
  });

  it('but for its status, if the case has judged that', async () => {
    const tried = await tryCase(
      inTurn(errorReply(400)),
      async ({ api, expect: expecting }) =>
        expecting('CREATE-NAMES').status(await api.createPet({ name: 'Rex', categoryId: 1n, status: 'sold' }), 201),
      { cites: ['CREATE-NAMES'] },
    );
    expect(tried.violated).toBe('CREATE-NAMES');
  });

  it('as far as its body arrived', async () => {
    const [rex, truncated] = [petText(pet(1n)), '{"id":2,"na'];
    const service = inTurn({ failure: 'cut-short', body: `[${rex},${rex},${truncated}` });
    const tried = await tryCase(service, async ({ api }) => {
      expect(api.pageOf(await api.listPets({ limit: 5 }))).toMatchObject({ size: 2, isTruncated: true });
    });
    expect(found(tried)).toEqual(
      expect.arrayContaining(['rule-violated ANSWER-COMPLETE violated', `rule-violated ${DISTINCT} violated`]),
    );
    expect(found(tried).join()).not.toMatch('ANSWER-JSON');
    expect(found(tried)).not.toContain('kept ANSWER-COMPLETE');
  });

  it('but not as a pet if only a part of the pet arrived', async () => {
    const service = inTurn({ failure: 'cut-short', body: '{"id":1,"tags":["a"],"na' });
    const tried = await tryCase(service, async ({ api }) => api.petOf(await api.getPet(1n)));
    expect(found(tried).filter((each) => each.startsWith('rule-violated'))).toEqual([
      'rule-violated ANSWER-COMPLETE violated',
    ]);
    expect(tried.records).toContainEqual(expect.objectContaining({ type: 'stopped', outcome: 'not-verified' }));
  });

  it('also if it comes when the case has ended already, and then goes no further', async () => {
    const tried = await tryCase(inTurn({ failure: 'cut-short' }, TWICE), ({ api }) =>
      Promise.all([api.listPets(), listLateAndAgain(api)]),
    );
    await endOfTurn();
    expect(tried.sent).toHaveLength(2);
    expect(found(tried)).toEqual(
      expect.arrayContaining(['rule-violated ANSWER-COMPLETE violated', `rule-violated ${DISTINCT} violated`]),
    );
  });
});

it('the end of a case waits for work that is registered meanwhile', async () => {
  const scope = createScope(fakeRun(petStore()).run, { caseId: 'some/case', attempt: 'first' });
  let isDone = false;
  const late = async (): Promise<void> => {
    await endOfTurn();
    isDone = true;
  };
  void scope.track(endOfTurn().then(() => scope.alongside(late())));
  await scope.finish();
  expect(isDone).toBe(true);
});

it('each request becomes an entry of the history, with a response or without', async () => {
  const [first, second] = [pet(1n), pet(2n)];
  const service = inTurn(
    { body: `[${petText(first)},null,${petText(second)}]` },
    { body: petText(first) },
    { status: 201, body: petText(second) },
    errorReply(404),
    { failure: 'cut-short', status: 200 },
  );
  const { run } = await tryCase(service, async ({ api }) => {
    await api.listPets({ limit: 5 });
    await api.getPet(1n);
    await api.createPet(second);
    await api.getPet(3n);
    await api.listPets();
  });
  const { entries } = run.history;
  expect(entries).toMatchObject([
    {
      exchangeId: 'x1',
      status: 200,
      query: { limit: 5 },
      size: 3,
      pets: [first, second],
      ids: new Set([first.id, second.id]),
      largestPet: petText(first).length,
      pet: null,
    },
    { exchangeId: 'x2', status: 200, pet: first, largestPet: petText(first).length },
    { exchangeId: 'x3', status: 201, pet: second },
    { exchangeId: 'x4', status: 404, pet: null, largestPet: 0 },
    { exchangeId: 'x5', status: null, pet: null },
  ]);
  for (const [index, { caseId, attempt, sentAt, doneAt }] of entries.entries()) {
    expect([caseId, attempt]).toEqual(['some/case', 'first']);
    const at = 2000 * (index + 1);
    expect([sentAt, doneAt]).toEqual([expect.closeTo(at, -2), expect.closeTo(at + 1000, -2)]);
  }
  // Characters of several bytes count once in one number, and with all their bytes in the other.
  const text = `[${petText(pet(1n, { name: 'Zo\u00eb' }))}]`;
  const umlaut = await tryCase(inTurn({ body: text }), ({ api }) => api.listPets());
  expect(umlaut.run.history.entries[0]).toMatchObject({ bytes: text.length + 1, characters: text.length });
});

it('a response during a lockout becomes an entry that says nothing about the key', async () => {
  const lockouts = { takeTurn: async () => null, check: async () => 'lasting' as const, count: () => 1 };
  const { run } = await tryCase(inTurn(errorReply(401)), ({ api }) => api.listPets(), { run: { lockouts } });
  expect(run.history.entries).toMatchObject([{ status: 401, request: { expects: [] } }]);
  expect(run.knowledge.rejects('listPets')).toBe(false);
});
