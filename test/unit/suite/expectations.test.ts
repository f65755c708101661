import { describe, expect, it } from 'vitest';
import { createKnownPets, type KnownPets } from '../../../src/suite/catalogue/known-pets.ts';
import { presenceIn } from '../../../src/suite/catalogue/listing.ts';
import type { ListQuery } from '../../../src/suite/api-request.ts';
import type { FoundPets } from '../../../src/suite/expectations/find-in-list.ts';
import type { Page } from '../../../src/suite/catalogue/page.ts';
import { type Marks, unmarkedBodies } from '../../../src/suite/pets.ts';
import type { Pet, PetStatus } from '../../../src/contract/pet.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import {
  type CaseUnderTest,
  credentials,
  type Given,
  inTurn,
  page,
  pageReply,
  pet,
  pets,
  petStore,
  petText,
  errorReply,
  type Reply,
  responseTo,
  type Service,
  type Tried,
  tryCase,
  seenPage,
} from './fakes.ts';

/** What a row may say beside the verdicts: how many requests were sent, which words were said, and what was given. */
interface More extends Given {
  readonly requests?: number;
  readonly says?: string;
}

type Row<Extra> = readonly [title: string, service: Service, verdicts: string, more?: More & Partial<Extra>];

/**
 * Tries an expectation on one service a row. Where a single requirement is cited, a verdict on it is its outcome alone.
 */
function judges<Extra = unknown>(
  title: string,
  cites: readonly [TestableId, ...TestableId[]],
  body: (tools: CaseUnderTest, more: More & Partial<Extra>) => unknown,
  rows: readonly Row<Extra>[],
  check: (tried: Tried, row: Row<Extra>) => void = () => undefined,
): void {
  describe(title, () => {
    it.each(rows.map((row) => ({ title: row[0], row })))('$title', async ({ row }) => {
      const [, service, verdicts, given] = row;
      const more: More & Partial<Extra> = given ?? {};
      const tried = await tryCase(service, (tools) => body(tools, more), { cites, ...more });
      expect(cites.length > 1 ? tried.verdicts : tried.verdicts.replaceAll(`${cites[0]} `, '')).toBe(verdicts);
      if (more.requests !== undefined) expect(tried.sent).toHaveLength(more.requests);
      if (more.says !== undefined) expect(tried.words).toContain(more.says);
      check(tried, row);
    });
  });
}

/** A service that answers a list request without a limit as if it had this one. */
function defaulting(to: number, catalogue: Pet[]): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const { path } = request;
    const asked = path.includes('limit=') ? path : `${path}${path.includes('?') ? '&' : '?'}limit=${to}`;
    return store({ ...request, path: asked }, serial);
  };
}

/** A service to which another client adds a pet before some of the requests. */
function growing(catalogue: Pet[], grows: (serial: number) => boolean): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    if (grows(serial)) catalogue.push(pet(BigInt(500 + serial)));
    return store(request, serial);
  };
}

const halfSold = [...pets(15), ...pets(30, { status: 'pending' }).slice(15)];

judges<{ readonly status: PetStatus }>(
  'leaving out the limit is the limit 20',
  ['LIST-LIMIT-DEFAULT'],
  ({ api, expect: expecting }, { status }) => {
    const query: ListQuery = status === undefined ? {} : { status };
    return expecting('LIST-LIMIT-DEFAULT').sameSize(
      () => api.readPage(query),
      () => api.sharePage({ ...query, limit: 20 }),
    );
  },
  [
    ['the catalogue holds more', petStore(pets(25)), 'satisfied', { known: pets(25), requests: 2 }],
    ['too few of that status', petStore(halfSold), 'not-verified', { known: halfSold, status: 'sold' }],
    ['a catalogue of 20', petStore(pets(20)), 'not-verified', { known: pets(20), says: 'PETSTORE_MAX_CREATES' }],
    ['the limit is 21', defaulting(21, pets(30)), 'violated', { known: pets(30) }],
    ['a pet is added', growing(pets(10), (serial) => serial === 2), 'satisfied', { known: pets(25), requests: 5 }],
    [
      'pets are always added',
      growing(pets(1), () => true),
      'not-verified',
      { says: 'fewer clients', flags: { settleTimeout: '1' } },
    ],
  ],
);

/** A service that shows something else of its pets where no limit is given. */
const byDefault =
  (shows: (pets: Pet[]) => Pet[], catalogue = pets(12)): Service =>
  (request, serial) =>
    petStore(request.path.includes('limit=') ? catalogue : shows(catalogue))(request, serial);

judges(
  'the list without a limit shows what the limit 20 shows',
  ['LIST-LIMIT-DEFAULT'],
  ({ api, expect: expecting }) =>
    expecting('LIST-LIMIT-DEFAULT').sameOwnPets(
      () => api.readPage(),
      () => api.sharePage({ limit: 20 }),
    ),
  [
    ['all of them', petStore(pets(12)), 'satisfied', { own: pets(12) }],
    ['all but one of this run', byDefault((all) => all.slice(0, 11)), 'violated', { own: pets(12) }],
    ['all but one of others', byDefault((all) => all.slice(0, 11)), 'satisfied', { own: pets(11) }],
    ['more than 20', byDefault((all) => all.toReversed(), pets(30)), 'not-applicable', { own: pets(30) }],
    ['none of this run', petStore(pets(12)), 'not-applicable'],
  ],
);

const sizes = (...counts: readonly number[]): Service => inTurn(...counts.map((count) => pageReply(pets(count))));

judges(
  'a page with the limit 40 shows every own pet, is full, or is capped',
  ['LIST-COMPLETE'],
  async ({ api, expect: expecting }) => expecting('LIST-COMPLETE').everyOwnPet(await api.readPage({ limit: 40 })),
  [
    ['full', sizes(40), 'satisfied', { own: pets(50), largest: 50 }],
    [
      'short, although a larger page was read: the service cuts as it likes',
      sizes(39),
      'satisfied',
      { own: pets(50), largest: 50 },
    ],
    ['as small as the largest page, which a cap explains', sizes(10), 'satisfied', { own: pets(30), largest: 10 }],
    ['smaller than the limit and the largest page', sizes(19), 'violated', { own: pets(30), largest: 30 }],
  ],
);

describe('a limit is proven by a page', () => {
  const pending = pets(9, { status: 'pending' });
  it.each<[size: number, query: ListQuery, outcome: string, known: readonly Pet[], says?: string, knownAt?: number]>([
    [5, { limit: 5 }, 'satisfied', pets(6)],
    [1, { limit: 1, status: 'sold' }, 'satisfied', pets(2)],
    [5, { limit: 5 }, 'not-verified', pets(5), 'at least 6'],
    [2, { limit: 2, status: 'sold' }, 'not-verified', pending, 'sold'],
    // The page was asked for at 2.
    [5, { limit: 5 }, 'not-verified', pets(50), '', 3],
    [6, { limit: 5 }, 'violated', []],
  ])('of %i for %j: %s', async (size, query, outcome, known, says = '', knownAt = 0) => {
    const { verdicts, words } = await tryCase(
      inTurn(pageReply(pets(size))),
      async ({ api, expect: expecting }) => expecting('LIST-LIMIT-MAX').withinLimit(await api.readPage(query)),
      { cites: ['LIST-LIMIT-MAX'], known, knownAt },
    );
    expect(verdicts).toBe(`LIST-LIMIT-MAX ${outcome}`);
    expect(words).toContain(says);
  });
});

judges(
  'a filtered page has some match',
  ['LIST-STATUS-FILTER'],
  async ({ api, expect: expecting }) =>
    expecting('LIST-STATUS-FILTER').matchesFilter(await api.readPage({ status: 'sold' })),
  [
    ['by which the filter is judged', petStore(pets(1)), 'satisfied'],
    ['or does not verify the filter', petStore(), 'not-verified', { says: 'sold' }],
  ],
);

const REX = pet(7n, { name: 'Rex' });

/** A page of pets, or the pet that is read. */
function pageOrPet(path: string, shown: readonly Pet[]): Reply {
  const read = shown.find(({ id }) => path === `/pets/${id}`);
  return read === undefined ? pageReply(shown) : { body: petText(read) };
}

/** A service whose list shows one pet, and whose read-one gives it these names, one response after another. */
function readingAs(...names: readonly string[]): Service {
  let reads = 0;
  return ({ path }) => {
    if (!path.startsWith('/pets/')) return pageReply([REX]);
    reads += 1;
    return { body: petText({ ...REX, name: names[Math.min(reads, names.length) - 1] ?? '' }) };
  };
}

judges(
  'a pet is listed as it is read',
  ['LIST-SAME'],
  async ({ api, expect: expecting }) => {
    const shown = await api.readPage({ limit: 10 });
    await expecting('LIST-SAME').sameAsRead(shown, shown.pets);
  },
  [
    ['with the same name', readingAs('Rex'), 'satisfied'],
    ['with another name', readingAs('Max'), 'violated'],
    ['with another name once', readingAs('Max', 'Rex'), 'not-verified'],
    ['with two names in turn', readingAs('Max', 'Max', 'Max', 'Rex', 'Max'), 'not-verified'],
    [
      'and another pet changes',
      ({ path }, serial) => pageOrPet(path, [REX, pet(8n, { name: `${serial}` })]),
      'satisfied',
    ],
  ],
);

/** A store that lists the newest pet first, and answers some lists as it did at their first time. */
function newestFirst(
  count: number,
  isOld: (path: string, serial: number) => boolean = () => false,
  removedAt = Infinity,
): Service {
  const catalogue = pets(count);
  const store = petStore(catalogue);
  const first = new Map<string, Reply>();
  return (request, serial) => {
    if (serial === removedAt) catalogue.shift();
    const old = first.get(request.path);
    if (old !== undefined && isOld(request.path, serial)) return old;
    if (request.method === 'POST') {
      const added = store(request, serial);
      catalogue.unshift(...catalogue.splice(-1));
      return added;
    }
    const reply = store(request, serial);
    first.set(request.path, reply);
    return reply;
  };
}

const isAgain = (path: string): boolean => path === '/pets?limit=20';

judges(
  'a list is not an old one where its page cannot hold every pet',
  ['LIST-COMPLETE'],
  async ({ api, expect: expecting }) => {
    const earlier = await api.readPage({ limit: 20 });
    const added = await api.addPet({ name: 'Rex', categoryId: 1n, status: 'sold' });
    await expecting('LIST-COMPLETE').notStale(earlier, added.pet);
  },
  [
    ['it shows the new pet', newestFirst(40), 'satisfied', { requests: 4 }],
    ['it does so late', newestFirst(40, (path, serial) => isAgain(path) && serial < 8), 'satisfied'],
    ['it never does', newestFirst(40, isAgain), 'violated', { says: 'limit 19' }],
    ['new pets are far behind', petStore(pets(40)), '', { requests: 3 }],
    ['its page may hold every pet', newestFirst(10), '', { requests: 2 }],
    ['another client removes the pet', newestFirst(40, isAgain, 5), ''],
  ],
);

describe('a pet is the same', () => {
  const expected = pet(2n ** 53n + 1n, { name: 'Rex' });
  it.each<[change: string, outcome: string, actual: Partial<Pet>, says: RegExp]>([
    ['the same values', 'satisfied', {}, /./],
    ['another id', 'violated', { id: 2n ** 53n }, /id/],
    [
      'two differences',
      'violated',
      { name: 'Tom', status: 'pending' },
      /name.*Rex.*status.*sold.*\n.*name.*Tom.*status.*pending/,
    ],
  ])('with %s: %s', async (__, outcome, change, says) => {
    const { verdicts, words, judgements } = await tryCase(
      petStore(),
      async ({ expect: expecting }) => {
        const response = responseTo({});
        await expecting('GET-SAME').samePet({ pet: expected, response }, { pet: { ...expected, ...change }, response });
      },
      { cites: ['GET-SAME'] },
    );
    expect(verdicts).toBe(`GET-SAME ${outcome}`);
    expect(words).toMatch(says);
    expect(judgements[0]?.exchanges).toEqual(['x1', 'x1']);
  });
});

/**
 * How large a page is, for the limit 10: `complete` is below the largest page of the run, `capped` is that large and
 * may be cut by a cap of the service, `full` is as large as its limit, `flawed` holds something that is no pet.
 */
const LARGEST = 8;
const SIZES = { complete: 5, capped: LARGEST, full: 10, flawed: 5, empty: 0 } as const;
type Size = keyof typeof SIZES;
/** A page that shows the pet, or does not. */
type Shown = `${Size} ${'with' | 'without'}`;

const ANIMAL = pet(900n);

function pageThatIs(shown: Shown, query: ListQuery): Page {
  const size = (Object.keys(SIZES) as Size[]).find((each) => shown.startsWith(`${each} `)) ?? 'empty';
  const others = pets(SIZES[size]);
  const all = shown.endsWith(' with') ? [ANIMAL, ...others.slice(1)] : others;
  return size === 'flawed' ? page(all.slice(0, -1), query, all.length) : page(all, query);
}

describe('a pet that is looked for', () => {
  it.each<[unfiltered: Shown, filtered: Shown | null, presence: string]>([
    ['complete with', null, 'shown'],
    ['complete without', null, 'missing'],
    ['capped without', null, 'undecided'],
    ['full without', null, 'undecided'],
    ['flawed without', null, 'undecided'],
    // Both pages show it.
    ['complete with', 'complete with', 'shown'],
    // Only the filtered page shows it: the unfiltered one must where it is complete.
    ['complete without', 'complete with', 'missing'],
    ['full without', 'complete with', 'shown'],
    // Only the unfiltered page shows it: the filtered one must where it is complete.
    ['complete with', 'complete without', 'missing-from-filter'],
    ['full with', 'complete without', 'missing-from-filter'],
    ['complete with', 'capped without', 'undecided'],
    ['complete with', 'full without', 'undecided'],
    ['complete with', 'flawed without', 'undecided'],
    // None shows it, and the filtered page is complete: it decides where the unfiltered one is below its limit.
    ['complete without', 'complete without', 'missing'],
    ['full without', 'complete without', 'undecided'],
    // None shows it, and the filtered page decides nothing: the unfiltered one does where it is complete.
    ['complete without', 'capped without', 'missing'],
    ['flawed without', 'flawed without', 'undecided'],
  ])('unfiltered %s, filtered %s: %s', (unfiltered, filtered, presence) => {
    const known = createKnownPets();
    known.pages.recordPage(seenPage(LARGEST));
    const look = {
      unfiltered: pageThatIs(unfiltered, { limit: 10 }),
      filtered: filtered === null ? null : pageThatIs(filtered, { limit: 10, status: 'sold' }),
    };
    expect(presenceIn(look, ANIMAL, known)).toBe(presence);
  });

  it('is not taken for another with its name', () => {
    const look = { unfiltered: page([pet(901n, { name: ANIMAL.name })], { limit: 10 }), filtered: null };
    expect(presenceIn(look, ANIMAL, createKnownPets())).toBe('undecided');
  });
});

const SOLD = pet(1n);
const PENDING = pet(1n, { status: 'pending' });
const STATUSLESS = pet(1n, { status: undefined });
const showing = (each: Pet, ...others: readonly Pet[]): Service => petStore([each, ...others]);

judges<{ readonly was: Pet }>(
  'a pet of this run shows the status that was sent, unless the service has moved it',
  ['GET-SAME'],
  async ({ api, expect: expecting }, { was = SOLD }) => {
    const now = await api.readPet(1n);
    await expecting('GET-SAME').samePet(was, now);
  },
  [
    ['it does', showing(SOLD), 'satisfied', { own: [SOLD], requests: 1 }],
    ['a read showed it, and all views show another one', showing(PENDING), 'satisfied', { known: [SOLD], own: [SOLD] }],
    ['no read showed it', showing(PENDING), 'violated', { own: [SOLD] }],
    [
      'no read showed it, but another pet has moved so',
      showing(PENDING, pet(2n, { status: 'pending' })),
      'satisfied',
      { known: [pet(2n)], own: [SOLD, pet(2n)] },
    ],
    [
      'no read showed it, but another pet has moved so that no list shows',
      showing(PENDING, ...pets(150).slice(1), pet(902n, { status: 'pending' })),
      'satisfied',
      { known: [pet(902n)], own: [SOLD, pet(902n)] },
    ],
    [
      'the list shows it still',
      (request, serial) => showing(request.path.includes('?') ? SOLD : PENDING)(request, serial),
      'violated',
      { known: [SOLD], own: [SOLD] },
    ],
    [
      'the filter does not find the new one',
      (request, serial) =>
        showing(PENDING)({ ...request, path: request.path.replace('status=pending', 'status=sold') }, serial),
      'violated',
      { known: [SOLD], own: [SOLD], largest: 9 },
    ],
    ['it is lost', showing(STATUSLESS), 'violated', { known: [SOLD], own: [SOLD] }],
    ['none was sent, and all views show one', showing(PENDING), 'satisfied', { own: [STATUSLESS], was: STATUSLESS }],
    ['the name is another too', showing({ ...PENDING, name: 'Max' }), 'violated', { known: [SOLD], own: [SOLD] }],
    ['it is a pet of another client', showing(PENDING), 'violated', { known: [SOLD] }],
  ],
);

const LISTED = ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME', 'CREATE-STORED'] as const;

/** A store whose list leaves the pet out where `hides` says so; reading it alone still works. */
function hiding(hides: (path: string, serial: number) => boolean): Service {
  const others = pets(5);
  return (request, serial) => {
    const hidden = request.path.includes('?') && hides(request.path, serial);
    return petStore(hidden ? others : [...others, ANIMAL])(request, serial);
  };
}

const AS_IT_IS = 'CREATE-STORED satisfied, LIST-COMPLETE satisfied, LIST-SAME satisfied';
const ALL = `${AS_IT_IS}, LIST-STATUS-COMPLETE satisfied`;
const CHANGED = ALL.replace('LIST-SAME satisfied', 'LIST-SAME not-applicable');
const NOT_SAME = ALL.replace('LIST-SAME satisfied', 'LIST-SAME violated');
const UNFILTERED = 'LIST-SAME satisfied, LIST-STATUS-COMPLETE violated';
const INCOMPLETE = 'LIST-COMPLETE violated, LIST-SAME not-applicable';
const LOST = 'CREATE-STORED violated, LIST-SAME not-applicable';
const OPEN = ALL.replaceAll(' satisfied', ' not-applicable');
const NO_STATUS = pet(901n, { status: undefined });
const own = { own: [ANIMAL], largest: 50 };

/** Judges all that the list shows of pets that were looked for. */
async function expectListed(expecting: CaseUnderTest['expect'], where: FoundPets): Promise<void> {
  expecting('CREATE-STORED').stored(where);
  expecting('LIST-COMPLETE').listed(where);
  expecting('LIST-STATUS-COMPLETE').listedByStatus(where);
  await expecting('LIST-SAME').sameValues(where);
}

judges<{
  readonly looked: readonly Pet[];
  /** How long was waited, in milliseconds, and whether the pet was taken for lost at the end. */
  readonly waited: number;
  readonly lost: boolean;
}>(
  'an added pet is listed',
  LISTED,
  async ({ expect: expecting, findInList }, { looked = [ANIMAL] }) =>
    expectListed(expecting, await findInList(looked, looked[0]?.status)),
  [
    ['in both lists', petStore([...pets(5), ANIMAL]), ALL, { ...own, requests: 2, waited: 0, lost: false }],
    [
      'without a status',
      petStore([...pets(5), NO_STATUS]),
      `${AS_IT_IS}, LIST-STATUS-COMPLETE not-applicable`,
      { own: [NO_STATUS], largest: 50, looked: [NO_STATUS] },
    ],
    ['but the filter leaves it out', hiding((path) => path.includes('status')), UNFILTERED, own],
    ['in none, and can be read', hiding(() => true), INCOMPLETE, { ...own, waited: 5000, lost: true }],
    ['nowhere', petStore(pets(5)), LOST, own],
    ['nowhere, after reads were removed', petStore(pets(5)), INCOMPLETE, { ...own, run: { phase: 'after' } }],
    ['nowhere, on the day', petStore(pets(5)), INCOMPLETE, { ...own, run: { phase: 'on-the-day' } }],
    ['with another name', petStore([...pets(5), { ...ANIMAL, name: 'REX' }]), NOT_SAME, own],
    ['beyond a page', petStore([...pets(150), ANIMAL]), OPEN, { ...own, waited: 0, lost: false }],
    ['late', hiding((_, serial) => serial <= 4), ALL, { ...own, waited: 150, lost: false }],
    [
      'by another client, and changed',
      petStore([...pets(5), { ...ANIMAL, name: 'Renamed' }]),
      CHANGED,
      { known: [ANIMAL], largest: 50 },
    ],
    ['by another client, and gone', petStore(pets(3)), OPEN, { known: [ANIMAL], largest: 50, lost: false }],
  ],
  ({ run, paused }, [, , , { waited, lost } = {}]) => {
    if (waited !== undefined) expect(paused.reduce((sum, wait) => sum + wait, 0)).toBe(waited);
    if (lost !== undefined) expect(run.settling.hasTimedOut).toBe(lost);
  },
);

it('an added pet that is lost is a violation of CREATE-STORED in a case that judges only the list', async () => {
  const cites = ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME'] as const;
  const tried = await tryCase(
    petStore(pets(5)),
    async ({ expect: expecting, findInList }) =>
      expecting('LIST-COMPLETE').listed(await findInList([ANIMAL], ANIMAL.status)),
    { cites, ...own },
  );
  expect(tried.violated).toBe('CREATE-STORED');
});

judges(
  'a look that was taken early is judged when larger pages were seen',
  LISTED,
  async ({ whole, expect: expecting, takeSnapshots, findInSnapshots }) => {
    await takeSnapshots();
    whole.known.pages.recordPage(seenPage(50));
    for (const snapshot of await findInSnapshots('sold')) await expectListed(expecting, snapshot);
  },
  [
    ['it proves what it shows', petStore([...pets(5), ANIMAL]), ALL, { own: [ANIMAL], largest: 5 }],
    ['it accuses a list that leaves a pet out', hiding(() => true), INCOMPLETE, { own: [ANIMAL], largest: 5 }],
    ['there is none of that status', petStore(pets(5)), ''],
  ],
);

/** Reads a filtered page, and takes for expected what two unfiltered pages around it show. */
const readAround =
  ({ api }: CaseUnderTest, expected: readonly Pet[]) =>
  async () => ({ pages: [await api.readPage({ status: 'sold', limit: 100 })], expected, shownBy: [] });

judges<{ readonly expected: readonly Pet[] }>(
  'a complete page lists every expected pet',
  ['LIST-STATUS-COMPLETE'],
  (tools, { expected = pets(3) }) => tools.expect('LIST-STATUS-COMPLETE').allListed(readAround(tools, expected)),
  [
    ['it does', petStore(pets(5)), 'satisfied', { largest: 50, requests: 1 }],
    ['late', inTurn(pageReply(pets(2)), pageReply(pets(5))), 'satisfied', { largest: 50, requests: 2 }],
    ['it lacks one', petStore(pets(2)), 'violated', { largest: 50, says: 'pet 3 missing' }],
    ['it may be cut', petStore(pets(2)), 'stopped not-applicable', { largest: 2 }],
    ['none is expected', petStore(pets(2)), 'stopped not-applicable', { largest: 50, expected: [] }],
  ],
);

judges<{ readonly late: boolean; readonly expected: readonly [before: number, after: number] }>(
  'complete pages list every expected pet each time',
  ['LIST-STATUS-COMPLETE'],
  (tools, { late = false, expected: [before, after] = [3, 3] }) => {
    if (late) tools.whole.settling.delays.push(50);
    let batches = 0;
    return tools.expect('LIST-STATUS-COMPLETE').allListedEachTime(async () => {
      batches += 1;
      return readAround(tools, pets(batches === 1 ? before : after))();
    });
  },
  [
    ['it does', petStore(pets(5)), 'satisfied', { largest: 50, requests: 1 }],
    [
      'after the settling time',
      inTurn(pageReply(pets(2)), pageReply(pets(5))),
      'satisfied',
      { largest: 50, requests: 2 },
    ],
    ['it lacks one', petStore(pets(2)), 'violated', { largest: 50, requests: 2 }],
    ['a list was late before', petStore(pets(5)), 'satisfied', { largest: 50, requests: 2, late: true }],
    [
      'the second batch is wrong',
      inTurn(pageReply(pets(5)), pageReply(pets(2))),
      'violated',
      { largest: 50, late: true },
    ],
    [
      'it lacks a pet added during the wait',
      petStore(pets(2)),
      'satisfied',
      { largest: 50, late: true, expected: [2, 3] },
    ],
  ],
);

judges(
  'a page lists a pet',
  ['DEPRECATION-REPLACEMENT'],
  async ({ api, expect: expecting }) =>
    expecting('DEPRECATION-REPLACEMENT').onPage(await api.readPage({ status: 'sold' }), pet(3n)),
  [
    ['it does', petStore(pets(3)), 'satisfied'],
    ['it does not', petStore(pets(2)), 'violated', { says: 'pet 3 on the page /pets?status=sold' }],
  ],
);

judges(
  'no page lists a pet',
  ['LIST-STATUS-FILTER'],
  async ({ api, expect: expecting }) =>
    expecting('LIST-STATUS-FILTER').notListed([await api.readPage({ status: 'sold', limit: 5 })], pet(3n)),
  [
    ['it is on none', petStore(pets(2)), 'satisfied'],
    ['it is on one', petStore(pets(3)), 'violated', { says: 'status=sold' }],
    ['every page is full', petStore(pets(9).slice(3)), 'not-applicable'],
  ],
);

judges<{ readonly ids: readonly bigint[] }>(
  'pets have different ids',
  ['CREATE-DUPLICATES'],
  ({ expect: expecting }, { ids = [] }) =>
    expecting('CREATE-DUPLICATES').differentIds(ids.map((id) => ({ pet: pet(id), response: responseTo({}) }))),
  [
    ['they do', petStore(), 'satisfied', { ids: [1n, 2n] }],
    ['two have the same', petStore(), 'violated', { ids: [1n, 2n, 1n], says: 'ids 1, 2, 1' }],
  ],
);

const NAME = 'cf1-01 Rex';
const UNIQUE = 1_234_567_890n;
const NONE_SEEN = 'AUTH-NO-EFFECT not-applicable, CREATE-REFUSED-NOT-STORED not-applicable';
const REJECTED_STORED = NONE_SEEN.replace('STORED not-applicable', 'STORED violated');
const REJECTED = { ...responseTo(errorReply(400)), exchangeId: 'x0', sentAt: 0 };
const named = pet(300n, { name: NAME, categoryId: 5n });
const withCategory = [...pets(5), pet(90n, { categoryId: UNIQUE })];
const manyAvailable = pets(120, { status: 'available' });

describe('a rejected body is not stored', () => {
  it.each<[title: string, catalogue: Pet[], marks: Marks, outcome: string, known?: readonly Pet[]]>([
    ['nothing of it on a complete page', pets(5), { name: NAME, status: 'sold' }, 'satisfied'],
    ['its name', [...pets(5), named], { name: NAME }, 'violated'],
    ['its category', withCategory, { categoryId: UNIQUE }, 'violated'],
    ['its name on a page that proves no absence', [named, ...pets(120)], { name: NAME }, 'violated'],
    ['a pet that was known before', [...pets(5), named], { name: NAME }, 'satisfied', [named]],
    ['no complete page', pets(120), { name: NAME }, 'not-applicable'],
    ['a page as large as the largest, which may be capped', pets(50), { name: NAME }, 'not-applicable'],
    ['nothing to recognise it by', pets(5), { status: 'sold' }, 'not-applicable'],
    ['no complete page but that of its status', manyAvailable, { name: NAME, status: 'sold' }, 'not-applicable'],
    ['its name on the page of its status', [...manyAvailable, named], { name: NAME, status: 'sold' }, 'violated'],
  ])('%s', async (_, catalogue, marks, outcome, known = []) => {
    const requirement = 'CREATE-REFUSED-NOT-STORED';
    const { verdicts, sent, judgements } = await tryCase(
      petStore(catalogue),
      ({ expect: expecting }) => expecting(requirement).notStored({ body: '', expects: [400], marks }, REJECTED),
      { cites: [requirement], known, knownAt: -5, largest: 50 },
    );
    expect(verdicts).toBe(`${requirement} ${outcome}`);
    const judged = judgements.find((each) => each.requirement === requirement);
    expect(judged?.exchanges).toEqual(['x0', ...sent.map((__, index) => `x${index + 1}`)]);
  });

  it.each<[title: string, show: (known: KnownPets) => void, outcomes: readonly string[]]>([
    [
      'its name',
      (all) => all.recordShown([named], 500, { exchangeId: 'x9' }),
      ['violated by x0,x9', 'not-applicable by '],
    ],
    [
      'its category',
      (all) => all.recordShown([pet(90n, { categoryId: UNIQUE })], 500, null),
      ['not-applicable by ', 'violated by x0'],
    ],
    ['no mark', (all) => all.recordShown([pet(90n)], 500, null), ['not-applicable by ', 'not-applicable by ']],
    ['its name, as before', (all) => all.recordShown([named], -5, null), ['not-applicable by ', 'not-applicable by ']],
    [
      'its name, added by the run',
      (all) => void all.recordAdded(named, 500, { exchangeId: 'x9', doneAt: 500 }),
      ['not-applicable by ', 'not-applicable by '],
    ],
  ])('as a later response shows: %s', async (_, show, outcomes) => {
    const sent = { caseId: 'a/b', exchangeId: 'x0', sentAt: 0 };
    const { judgements } = await tryCase(
      petStore(),
      ({ whole: { known }, expect: expecting }) => {
        known.recordRejected({ mark: NAME, requirement: 'CREATE-REFUSED-NOT-STORED', ...sent });
        known.recordRejected({ mark: UNIQUE, requirement: 'AUTH-NO-EFFECT', ...sent });
        show(known);
        expecting('CREATE-REFUSED-NOT-STORED').noneStored();
        expecting('AUTH-NO-EFFECT').noneStored();
      },
      { cites: ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] },
    );
    expect(judgements.map(({ outcome, exchanges }) => `${outcome} by ${exchanges.join()}`)).toEqual(outcomes);
  });
});

const REJECTED_BODY = { mark: NAME, caseId: 'a/b', exchangeId: 'x0', sentAt: 0 };

judges<{ readonly marked: Pet }>(
  'a pet of a rejected body is looked for between the ids of added pets',
  ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
  async ({ whole: { known }, api, pets: ofRun, expect: expecting }) => {
    known.recordRejected({ ...REJECTED_BODY, requirement: 'CREATE-REFUSED-NOT-STORED' });
    await Promise.all(ofRun.unknownIdsBetweenOwn().map((id) => api.getPet(id, { expects: [200, 404] })));
    expecting('CREATE-REFUSED-NOT-STORED').noneStored();
    expecting('AUTH-NO-EFFECT').noneStored();
  },
  [
    ['it is there', petStore([pet(12n, { name: NAME })]), REJECTED_STORED, { own: [pet(11n), pet(13n)], requests: 1 }],
    ['another pet is there', petStore([pet(12n)]), NONE_SEEN, { own: [pet(11n), pet(13n)], requests: 1 }],
    ['no pet is there', petStore(), NONE_SEEN, { own: [pet(-1n), pet(-3n)], requests: 1 }],
    ['many ids are there', petStore(), NONE_SEEN, { own: [pet(1n), pet(90n)], requests: 24 }],
    ['ids are not counted', petStore(), NONE_SEEN, { own: [pet(1n), pet(2n ** 40n)], requests: 0 }],
    ['all ids are known', petStore(), NONE_SEEN, { own: [pet(1n), pet(3n)], known: [pet(2n)], requests: 0 }],
  ],
);

it('a complete page that was read after the rejections proves that none was stored', async () => {
  const tried = await tryCase(
    petStore(pets(5)),
    async ({ whole, expect: expecting, takeSnapshots }) => {
      whole.known.recordRejected({ ...REJECTED_BODY, requirement: 'AUTH-NO-EFFECT' });
      await takeSnapshots();
      expecting('AUTH-NO-EFFECT').noneStored();
      whole.known.pages.recordPage(seenPage(50));
      expecting('AUTH-NO-EFFECT').noneStored();
    },
    { cites: ['AUTH-NO-EFFECT'], own: pets(1) },
  );
  expect(
    tried.judgements.filter((each) => each.requirement === 'AUTH-NO-EFFECT').map(({ outcome }) => outcome),
  ).toEqual(['not-applicable', 'satisfied']);
});

/** A service that rejects every body; what appears in its catalogue at each request, by its body if it has one. */
function rejecting(
  appears: (body: string | null, serial: number) => Partial<Pet> | false = () => false,
  catalogue = pets(5),
): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const fields = appears(request.method === 'POST' ? String(request.body) : null, serial);
    if (fields !== false) catalogue.push(pet(BigInt(100 + serial), fields));
    return request.method === 'POST' ? errorReply(400) : store(request, serial);
  };
}

/** The bodies that bear no mark. */
const UNMARKED = unmarkedBodies({ acceptsUniqueCategory: false }).length;
const DEFAULTS: Partial<Pet> = { name: '', categoryId: 0n };

judges(
  'rejected bodies without a mark are not stored',
  ['CREATE-REFUSED-NOT-STORED'],
  ({ pets: ofRun, expect: expecting }) => expecting('CREATE-REFUSED-NOT-STORED').unmarkedNotStored(ofRun.unmarked()),
  [
    ['where nothing appears', rejecting(), 'satisfied', { requests: 2 + UNMARKED }],
    ['but by one of them', rejecting((body) => body === 'null' && DEFAULTS), 'violated', { says: 'the body is null' }],
    [
      'where another client adds with every fourth',
      rejecting((_, serial) => serial % (UNMARKED + 2) === 0 && {}),
      'not-applicable',
    ],
    ['where another client adds once', rejecting((_, serial) => serial === 2 && {}), 'not-applicable'],
    [
      'where other pets appear beside one of them',
      rejecting((body, serial) => body === 'null' && { name: `Stranger ${serial}` }),
      'not-applicable',
    ],
    ['where no page holds the catalogue', rejecting(undefined, pets(120)), 'not-applicable'],
  ],
);

/** A service that keeps its connections: each second request uses the connection of the one before. */
const keeping =
  (service: Service): Service =>
  (request, serial) => ({ ...service(request, serial), connection: serial % 2 === 0 ? 'reused' : 'fresh' });

/** The same, which answers the first request of a connection with an empty page. */
const keptThen = (reply: Reply): Service => keeping((_, serial) => (serial % 2 === 0 ? reply : pageReply([])));

const adding = { adds: true, added: [{ type: 'addition', addition: { id: '5', intended: false } }] };
const BODY = { body: '{"name":"Rex","categoryId":1}', expects: [400] } as const;

judges<{ readonly adds: boolean; readonly added: readonly object[] }>(
  'a bad key is rejected on a connection on which a good one was accepted',
  ['AUTH-EVERY-REQUEST'],
  async ({ api, expect: expecting, afterAcceptedRequest }, { adds = false }) => {
    const response = await afterAcceptedRequest((onConnection) => {
      const options = { ...onConnection, credential: credentials['random-key'] };
      return adds ? api.createPet(BODY, options) : api.listPets({}, options);
    });
    expecting('AUTH-EVERY-REQUEST').rejected(response, 401);
  },
  [
    ['rejected', keeping(petStore()), 'satisfied', { requests: 2 }],
    ['accepted', keptThen(pageReply([])), 'violated'],
    ['400', keptThen(errorReply(400)), 'violated'],
    ['an addition accepted', keptThen({ status: 201, body: '{"id":5}' }), 'violated', adding],
    ['connections are closed', petStore(), 'stopped not-applicable', { requests: 6 }],
    ['the good key is rejected', () => errorReply(401), 'stopped not-verified', { says: 'PETSTORE_API_KEY' }],
    ['no response', () => ({ failure: 'response-timeout' }), 'stopped not-verified'],
  ],
  ({ run, records, openConnections }, [, , , { added } = {}]) => {
    expect(openConnections()).toBe(0);
    if (added === undefined) return;
    expect(records.filter(({ type }) => type === 'addition')).toMatchObject(added);
    expect(run.budget.spent()).toBe(added.length);
  },
);

/** Answers by the id that is asked for, and by how many were asked for before. */
const byId =
  (reply: (id: bigint, serial: number) => Reply): Service =>
  ({ path }, serial) =>
    reply(BigInt(path.slice('/pets/'.length)), serial);

const found = (id: bigint): Reply => ({ body: petText(pet(id)) });
const notFound = byId(() => errorReply(404));
const constant = (reply: Reply): Service => byId(() => reply);
const NOT_FOUND = 'GET-UNKNOWN satisfied, GET-UNKNOWN-SIGN not-applicable';
const WRONG = 'GET-UNKNOWN violated, GET-UNKNOWN-SIGN not-applicable';
const BOTH = 'GET-UNKNOWN satisfied, GET-UNKNOWN-SIGN satisfied';
const AS_INVALID = 'GET-UNKNOWN not-applicable, GET-UNKNOWN-SIGN violated';
const TOO_DEEP = `{"id":1,"name":"Rex","categoryId":1,"x":${'['.repeat(300)}${']'.repeat(300)}}`;
const LARGE = 2n ** 53n + 1n;
/** First this body for the large id, then no such pet. */
const once = (body: string, status = 200): Service => inTurn({ body, status }, errorReply(404));

interface UnknownId {
  readonly first: bigint;
}

judges<UnknownId>(
  'an id that no pet has is not found',
  ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
  async ({ api, pets: ofRun, expect: expecting }, { first }) => {
    const drawn = ofRun.unknownIds('positive');
    const responses = await api.getUnknown(first === undefined ? drawn : [first, ...drawn]);
    expecting('GET-UNKNOWN').notFound(responses);
    expecting('GET-UNKNOWN-SIGN').notInvalid(responses);
  },
  [
    ['drawn', notFound, NOT_FOUND, { requests: 1 }],
    ['-1', notFound, BOTH, { first: -1n }],
    ['400', constant({ status: 400, body: '{}' }), WRONG],
    ['200 without a pet', constant({ body: '{"id":1}' }), WRONG],
    ['another pet', byId((id) => found(id + 1n)), WRONG, { requests: 1 }],
    ['403', constant(errorReply(403)), 'stopped not-verified'],
    ['zero is invalid', constant(errorReply(400)), AS_INVALID, { first: 0n }],
    ['a real pet once', byId((id, serial) => (serial === 1 ? found(id) : errorReply(404))), NOT_FOUND, { requests: 2 }],
    [
      'real pets each time, after an id that was not drawn',
      byId(found),
      WRONG,
      { first: 1n, says: '3 ids that should be unknown' },
    ],
    ['that large id', once(petText(pet(LARGE))), NOT_FOUND, { first: LARGE, requests: 2 }],
    ['an invalid pet with that id', once(`{"id":${LARGE},"name":null}`), NOT_FOUND, { first: LARGE, requests: 2 }],
    ['its neighbour', once(petText(pet(LARGE - 1n))), WRONG, { first: LARGE, requests: 1 }],
    ['nested too deep to be read', once(TOO_DEEP), 'stopped not-verified', { first: 1n }],
  ],
  ({ sent }) => expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length),
);
