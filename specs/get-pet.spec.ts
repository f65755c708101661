import { INT64_MAX, INT64_MIN, isInt64 } from '../src/contract/exact-integer.ts';
import { defineCases } from '../src/suite/case.ts';

const BOUNDS = [
  ['zero', '0', 0n],
  ['minus-1', 'minus 1', -1n],
  ['largest', '2^63 minus 1', INT64_MAX],
  ['smallest', 'minus 2^63', INT64_MIN],
] as const;

/** Ids next to that of a pet. */
const NEIGHBOURS = [
  ['same-in-32-bits', '2^32 above that of a pet', ['GET-UNKNOWN'], (id: bigint) => id + 2n ** 32n],
  ['more-digits', 'that of a pet with digits behind it', ['GET-UNKNOWN'], moreDigits],
  ['other-sign', 'that of a pet with the other sign', ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], (id: bigint) => -id],
  // If ids are counted, a pet of this run will soon have it; that it had none before must then be forgotten.
  ['not-yet', '60 above that of a pet', ['GET-UNKNOWN'], (id: bigint) => id + 60n],
] as const;

function moreDigits(id: bigint): bigint {
  return BigInt(String(id).padEnd(18, '7'));
}

export const cases = defineCases(({ testCase }) => {
  const stage = 'additions and rejections';

  testCase(
    'get/any',
    'GET /pets/{petId} MUST give a pet that is in the catalogue',
    { judges: ['GET-OK', 'GET-SAME'], needs: ['any pets', 'getPet'], stage },
    async ({ api, pets, expect }) => {
      const { response } = await api.readPet(pets.any().id);
      expect('GET-OK').holdsFor(response);
      expect('GET-SAME').holdsFor(response);
    },
  );

  testCase(
    'get/added',
    'GET /pets/{petId} MUST give an added pet as adding it showed it',
    { judges: ['GET-SAME'], needs: ['create', 'getPet'], mayCreate: 1, stage },
    async ({ api, pets, expect }) => {
      const added = await api.addPet(pets.valid({ status: 'pending' }));
      expect('GET-SAME').samePet(added, await api.readPet(added.pet.id));
    },
  );

  for (const range of ['negative', 'exact', 'small'] as const) {
    testCase(
      `get/unknown/${range}`,
      `GET /pets/{petId} MUST answer an id that no pet has with 404: ${range}`,
      { judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], needs: ['getPet'], stage },
      async ({ expect }) => expect.notFound(range),
    );
  }

  for (const [name, title, judges, neighbour] of NEIGHBOURS) {
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST answer an id that no pet has with 404: ${title}`,
      { judges, needs: ['any pets', 'getPet'], stage },
      async ({ pets, expect, notApplicable }) => {
        const id = neighbour(pets.any().id);
        if (!isInt64(id) || pets.isKnown(id)) return notApplicable('There is no such id, or a pet has it.');
        await expect.notFound('positive', id);
      },
    );
  }

  for (const [name, title, id] of BOUNDS) {
    testCase(
      `get/unknown/${name}`,
      `GET /pets/{petId} MUST answer the id ${title} with 404, unless a pet has it`,
      { judges: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], needs: ['getPet'], stage },
      async ({ expect }) => expect.notFound('positive', id),
    );
  }

  testCase(
    'get/unknown/next-double',
    'GET /pets/{petId} MUST answer the double next to an id with 404',
    { judges: ['GET-UNKNOWN'], needs: ['any pets', 'getPet'], stage },
    async ({ pets, expect, notApplicable }) => {
      const large = pets.withLargeId();
      if (large === undefined) return notApplicable('No id was seen that a double cannot hold.');
      const rounded = BigInt(Number(large.id));
      if (pets.isKnown(rounded)) return notApplicable('A pet has the rounded id too.');
      await expect.notFound('exact', rounded);
    },
  );
});
