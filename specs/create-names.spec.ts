import { PET_STATUSES } from '../src/contract/pet.ts';
import { unusualNames, ordinaryNames } from '../src/suite/bodies/chosen-names.ts';
import { defineCases } from '../src/suite/case.ts';

export const cases = defineCases(({ testCase }) => {
  for (const [index, { id, title, name }] of ordinaryNames().entries()) {
    testCase(
      `create/name/${id}`,
      `POST /pets MUST accept and keep an ordinary name: ${title}`,
      { judges: ['CREATE-NAMES', 'CREATE-KEEPS-NAME'], needs: ['create'], mayCreate: 1, stage: 'names' },
      async ({ api, pets, expect }) => {
        const sent = pets.valid({ name, status: PET_STATUSES[index % PET_STATUSES.length] });
        const response = await api.createPet(sent);
        expect('CREATE-NAMES').status(response, 201);
        expect('CREATE-KEEPS-NAME').holdsFor(response);
      },
    );
  }

  for (const { id, title, name } of unusualNames()) {
    // Half of a surrogate pair is no Unicode text, so it may come back as anything.
    const isText = name.isWellFormed();

    testCase(
      `create/open-name/${id}`,
      isText
        ? `POST /pets MAY reject an unusual name, and MUST keep it otherwise: ${title}`
        : `POST /pets MAY do anything with a name that is no Unicode text: ${title}`,
      {
        judges: isText ? ['OPEN-CREATE-NAMES', 'CREATE-KEEPS-NAME'] : ['OPEN-CREATE-NAMES'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'names',
      },
      async ({ api, pets, expect, observe }) => {
        const sent = pets.valid({ name, status: 'sold' });
        const response = await api.createPet(sent, { isSpecified: false, ...(isText ? {} : { expects: [] }) });
        const isAdded = response.status === 201;
        observe('OPEN-CREATE-NAMES', `${title}: ${isAdded ? 'accepted' : `answered ${response.status}`}`, [response]);
        if (!isText) return;
        if (isAdded) expect('CREATE-KEEPS-NAME').holdsFor(response);
        else expect('CREATE-KEEPS-NAME').notApplicable('The service may reject this name.', [response]);
      },
    );
  }
});
