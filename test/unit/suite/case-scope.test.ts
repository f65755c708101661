import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HarnessFault } from '../../../src/suite/judge.ts';
import {
  type CaseUnderTest,
  inTurn,
  pageReply,
  pet,
  pets,
  petStore,
  errorReply,
  responseTo,
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

  it('in the case if the case judges it', async () => {
    for (const [service, outcome] of [
      [inTurn(TWICE), 'violated'],
      [petStore(pets(2)), 'satisfied'],
    ] as const) {
      const tried = await tryCase(
        service,
        async ({ api, expect: expecting }) => expecting(DISTINCT).holdsFor(await api.listPets({ limit: 5 })),
        { cites: [DISTINCT] },
      );
      expect(found(tried).filter((each) => each.includes(DISTINCT))).toEqual([`judgement ${DISTINCT} ${outcome}`]);
    }
  });

  it('in a case that declares it and never judged it: a violation there, what holds under the rule', async () => {
    const given = { cites: [DISTINCT] } as const;
    const broken = await tryCase(inTurn(TWICE), ({ api }) => api.listPets({ limit: 5 }), given);
    expect(found(broken)).toContain(`judgement ${DISTINCT} violated`);
    const holding = await tryCase(petStore(pets(2)), ({ api }) => api.listPets({ limit: 5 }), given);
    expect(found(holding)).toContain(`kept ${DISTINCT}`);
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

it('a response of another case, or a requirement that is no rule, is a fault of the suite', async () => {
  await expect(
    tryCase(petStore(), ({ expect: expecting }) => expecting('LIST-OK').holdsFor(responseTo(pageReply([]))), {
      cites: ['LIST-OK'],
    }),
  ).rejects.toThrow(HarnessFault);
  await expect(
    tryCase(petStore(), async ({ api, expect: expecting }) => expecting('LIST-SAME').holdsFor(await api.listPets()), {
      cites: ['LIST-SAME'],
    }),
  ).rejects.toThrow('LIST-SAME is no response rule');
});

it('an earlier rejection of the key is a violation as soon as the operation accepts it', async () => {
  const { records } = await tryCase(inTurn(errorReply(401), pageReply([])), async ({ api }) => {
    await api.listPets().catch(() => undefined);
    await api.listPets();
  });
  const broken = records.flatMap((record) => (record.type === 'rule-violated' ? [record.judgement] : []));
  expect(broken).toMatchObject([{ requirement: 'AUTH-VALID-KEY', exchanges: ['x1'] }]);
});
