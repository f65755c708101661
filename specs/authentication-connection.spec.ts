import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectRefusedOnConnection } from '../src/conformance/expectations/expect-refused-on-connection.ts';

// An accepted request opens a connection; the refused one follows at once on it.

for (const id of ['none', 'random-key', 'key-without-last-character'] as const) {
  conformanceTest(
    `listing is refused on a connection that was accepted before, with the credential ${id}`,
    { requirements: ['AUTH-EVERY-REQUEST'] },
    async ({ client, judge, run }) => {
      await expectRefusedOnConnection(run, client, judge, { method: 'GET', path: '/pets', operation: 'listPets' }, id);
    },
  );

  conformanceTest(
    `reading one is refused on a connection that was accepted before, with the credential ${id}`,
    { requirements: ['AUTH-EVERY-REQUEST'] },
    async ({ client, judge, run, catalogue }) => {
      catalogue.requireReadingOne(judge);
      const path = `/pets/${catalogue.anyId(judge)}`;
      await expectRefusedOnConnection(run, client, judge, { method: 'GET', path, operation: 'getPet' }, id);
    },
  );

  conformanceTest(
    `adding is refused on a connection that was accepted before, with the credential ${id}`,
    { requirements: ['AUTH-EVERY-REQUEST'], creates: 3 },
    async ({ client, judge, run, catalogue }) => {
      const { body } = catalogue.unauthorisedBody(judge);
      await expectRefusedOnConnection(
        run,
        client,
        judge,
        { method: 'POST', path: '/pets', operation: 'createPet', body },
        id,
      );
    },
  );
}
