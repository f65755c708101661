import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

for (const status of PET_STATUSES) {
  conformanceTest(
    `an animal that is ${status} is added as it was sent`,
    { requirements: ['CREATE-OK', 'CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      await client.add(catalogue.lawfulPet(judge, { status }));
    },
  );
}

conformanceTest(
  'an animal may be added without a status',
  { requirements: ['CREATE-STATUS-OPTIONAL', 'OPEN-DEFAULT-STATUS'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const { pet, answer } = await client.add(catalogue.lawfulPet(judge));
    judge.observe('OPEN-DEFAULT-STATUS', {
      expected: 'left open',
      actual: pet.status === undefined ? 'it has no status' : `it becomes ${pet.status}`,
      answers: [answer],
    });
  },
);

conformanceTest(
  'the second known category is kept as well as the first',
  { requirements: ['CREATE-KEEPS-CATEGORY'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    const second = catalogue.categories[1];
    if (second === undefined) return judge.stopNotApplicable('Only one category is known to be accepted.');
    await client.add(catalogue.lawfulPet(judge, { categoryId: second, status: 'available' }));
  },
);

conformanceTest(
  'the same valid animal added twice becomes two animals',
  { requirements: ['CREATE-DUPLICATES'], creates: 2 },
  async ({ client, judge, catalogue }) => {
    const pet = catalogue.lawfulPet(judge, { status: 'available' });
    const first = await client.add(pet);
    const second = await client.add(pet, 'CREATE-DUPLICATES');
    judge.check('CREATE-DUPLICATES', first.pet.id !== second.pet.id, {
      expected: `an id other than ${first.pet.id}`,
      actual: `the id ${second.pet.id}`,
      pointer: '/id',
      answers: [first.answer, second.answer],
    });
  },
);

conformanceTest(
  'an added animal does not change one that was added before',
  { requirements: ['GET-SAME', 'CREATE-STORED'], creates: 2 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const first = await client.add(catalogue.lawfulPet(judge, { status: 'pending' }));
    await client.add(catalogue.lawfulPet(judge, { status: 'sold' }));
    const { pet, answer } = await client.read(first.pet.id);
    expectSameAnimal(judge, 'GET-SAME', first.pet, pet, [first.answer, answer]);
  },
);
