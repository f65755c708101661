import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { newPetMembers } from '../src/conformance/new-pet-text.ts';
import { drawUnknownId } from '../src/conformance/unknown-id.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { writeJson } from '../src/contract/json.ts';

const AT_ONCE = 10;

conformanceTest(
  'animals added at the same time receive distinct ids',
  { requirements: ['CREATE-ID-UNIQUE'], creates: AT_ONCE },
  async ({ client, judge, catalogue }) => {
    const pets = Array.from({ length: AT_ONCE }, (_, index) =>
      catalogue.lawfulPet(judge, { status: PET_STATUSES[index % PET_STATUSES.length] ?? 'sold' }),
    );
    const added = await Promise.all(pets.map((pet) => client.add(pet)));
    const ids = new Set(added.map(({ pet }) => pet.id));
    judge.check('CREATE-ID-UNIQUE', ids.size === AT_ONCE, {
      expected: `${AT_ONCE} distinct ids`,
      actual: `${ids.size} distinct ids`,
      answers: added.map(({ answer }) => answer),
    });
  },
);

conformanceTest(
  'the same animal added twice at the same time becomes two, and both can be read',
  { requirements: ['CREATE-ID-UNIQUE', 'CREATE-DUPLICATES', 'GET-SAME'], creates: 2 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const pet = catalogue.lawfulPet(judge, { status: 'available' });
    const added = await Promise.all([client.add(pet, 'CREATE-DUPLICATES'), client.add(pet, 'CREATE-DUPLICATES')]);
    judge.check('CREATE-DUPLICATES', added[0].pet.id !== added[1].pet.id, {
      expected: 'two ids',
      actual: `the ids ${added[0].pet.id} and ${added[1].pet.id}`,
      answers: [added[0].answer, added[1].answer],
    });
    for (const each of added) {
      const read = await client.read(each.pet.id);
      expectSameAnimal(judge, 'GET-SAME', each.pet, read.pet, [each.answer, read.answer]);
    }
  },
);

conformanceTest(
  'an id sent by the client is not used',
  { requirements: ['CREATE-ID-ASSIGNED'], creates: 1 },
  async ({ client, judge, catalogue, run }) => {
    const id = drawUnknownId(run, run.randomFor(judge.caseId), 'positive');
    const pet = catalogue.lawfulPet(judge, { status: 'pending' });
    const whole = await client.post(writeJson({ id, ...newPetMembers(pet) }), 'named');
    const outcome = client.refusedOrAdded('CREATE-ID-ASSIGNED', whole, pet);
    if (outcome.kind === 'refused') return;
    judge.check('CREATE-ID-ASSIGNED', outcome.pet.id !== id, {
      expected: `an id that the service chose, other than ${id}`,
      actual: `the id ${outcome.pet.id}`,
      pointer: '/id',
      answers: [outcome.answer],
    });
  },
);

conformanceTest(
  'the id of another animal sent by the client does not touch that animal',
  { requirements: ['CREATE-ID-ASSIGNED', 'GET-SAME'], creates: 2 },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const other = await client.add(catalogue.lawfulPet(judge, { status: 'available' }));
    const pet = catalogue.lawfulPet(judge, { status: 'sold' });
    const whole = await client.post(writeJson({ id: other.pet.id, ...newPetMembers(pet) }), 'named');
    const outcome = client.refusedOrAdded('CREATE-ID-ASSIGNED', whole, pet);
    if (outcome.kind === 'accepted') {
      judge.check('CREATE-ID-ASSIGNED', outcome.pet.id !== other.pet.id, {
        expected: `an id other than ${other.pet.id}`,
        actual: `the id ${outcome.pet.id}`,
        pointer: '/id',
        answers: [outcome.answer],
      });
    }
    const read = await client.read(other.pet.id);
    expectSameAnimal(judge, 'GET-SAME', other.pet, read.pet, [other.answer, read.answer]);
  },
);
