import { PET_STATUSES } from '../src/contract/pet.ts';
import { unusualNames, ordinaryNames } from '../src/suite/bodies/chosen-names.ts';
import { MAX_ORDINARY_LENGTH } from '../src/suite/bodies/generated-names.ts';
import { defineCases } from '../src/suite/case.ts';
import { AS_ALLOWED } from '../src/suite/judge.ts';

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
const LIMITS_OF_SIZE: readonly number[] = [413, 414, 431];

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
    const isLongInSmallBody = name.length > MAX_ORDINARY_LENGTH && name.length < 1000;

    testCase(
      `create/open-name/${id}`,
      isText
        ? `POST /pets MAY reject an unusual name, and MUST return it unchanged if it accepts it: ${title}`
        : `POST /pets MAY do anything with a name that is not Unicode text: ${title}`,
      {
        judges: [
          'OPEN-CREATE-NAMES',
          ...(isText ? (['CREATE-KEEPS-NAME'] as const) : []),
          ...(isLongInSmallBody ? (['CREATE-SMALL-BODIES'] as const) : []),
        ],
        needs: ['create'],
        mayCreate: 1,
        stage: 'names',
      },
      async ({ api, pets, expect, observe }) => {
        const sent = pets.valid({ name, status: 'sold' });
        const response = await api.createPet(sent, { isSpecified: false, ...(isText ? {} : { expects: [] }) });
        const isAdded = response.status === 201;
        observe('OPEN-CREATE-NAMES', `${title}: ${isAdded ? 'accepted' : `status ${response.status}`}`, [response]);
        if (isLongInSmallBody) {
          expect('CREATE-SMALL-BODIES').holds(!LIMITS_OF_SIZE.includes(response.status), {
            expected: 'no rejection of a small body for its size',
            actual: `status ${response.status}`,
            responses: [response],
          });
        }
        if (!isText) return;
        if (isAdded) expect('CREATE-KEEPS-NAME').holdsFor(response);
        else expect('CREATE-KEEPS-NAME').notApplicable(`The service rejected this name, ${AS_ALLOWED}`, [response]);
      },
    );
  }
});
