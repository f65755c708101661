import { INT64_MAX, isInt64 } from '../src/contract/exact-integer.ts';
import { defineCases } from '../src/suite/case.ts';

const BOUNDS = [
  { name: 'zero', title: '0', id: 0n },
  { name: 'minus-1', title: '-1', id: -1n },
  { name: 'largest', title: '2^63-1', id: INT64_MAX },
] as const;

/** The ranges that unknown ids are drawn from. */
const RANGES = [
  ['negative', 'a random negative id'],
  ['exact', 'a random id that a double cannot hold'],
  ['small', 'a random id of ten digits'],
] as const;

/** An unknown id that a faulty look-up confuses with the id of an existing pet. */
interface SimilarId {
  readonly name: string;
  readonly title: string;
  readonly judges: readonly ['GET-UNKNOWN', ...'GET-UNKNOWN-SIGN'[]];
  readonly similarTo: (id: bigint) => bigint;
}

const SIMILAR_IDS: readonly SimilarId[] = [
  {
    name: 'same-in-32-bits',
    title: 'an existing id plus 2^32',
    judges: ['GET-UNKNOWN'],
    similarTo: (id) => id + 2n ** 32n,
  },
  {
    name: 'more-digits',
    title: 'an existing id with more digits',
    judges: ['GET-UNKNOWN'],
    similarTo: (id) => BigInt(String(id).padEnd(18, '7')),
  },
  // A service that counts ids assigns this one soon. It must not cache that the id was unknown.
  { name: 'not-yet', title: 'an existing id plus 50', judges: ['GET-UNKNOWN'], similarTo: (id) => id + 50n },
  {
    name: 'other-sign',
    title: 'an existing id with the other sign',
    judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'],
    similarTo: (id) => -id,
  },
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
      const pet = pets.seeds.at(-1);
      if (pet === undefined) return stopNotVerified('The run could not create a pet.');
      await api.readPet(pet.id);
    },
  );

  for (const [range, title] of RANGES) {
    testCase(
      `get/unknown/${range}`,
      `GET /pets/{petId} MUST return 404 for an unknown id: ${title}`,
      { judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], needs: ['getPet'], stage },
      async ({ api, pets, expect }) => {
        const responses = await api.getUnknown(pets.unknownIds(range));
        expect('GET-UNKNOWN').notFound(responses);
        expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

  for (const { name, title, judges, similarTo } of SIMILAR_IDS) {
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST return 404 for an unknown id: ${title}`,
      { judges, needs: ['any pets', 'getPet'], stage },
      async ({ api, pets, expect, stopNotApplicable }) => {
        const id = similarTo(pets.any().id);
        if (!isInt64(id) || pets.isKnown(id)) return stopNotApplicable('A pet has this id, or it is not an int64.');
        const responses = await api.getUnknown([id, ...pets.unknownIds('positive')]);
        expect('GET-UNKNOWN').notFound(responses);
        if (judges.includes('GET-UNKNOWN-SIGN')) expect('GET-UNKNOWN-SIGN').notInvalid(responses);
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

  for (const { name, title, id } of BOUNDS) {
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST return 404 for the id ${title}, unless a pet has it`,
      { judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], needs: ['getPet'], stage },
      async ({ api, pets, expect }) => {
        const responses = await api.getUnknown([id, ...pets.unknownIds('positive')]);
        expect('GET-UNKNOWN').notFound(responses);
        expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

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
