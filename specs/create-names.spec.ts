import { PET_STATUSES } from '../src/contract/pet.ts';
import { newPetText } from '../src/conformance/new-pet-text.ts';
import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { openNames, ordinaryNames } from '../src/generate/notable-names.ts';

for (const [index, { title, name }] of ordinaryNames().entries()) {
  conformanceTest(
    `an ordinary name is accepted and kept: ${title}`,
    { requirements: ['CREATE-NAMES', 'CREATE-KEEPS-NAME'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      await client.add(
        catalogue.lawfulPet(judge, { name, status: PET_STATUSES[index % PET_STATUSES.length] }),
        'CREATE-NAMES',
      );
    },
  );
}

for (const { title, name } of openNames().filter((open) => open.name.isWellFormed())) {
  conformanceTest(
    `an unusual name is refused, or accepted and kept: ${title}`,
    { requirements: ['OPEN-CREATE-NAMES', 'CREATE-KEEPS-NAME'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const tried = await client.addOpen(catalogue.lawfulPet(judge, { name, status: 'sold' }));
      judge.observe('OPEN-CREATE-NAMES', {
        expected: 'left open',
        actual: tried.kind === 'accepted' ? `${title}: accepted` : `${title}: answered ${tried.status}`,
        answers: [tried.answer],
      });
      if (tried.kind === 'refused') {
        judge.notApplicable('CREATE-KEEPS-NAME', 'The name was lawfully refused.', [tried.answer]);
      }
    },
  );
}

conformanceTest(
  'a name that holds half of a surrogate pair, which no Unicode text does, may come back as anything',
  { requirements: ['OPEN-CREATE-NAMES'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const pet = catalogue.lawfulPet(judge, { name: 'Rex \uD800 Junior', status: 'sold' });
    const { answer, answered } = await client.post(newPetText(pet), 'open');
    judge.observe('OPEN-CREATE-NAMES', {
      expected: 'left open',
      actual: `half of a surrogate pair: answered ${answered.status}`,
      answers: [answer],
    });
  },
);
