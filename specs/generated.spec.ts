import * as fc from 'fast-check';
import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { expectUnknown } from '../src/conformance/expectations/expect-unknown.ts';
import { expectEveryExample, GENERATED_CREATES } from '../src/conformance/generated/expect-every-example.ts';
import { mutatedKeys } from '../src/conformance/generated/mutated-keys.ts';
import { newPetText } from '../src/conformance/new-pet-text.ts';
import { together } from '../src/conformance/together.ts';
import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';
import { LIMIT_MAX, LIMIT_MIN } from '../src/contract/limits.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { lawfulPetArbitrary, proveLawful } from '../src/generate/lawful-pet-arbitrary.ts';
import { oneFaultArbitrary } from '../src/generate/one-fault-arbitrary.ts';

// Each case here is a property that is tried with many examples (--examples), which follow from the seed of the run. Those
// that may add animals wait while the catalogue is filled, since they may use up what the run may still add.

conformanceTest(
  'lawful animals are added and kept',
  {
    requirements: ['CREATE-NAMES', 'CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS', 'GET-SAME'],
    creates: GENERATED_CREATES,
  },
  async ({ judge, catalogue, run }) => {
    catalogue.requireAdding(judge);
    await catalogue.filled();
    await expectEveryExample(run, judge, {
      examples: lawfulPetArbitrary(),
      adds: true,
      async expect(tools, { turn, ...rest }) {
        const pet = { ...rest, categoryId: catalogue.categories[turn % catalogue.categories.length] ?? 1n };
        proveLawful(newPetText(pet));
        const added = await tools.client.add(pet, pet.status === undefined ? undefined : 'CREATE-NAMES');
        catalogue.requireReadingOne(tools.judge);
        const read = await tools.client.read(added.pet.id);
        expectSameAnimal(tools.judge, 'GET-SAME', added.pet, read.pet, [added.answer, read.answer]);
      },
    });
  },
);

for (const [title, requirement, place] of [
  ['the name is of another type', 'CREATE-REFUSES-NAME-TYPE', { field: 'name', kind: 'wrong-type' }],
  ['the categoryId is of another type', 'CREATE-REFUSES-CATEGORY-TYPE', { field: 'categoryId', kind: 'wrong-type' }],
  ['the categoryId is no int64', 'CREATE-REFUSES-CATEGORY-RANGE', { field: 'categoryId', kind: 'out-of-range' }],
  ['the status is of another type', 'CREATE-REFUSES-STATUS-TYPE', { field: 'status', kind: 'wrong-type' }],
  ['the status is another word', 'CREATE-REFUSES-STATUS-VALUE', { field: 'status', kind: 'not-in-enumeration' }],
  ['the body is no object', 'CREATE-REFUSES-NON-OBJECT', 'not-an-object'],
] as const) {
  conformanceTest(
    `bodies are refused where ${title}`,
    { requirements: [requirement], creates: GENERATED_CREATES },
    async ({ judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      await catalogue.filled();
      await expectEveryExample(run, judge, {
        examples: oneFaultArbitrary(place),
        adds: true,
        async expect({ client }, { turn, build }) {
          const { body } = build(catalogue.categories[turn % catalogue.categories.length] ?? 1n);
          client.refused(requirement, await client.post(body, 'named'), 400);
        },
      });
    },
  );
}

conformanceTest(
  'pages keep to any limit and filter',
  { requirements: ['LIST-LIMIT-RANGE', 'LIST-LIMIT-MAX', 'LIST-STATUS-FILTER'] },
  async ({ judge, run }) => {
    await expectEveryExample(run, judge, {
      examples: fc.record(
        { limit: fc.integer({ min: LIMIT_MIN, max: LIMIT_MAX }), status: fc.constantFrom(...PET_STATUSES) },
        { requiredKeys: ['limit'] },
      ),
      adds: false,
      async expect({ client }, query) {
        await client.list(query);
      },
    });
  },
);

/**
 * Services that count give their animals the first ids. Examples tend to be small, and a broken service may have shown
 * such an animal in a form that the run could not take note of.
 */
function isFarFromSequences(id: bigint): boolean {
  return id <= 0n || id > 1_000_000n;
}

conformanceTest(
  'ids that no animal has are not found',
  { requirements: ['GET-UNKNOWN', 'GET-UNKNOWN-SIGN'] },
  async ({ judge, catalogue, run }) => {
    catalogue.requireReadingOne(judge);
    await expectEveryExample(run, judge, {
      examples: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }).filter(isFarFromSequences),
      adds: false,
      async expect(tools, id) {
        if (run.sightings.find(id) !== undefined)
          tools.judge.stopNotApplicable('The run has seen an animal of this id.');
        await expectUnknown(run, tools.client, tools.judge, 'exact', id);
      },
    });
  },
);

conformanceTest(
  'keys that are almost right are refused',
  {
    requirements: [
      'AUTH-INVALID-LIST',
      'AUTH-INVALID-CREATE',
      'AUTH-INVALID-GET',
      'AUTH-MISSING-LIST',
      'AUTH-MISSING-CREATE',
      'AUTH-MISSING-GET',
    ],
    creates: GENERATED_CREATES,
  },
  async ({ judge, catalogue, run }) => {
    await catalogue.filled();
    await expectEveryExample(run, judge, {
      examples: mutatedKeys(run.configuration),
      adds: true,
      async expect({ client, judge: quiet }, { key, credential }) {
        const kind = key === 'invalid' ? 'INVALID' : 'MISSING';
        const listing = { method: 'GET', path: '/pets', operation: 'listPets', credential } as const;
        await together(
          async () => client.refused(`AUTH-${kind}-LIST`, await client.send(listing, 'named'), 401),
          async () => {
            const { body } = catalogue.unauthorisedBody(quiet);
            client.refused(`AUTH-${kind}-CREATE`, await client.post(body, 'named', { credential }), 401);
          },
          async () => {
            catalogue.requireReadingOne(quiet);
            const path = `/pets/${catalogue.anyId(quiet)}`;
            const reading = { method: 'GET', path, operation: 'getPet', credential } as const;
            client.refused(`AUTH-${kind}-GET`, await client.send(reading, 'named'), 401);
          },
        );
      },
    });
  },
);
