import { INT64_MAX, isInt64 } from '../src/contract/exact-integer.ts';
import { defineCases } from '../src/suite/case.ts';
import type { Pets } from '../src/suite/pets.ts';

type UnknownIds = readonly (readonly [id: string, title: string, ids: (pets: Pets) => readonly bigint[]])[];

/** Ids that no pet has. */
const UNKNOWN_IDS: UnknownIds = [
  ['negative', 'an unknown id: a random negative id', (pets) => pets.unknownIds('negative')],
  ['exact', 'an unknown id: a random id that a double cannot hold', (pets) => pets.unknownIds('exact')],
  ['small', 'an unknown id: a random id of ten digits', (pets) => pets.unknownIds('small')],
];

/** If a pet of another client has the first one, the next is tried. */
const BOUNDS: UnknownIds = [
  ['zero', 'the id 0, unless a pet has it', (pets) => [0n, ...pets.unknownIds('positive')]],
  ['minus-1', 'the id -1, unless a pet has it', (pets) => [-1n, ...pets.unknownIds('positive')]],
  ['largest', 'the id 2^63-1, unless a pet has it', (pets) => [INT64_MAX, ...pets.unknownIds('positive')]],
];

/** Unknown ids that a faulty look-up confuses with the id of a pet. */
const SIMILAR_IDS: readonly (readonly [id: string, title: string, similarTo: (id: bigint) => bigint])[] = [
  ['same-in-32-bits', 'an existing id plus 2^32', (id) => id + 2n ** 32n],
  ['more-digits', 'an existing id with more digits', (id) => BigInt(String(id).padEnd(18, '7'))],
  // A service that counts ids assigns this one soon. It must not cache that the id was unknown.
  ['not-yet', 'an existing id plus 50', (id) => id + 50n],
  ['other-sign', 'an existing id with the other sign', (id) => -id],
];

export const cases = defineCases(({ testCase }) => {
  const stage = 'small catalogue';

  testCase(
    'get/any',
    'GET /pets/{petId} MUST return a pet that is in the catalogue',
    { feeds: ['GET-OK', 'GET-SAME'], needs: ['any pets', 'getPet'], stage, repeatGroup: 'get/known' },
    async ({ api, pets }) => void (await api.readPet(pets.any().id)),
  );

  testCase(
    'get/added',
    'GET /pets/{petId} MUST return an added pet with the values that POST /pets returned',
    { feeds: ['GET-SAME'], needs: ['seed pets', 'getPet'], stage },
    async ({ api, pets, stopNotVerified }) => {
      const pet = pets.seeds().at(-1);
      if (pet === undefined) return stopNotVerified('The run could not create a pet.');
      await api.readPet(pet.id);
    },
  );

  for (const [id, title, ids] of [...UNKNOWN_IDS, ...BOUNDS]) {
    testCase(
      `get/unknown/${id}`,
      `GET /pets/{petId} MUST return 404 for ${title}`,
      {
        judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
        needs: ['getPet'],
        // By the main stage, a pet has each bound as its categoryId, if the service accepts it there.
        stage: BOUNDS.some(([bound]) => bound === id) ? 'main' : stage,
      },
      async ({ api, pets, expect }) => {
        const responses = await api.getUnknown(ids(pets));
        expect('GET-UNKNOWN').notFound(responses);
        expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

  for (const [name, title, similarTo] of SIMILAR_IDS) {
    const isNegative = name === 'other-sign';
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST return 404 for an unknown id: ${title}`,
      {
        judges: ['GET-UNKNOWN', ...(isNegative ? (['GET-UNKNOWN-SIGN'] as const) : [])],
        needs: ['any pets', 'getPet'],
        stage,
      },
      async ({ api, pets, expect, stopNotApplicable }) => {
        const id = similarTo(pets.any().id);
        if (!isInt64(id) || pets.isKnown(id)) return stopNotApplicable('A pet has this id, or it is not an int64.');
        const responses = await api.getUnknown([id, ...pets.unknownIds('positive')]);
        expect('GET-UNKNOWN').notFound(responses);
        if (isNegative) expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

  testCase(
    'get/unknown/neighbour',
    'GET /pets/{petId} MUST return 404 for an unknown id: the id of the newest pet plus 1',
    // A service that looks for the nearest id, or one too far, finds the newest pet. No addition of the run takes the id meanwhile.
    { judges: ['GET-UNKNOWN'], needs: ['any pets', 'getPet'], stage: 'first listing' },
    async ({ api, pets, expect, stopNotApplicable }) => {
      const id = (pets.own().at(-1) ?? pets.any()).id + 1n;
      if (!isInt64(id) || pets.isKnown(id)) return stopNotApplicable('A pet has this id, or it is not an int64.');
      expect('GET-UNKNOWN').notFound(await api.getUnknown([id, ...pets.unknownIds('positive')]));
    },
  );

  testCase(
    'get/unknown/next-double',
    'GET /pets/{petId} MUST return 404 for an unknown id: an existing id rounded to a double',
    { judges: ['GET-UNKNOWN'], needs: ['any pets', 'getPet'], stage },
    async ({ api, pets, expect, stopNotApplicable }) => {
      const large = pets.withLargeId();
      if (large === undefined) return stopNotApplicable('The run saw no id that a double cannot hold exactly.');
      const rounded = BigInt(Number(large.id));
      if (!isInt64(rounded) || pets.isKnown(rounded))
        return stopNotApplicable('A pet has the rounded id, or it is not an int64.');
      const responses = await api.getUnknown([rounded, ...pets.unknownIds('exact')]);
      expect('GET-UNKNOWN').notFound(responses);
    },
  );
});
