import { INT64_MAX, INT64_MIN, isInt64 } from '../src/contract/exact-integer.ts';
import { defineCases, type Stage } from '../src/suite/case.ts';
import type { Pets } from '../src/suite/pets.ts';

/** Ids that no pet has. If a pet of another client has the first one, the next is tried. */
const UNKNOWN_IDS: readonly (readonly [
  id: string,
  title: string,
  stage: Stage,
  ids: (pets: Pets) => readonly bigint[],
])[] = [
  ['negative', 'an unknown id: a random negative id', 'small catalogue', (pets) => pets.unknownIds('negative')],
  [
    'exact',
    'an unknown id: a random id that a double cannot hold',
    'small catalogue',
    (pets) => pets.unknownIds('exact'),
  ],
  ['small', 'an unknown id: a random id of ten digits', 'small catalogue', (pets) => pets.unknownIds('small')],
  // Before the main stage, pets get these bounds as their categoryId, if the service accepts them.
  ['zero', 'the id 0, unless a pet has it', 'main', (pets) => [0n, ...pets.unknownIds('positive')]],
  ['minus-1', 'the id -1, unless a pet has it', 'main', (pets) => [-1n, ...pets.unknownIds('positive')]],
  ['largest', 'the id 2^63-1, unless a pet has it', 'main', (pets) => [INT64_MAX, ...pets.unknownIds('positive')]],
  ['smallest', 'the id -2^63, unless a pet has it', 'main', (pets) => [INT64_MIN, ...pets.unknownIds('positive')]],
];

/** The id of an added pet, an even one if there is one. */
function anyEvenId(pets: Pets): bigint {
  return (pets.own().find(({ id }) => id % 2n === 0n) ?? pets.any()).id;
}

/** An id of 18 digits that starts with another one, and also ends with it if that is short. */
function withMoreDigits(id: string): bigint {
  const isShort = /^\d{1,9}$/.test(id);
  return BigInt(isShort ? id.padEnd(18 - id.length, '0') + id : id.padEnd(18, '7'));
}

/** Unknown ids that a faulty look-up confuses with the id of a pet. Undefined if no known id has such a neighbour. */
const SIMILAR_IDS: readonly (readonly [
  id: string,
  title: string,
  stage: Stage,
  similar: (pets: Pets) => bigint | undefined,
])[] = [
  // Also the same in 53 bits, and in a double if it is even.
  ['same-in-32-bits', 'an existing id plus 2^53', 'small catalogue', (pets) => anyEvenId(pets) + 2n ** 53n],
  [
    'other-sign-bit',
    'an existing id with the other sign bit',
    'small catalogue',
    (pets) => BigInt.asIntN(64, pets.any().id + 2n ** 63n),
  ],
  [
    'more-digits',
    'an existing id with more digits, at its end or between the id twice',
    'small catalogue',
    (pets) => withMoreDigits(String(pets.any().id)),
  ],
  // A service that counts ids assigns this one soon. It must not cache that the id was unknown.
  ['not-yet', 'an existing id plus 50', 'small catalogue', (pets) => pets.any().id + 50n],
  ['other-sign', 'an existing id with the other sign', 'small catalogue', (pets) => -pets.any().id],
  ['next-double', 'an existing id rounded to a double', 'small catalogue', (pets) => pets.largeIdRounded()],
  // A service that looks for the nearest id, or one place too far, finds the newest pet. In this stage, no body adds a newer one.
  [
    'neighbour',
    'the id of the newest pet plus 1',
    'names listing',
    (pets) => (pets.own().at(-1) ?? pets.any()).id + 1n,
  ],
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

  for (const [id, title, stageOfId, ids] of UNKNOWN_IDS) {
    testCase(
      `get/unknown/${id}`,
      `GET /pets/{petId} MUST return 404 for ${title}`,
      { judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], needs: ['getPet'], stage: stageOfId },
      async ({ api, pets, expect }) => {
        const responses = await api.getUnknown(ids(pets));
        expect('GET-UNKNOWN').notFound(responses);
        expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }

  for (const [name, title, stageOfId, similar] of SIMILAR_IDS) {
    const isNegative = name === 'other-sign';
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST return 404 for an unknown id: ${title}`,
      {
        judges: ['GET-UNKNOWN', ...(isNegative ? (['GET-UNKNOWN-SIGN'] as const) : [])],
        needs: ['any pets', 'getPet'],
        stage: stageOfId,
      },
      async ({ api, pets, expect, stopNotApplicable }) => {
        const id = similar(pets);
        if (id === undefined) return stopNotApplicable('The run saw no id that a double cannot hold exactly.');
        if (!isInt64(id) || pets.isKnown(id)) return stopNotApplicable('A pet has this id, or it is not an int64.');
        const responses = await api.getUnknown([id, ...pets.unknownIds('positive')]);
        expect('GET-UNKNOWN').notFound(responses);
        if (isNegative) expect('GET-UNKNOWN-SIGN').notInvalid(responses);
      },
    );
  }
});
