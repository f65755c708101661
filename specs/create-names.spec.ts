import { riskyNameGroups, togetherName, unusualNameGroups } from '../src/suite/bodies/chosen-names.ts';
import { MAX_ORDINARY_LENGTH } from '../src/suite/bodies/generated-names.ts';
import { sharedPets } from '../src/suite/bodies/shared-pets.ts';
import { newPetText } from '../src/suite/api-request.ts';
import { defineCases, RISKY_PROBE } from '../src/suite/case.ts';
import { AS_ALLOWED } from '../src/suite/judge.ts';

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
const LIMITS_OF_SIZE: readonly number[] = [413, 414, 431];

export const cases = defineCases(({ testCase }) => {
  for (const [shared, { id, title, name }] of sharedPets.flatMap((pet) =>
    pet.names.map((each) => [pet, each] as const),
  )) {
    testCase(
      `create/name/${id}`,
      `POST /pets MUST accept an ordinary name and return it unchanged: ${title}`,
      { judges: ['CREATE-NAMES', 'CREATE-KEEPS-NAME'], needs: ['create'], mayCreate: 2, stage: 'names' },
      async ({ api, pets, expect }) => {
        const alone = pets.valid({ name, status: shared.status ?? 'sold' });
        const response = (await api.sharePost(pets.valid(shared))) ?? (await api.createPet(alone));
        expect('CREATE-NAMES').status(response, 201);
        expect('CREATE-KEEPS-NAME').holdsFor(response);
      },
    );
  }

  const unusual = [...unusualNameGroups(), ...riskyNameGroups()];
  const risky = new Set(riskyNameGroups().flatMap((names) => names.map(({ id }) => id)));
  for (const [group, { id, title, name }] of unusual.flatMap((names) => names.map((each) => [names, each] as const))) {
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
        ...(risky.has(id) ? RISKY_PROBE : ({ needs: ['create'], stage: 'names' } as const)),
        mayCreate: 2,
      },
      async ({ api, pets, expect, observe }) => {
        const options = { expects: [] };
        const alone = pets.valid({ name, status: 'sold' });
        const shared =
          group.length === 1
            ? null
            : await api.sharePost(pets.valid({ name: togetherName(group), status: 'sold' }), options);
        const response =
          shared ?? (await api.createPet(isText ? alone : { body: newPetText(alone), expects: [] }, options));
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
