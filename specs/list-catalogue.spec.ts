import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectListed } from '../src/conformance/expectations/expect-listed.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { findOnPage } from '../src/conformance/page.ts';
import { petDifferences } from '../src/contract/pet.ts';

conformanceTest(
  'the list is a bare array of animals',
  { requirements: ['LIST-OK', 'PETS-ARRAY'] },
  async ({ client }) => {
    await client.list();
  },
);

conformanceTest(
  'the ids within a page are distinct',
  { requirements: ['LIST-IDS-DISTINCT'] },
  async ({ client, judge }) => {
    const page = await client.list({ limit: 100 });
    if (page.size > 1) return;
    judge.notVerified(
      'LIST-IDS-DISTINCT',
      'The catalogue holds no two animals.',
      'Put two animals into the catalogue.',
      [page.answer],
    );
  },
);

conformanceTest(
  'animals added without a status are in the list',
  { requirements: ['LIST-COMPLETE', 'LIST-SAME', 'CREATE-STORED'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireAdding(judge);
    const added = catalogue.starters.filter((pet) => pet.status === undefined);
    if (added.length === 0)
      return judge.stopNotApplicable('The service gives a status to every animal that is added without one.');
    await expectListed(run, client, judge, added, undefined);
  },
);

conformanceTest(
  'the same request shows an animal that was added since it was sent last',
  { requirements: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME', 'CREATE-STORED'], creates: 1 },
  async ({ client, judge, catalogue, run }) => {
    const pet = catalogue.lawfulPet(judge, { status: 'sold' });
    await Promise.all([client.list({ limit: 100 }), client.list({ status: 'sold', limit: 100 })]);
    const added = await client.add(pet);
    await expectListed(run, client, judge, [added.pet], added.pet.status);
  },
);

conformanceTest(
  'the same short request is not answered from before an addition',
  { requirements: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME', 'CREATE-STORED'], creates: 1 },
  async ({ client, judge, catalogue, run }) => {
    const pet = catalogue.lawfulPet(judge, { status: 'pending' });
    await Promise.all([client.list({ limit: 20 }), client.list({ limit: 20, status: 'pending' })]);
    const added = await client.add(pet);
    await expectListed(run, client, judge, [added.pet], added.pet.status, { limit: 20 });
  },
);

conformanceTest(
  'the list shows animals with the values that reading them alone shows',
  { requirements: ['LIST-SAME', 'GET-SAME'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireReadingOne(judge);
    const before = await client.list({ limit: 10 });
    if (before.size === 0)
      return judge.stop('The catalogue is empty.', 'Put an animal into the catalogue.', [before.answer]);
    const read = await Promise.all(before.pets.map((pet) => client.read(pet.id)));
    const after = await client.list({ limit: 10 });
    const steady = before.pets.filter((pet) => {
      const again = findOnPage(after, pet.id);
      return again !== undefined && petDifferences(pet, again).length === 0;
    });
    if (steady.length === 0)
      return judge.stop('The list changed between two looks at it.', 'Run again while fewer clients write.', [
        after.answer,
      ]);
    for (const { pet, answer } of read) {
      const listed = steady.find((candidate) => candidate.id === pet.id);
      if (listed !== undefined) expectSameAnimal(judge, 'LIST-SAME', pet, listed, [answer, before.answer]);
    }
  },
);
