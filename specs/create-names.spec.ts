import {
  joinNames,
  type NameGroup,
  RISKY_NAME_GROUPS,
  sharedDrafts,
  UNUSUAL_NAME_GROUPS,
} from '../src/suite/bodies/chosen-values.ts';
import type { RawBody } from '../src/suite/api-request.ts';
import { newPetText } from '../src/suite/bodies/new-pet-text.ts';
import { LIMIT_MAX } from '../src/contract/operations.ts';
import type { NewPet } from '../src/contract/pet.ts';
import { defineCases, RISKY_PROBE } from '../src/suite/case.ts';
import { allowedRejection, type GivenReason } from '../src/suite/reasons.ts';
import { isAccepted } from '../src/suite/responses/response.ts';
import { LIMITS_OF_SIZE } from '../src/suite/rules/response-rules.ts';

/** Longer than every name except the long ones. */
const LONG_NAME = 4000;

/** Why a name that was not stored is not judged. Only a 400, or a limit of size, is a rejection. */
function notStored(status: number): GivenReason {
  if (status === 400 || LIMITS_OF_SIZE.has(status)) return allowedRejection('The service rejected this name');
  return `The response to this name had status ${status}, which the contract leaves open.`;
}

function accepted(status: number): string {
  return status === 201 ? 'accepted' : `status ${status}`;
}

/** A valid pet for which the contract allows any response, because part 8 does not specify its name. */
function petWithUnspecifiedName(pet: NewPet): RawBody {
  return { body: newPetText(pet), pet, expects: [] };
}

function optionsOf(group: NameGroup) {
  const isRisky = RISKY_NAME_GROUPS.includes(group);
  // The lists of a stage later must show a pet with such a name.
  return isRisky
    ? ({ ...RISKY_PROBE, stage: 'long names' } as const)
    : ({ needs: ['create'], stage: 'forms' } as const);
}

export const cases = defineCases(({ testCase }) => {
  for (const { names, ...shared } of sharedDrafts) {
    for (const { id, title, name } of names) {
      testCase(
        `create/name/${id}`,
        `POST /pets MUST accept an ordinary name and return it unchanged: ${title}`,
        { judges: ['CREATE-NAMES'], feeds: ['CREATE-KEEPS-NAME'], needs: ['create'], mayCreate: 2, stage: 'names' },
        async ({ api, pets, expect }) => {
          const alone = pets.valid({ name, status: pets.acceptedStatus(shared.status) });
          const response = await api.createShared(pets.shared(shared), alone);
          expect('CREATE-NAMES').status(response, 201);
        },
      );
    }
  }

  for (const group of [...UNUSUAL_NAME_GROUPS, ...RISKY_NAME_GROUPS]) {
    for (const { id, title, name } of group) {
      testCase(
        `create/open-name/${id}`,
        `POST /pets MAY reject an unusual name, and MUST return it unchanged if it accepts it: ${title}`,
        {
          judges: ['OPEN-CREATE-NAMES'],
          feeds: ['CREATE-KEEPS-NAME', 'CREATE-SMALL-BODIES'],
          ...optionsOf(group),
          mayCreate: 2,
        },
        async ({ api, pets, expect, observe }) => {
          const shared = petWithUnspecifiedName(pets.valid({ name: joinNames(group), status: pets.acceptedStatus() }));
          const alone = petWithUnspecifiedName(pets.valid({ name, status: pets.acceptedStatus() }));
          const response = await (group.length === 1 ? api.createPet(alone) : api.createShared(shared, alone));
          const { status } = response;
          observe('OPEN-CREATE-NAMES', `${title}: ${accepted(status)}`, [response]);
          if (!isAccepted(response)) expect('CREATE-KEEPS-NAME').notApplicable(notStored(status), [response]);
        },
      );
    }
  }

  testCase(
    'create/open-name/long-names-read',
    'GET /pets and GET /pets/{petId} MUST return a pet with a long name, or with a NUL in it, that POST /pets accepted',
    {
      judges: ['LIST-LIMIT-RANGE'],
      feeds: ['GET-OK', 'GET-SAME', 'LIST-SAME', 'CREATE-STORED'],
      needs: ['create'],
      stage: 'risky probes',
    },
    async ({ api, pets, expect, run, stopNotApplicable }) => {
      const own = pets.own();
      const added =
        own.findLast(({ name }) => name.length > LONG_NAME) ?? own.findLast(({ name }) => name.includes('\0'));
      if (added === undefined) return stopNotApplicable('The run added no pet with a long name or with a NUL in it.');
      const [listed] = await Promise.all([
        api.listPets({ limit: LIMIT_MAX }),
        // In a large catalogue the filter may show it. Other cases judge its status.
        api.readPage({ limit: LIMIT_MAX, status: pets.acceptedStatus() }),
        ...(run.phase === 'before' ? [api.readPet(added.id)] : []),
      ]);
      expect('LIST-LIMIT-RANGE').status(listed, 200);
    },
  );
});
