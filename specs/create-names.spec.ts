import { PET_STATUSES } from '../src/contract/pet.ts';
import { unusualNames, ordinaryNames } from '../src/suite/bodies/chosen-names.ts';
import { defineCases } from '../src/suite/case.ts';

export const cases = defineCases(({ testCase }) => {
  for (const [index, { id, title, name }] of ordinaryNames().entries()) {
    testCase(
      `create/name/${id}`,
      `POST /pets MUST accept an ordinary name and return it unchanged: ${title}`,
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
    // UTF-8 cannot encode half of a surrogate pair, so a service cannot return it unchanged.
    const isText = name.isWellFormed();

    testCase(
      `create/open-name/${id}`,
      isText
        ? `POST /pets MAY reject an unusual name, and MUST return it unchanged if it accepts it: ${title}`
        : `POST /pets MAY do anything with a name that is not Unicode text: ${title}`,
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
        observe('OPEN-CREATE-NAMES', `${title}: ${isAdded ? 'accepted' : `status ${response.status}`}`, [response]);
        if (!isText) return;
        if (isAdded) expect('CREATE-KEEPS-NAME').holdsFor(response);
        else expect('CREATE-KEEPS-NAME').notApplicable('The service rejected this name, as it may.', [response]);
      },
    );
  }
});
