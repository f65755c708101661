import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { expectUnknown } from '../src/conformance/expectations/expect-unknown.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from '../src/contract/exact-integer.ts';

conformanceTest(
  'an animal in the catalogue is read by its id',
  { requirements: ['GET-OK', 'GET-SAME'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    await client.read(catalogue.anyAnimal(judge).id);
  },
);

conformanceTest(
  'an animal is read as adding it showed it',
  { requirements: ['GET-SAME'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const added = await client.add(catalogue.lawfulPet(judge, { status: 'pending' }));
    const read = await client.read(added.pet.id);
    expectSameAnimal(judge, 'GET-SAME', added.pet, read.pet, [added.answer, read.answer]);
  },
);

const RANGES = ['negative', 'exact', 'small'] as const;

for (const range of RANGES) {
  conformanceTest(
    `an id that no animal has is not found: ${range}`,
    { requirements: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireReadingOne(judge);
      await expectUnknown(run, client, judge, range);
    },
  );
}

for (const [title, requirements, neighbour] of [
  ['2^32 above that of an animal, the same in 32 bits', ['GET-UNKNOWN'], (id: bigint) => id + 2n ** 32n],
  ['that of an animal with digits behind it', ['GET-UNKNOWN'], (id: bigint) => BigInt(String(id).padEnd(18, '7'))],
  ['that of an animal with the other sign', ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'], (id: bigint) => -id],
  // Where ids are counted, an animal of this run will soon have it; that it had none before must then be forgotten.
  ['60 above that of an animal, which none has yet', ['GET-UNKNOWN'], (id: bigint) => id + 60n],
] as const) {
  conformanceTest(
    `an id that no animal has is not found: ${title}`,
    { requirements },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireReadingOne(judge);
      const id = neighbour(catalogue.anyAnimal(judge).id);
      if (!isInt64(id) || run.sightings.find(id) !== undefined)
        return judge.stopNotApplicable('There is no such id, or an animal has it.');
      await expectUnknown(run, client, judge, 'positive', id);
    },
  );
}

for (const [title, id] of [
  ['0', 0n],
  ['minus 1', -1n],
  ['2^63 minus 1', INT64_MAX],
  ['minus 2^63', INT64_MIN],
] as const) {
  conformanceTest(
    `the id ${title} is not found, unless an animal has it`,
    { requirements: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireReadingOne(judge);
      await expectUnknown(run, client, judge, 'positive', id);
    },
  );
}

conformanceTest(
  'the double next to an id is another id',
  { requirements: ['GET-UNKNOWN'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireReadingOne(judge);
    const large = run.sightings.all().find(({ pet }) => BigInt(Number(pet.id)) !== pet.id);
    if (large === undefined) return judge.stopNotApplicable('No id was seen that a double cannot hold.');
    const rounded = BigInt(Number(large.pet.id));
    if (run.sightings.find(rounded) !== undefined) return judge.stopNotApplicable('An animal has the rounded id too.');
    await expectUnknown(run, client, judge, 'exact', rounded);
  },
);
