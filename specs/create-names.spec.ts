import { RISKY_NAMES, joinNames, UNUSUAL_NAME_GROUPS } from '../src/suite/bodies/chosen-values.ts';
import { MAX_ORDINARY_LENGTH } from '../src/suite/bodies/generated-names.ts';
import { sharedDrafts } from '../src/suite/bodies/shared-drafts.ts';
import { newPetText, type RawBody } from '../src/suite/api-request.ts';
import type { NewPet } from '../src/contract/pet.ts';
import { defineCases, RISKY_PROBE } from '../src/suite/case.ts';
import { allowedRejection } from '../src/suite/reasons.ts';
import { isSuccess } from '../src/suite/responses/response.ts';

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
const LIMITS_OF_SIZE: readonly number[] = [413, 414, 431];

/** A valid pet to which the contract allows any response, since part 8 leaves its name open. */
function petWithUnspecifiedName(pet: NewPet): RawBody {
  return { body: newPetText(pet), pet, expects: [] };
}

export const cases = defineCases(({ testCase }) => {
  for (const { names, ...shared } of sharedDrafts) {
    for (const { id, title, name } of names) {
      testCase(
        `create/name/${id}`,
        `POST /pets MUST accept an ordinary name and return it unchanged: ${title}`,
        { judges: ['CREATE-NAMES'], feeds: ['CREATE-KEEPS-NAME'], needs: ['create'], mayCreate: 2, stage: 'names' },
        async ({ api, pets, expect }) => {
          const alone = pets.valid({ name, status: shared.status ?? 'sold' });
          const response = await api.createShared(pets.valid(shared), alone);
          expect('CREATE-NAMES').status(response, 201);
        },
      );
    }
  }

  for (const group of [...UNUSUAL_NAME_GROUPS, RISKY_NAMES]) {
    const options = group === RISKY_NAMES ? RISKY_PROBE : ({ needs: ['create'], stage: 'names' } as const);

    for (const { id, title, name } of group) {
      const isLongInSmallBody = name.length > MAX_ORDINARY_LENGTH && name.length < 1000;

      testCase(
        `create/open-name/${id}`,
        `POST /pets MAY reject an unusual name, and MUST return it unchanged if it accepts it: ${title}`,
        {
          judges: ['OPEN-CREATE-NAMES', ...(isLongInSmallBody ? (['CREATE-SMALL-BODIES'] as const) : [])],
          feeds: ['CREATE-KEEPS-NAME'],
          ...options,
          mayCreate: 2,
        },
        async ({ api, pets, expect, observe }) => {
          const shared = petWithUnspecifiedName(pets.valid({ name: joinNames(group), status: 'sold' }));
          const alone = petWithUnspecifiedName(pets.valid({ name, status: 'sold' }));
          const response = await (group.length === 1 ? api.createPet(alone) : api.createShared(shared, alone));
          const { status } = response;
          observe('OPEN-CREATE-NAMES', `${title}: ${status === 201 ? 'accepted' : `status ${status}`}`, [response]);
          if (!isSuccess(response))
            expect('CREATE-KEEPS-NAME').notApplicable(allowedRejection('The service rejected this name'), [response]);
          if (!isLongInSmallBody) return;
          expect('CREATE-SMALL-BODIES').holds(!LIMITS_OF_SIZE.includes(status), {
            expected: 'no rejection of a small body for its size',
            actual: `status ${status}`,
            responses: [response],
          });
        },
      );
    }
  }

  testCase(
    'create/open-name/lone-surrogate',
    'POST /pets MAY return any response to a name that is not Unicode text: half of a surrogate pair',
    { judges: ['OPEN-CREATE-NAMES'], ...RISKY_PROBE, mayCreate: 1 },
    async ({ api, pets, observe }) => {
      // UTF-8 cannot encode half of a surrogate pair, so a service cannot return the name unchanged.
      const body = newPetText(pets.valid({ name: 'Rex \uD800 Junior', status: 'sold' }));
      const response = await api.createPet({ body, expects: [] });
      const { status } = response;
      const found = status === 201 ? 'accepted' : `status ${status}`;
      observe('OPEN-CREATE-NAMES', `half of a surrogate pair: ${found}`, [response]);
    },
  );
});
