import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectListed } from '../src/conformance/expectations/expect-listed.ts';
import { expectListedAsRead } from '../src/conformance/expectations/expect-listed-as-read.ts';

/** What curl and many clients send by themselves; the suite itself asks for JSON. */
const ANY_TYPE = [['Accept', '*/*']] as const;

conformanceTest(
  'the list is a bare array of animals',
  { requirements: ['LIST-OK', 'PETS-ARRAY'] },
  async ({ client }) => {
    await client.list();
  },
);

conformanceTest(
  'the list is JSON for a client that accepts any media type',
  { requirements: ['LIST-OK', 'PETS-ARRAY'] },
  async ({ client }) => {
    const whole = await client.send(
      { method: 'GET', path: '/pets', operation: 'listPets', headers: ANY_TYPE },
      'named',
    );
    client.asPage(whole, {});
  },
);

conformanceTest(
  'the ids within a page are distinct',
  { requirements: ['LIST-IDS-DISTINCT'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 100 });
    if (page.size > 1) return;
    if (page.size === 1 && run.sightings.all().length > 1)
      return judge.stopNotApplicable('The service shows one animal on a page, which cannot repeat an id.', [
        page.answer,
      ]);
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
    const page = await client.list({ limit: 6 });
    if (page.size === 0)
      return judge.stop('The catalogue is empty.', 'Put an animal into the catalogue.', [page.answer]);
    // A page that holds more than it was asked for is judged elsewhere, and is no reason to send without end.
    const pets = page.pets.slice(0, 6);
    await Promise.all(pets.map((pet) => expectListedAsRead(client, judge, page, pet)));
  },
);
