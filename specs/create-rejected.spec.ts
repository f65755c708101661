import { PET_STATUSES } from '../src/contract/pet.ts';
import { type FaultKind, type OneFaultBody, oneFaultBodies } from '../src/suite/bodies/one-fault-bodies.ts';
import { defineCases } from '../src/suite/case.ts';
import { REPEATED_BODIES } from '../src/suite/expectations/not-stored.ts';
import { unmarkedBodies } from '../src/suite/pets.ts';

/** What a body violates that has a fault of this kind (parts 4.2 and 7). */
const REQUIREMENTS = {
  missing: 'CREATE-REFUSES-MISSING',
  misplaced: 'CREATE-REFUSES-MISSING',
  null: 'CREATE-REFUSES-NULL',
  'out-of-range': 'CREATE-REFUSES-CATEGORY-RANGE',
  'not-in-enumeration': 'CREATE-REFUSES-STATUS-VALUE',
  'not-an-object': 'CREATE-REFUSES-NON-OBJECT',
  malformed: 'CREATE-REFUSES-MALFORMED',
  empty: 'CREATE-REFUSES-EMPTY',
} as const satisfies Record<Exclude<FaultKind, 'wrong-type'>, string>;

const TYPE_REQUIREMENTS = new Map([
  ['name', 'CREATE-REFUSES-NAME-TYPE'],
  ['categoryId', 'CREATE-REFUSES-CATEGORY-TYPE'],
  ['status', 'CREATE-REFUSES-STATUS-TYPE'],
] as const);

function requirementOf({ kind, field }: OneFaultBody) {
  if (kind !== 'wrong-type') return REQUIREMENTS[kind];
  const requirement = new Map<
    string | null,
    'CREATE-REFUSES-NAME-TYPE' | 'CREATE-REFUSES-CATEGORY-TYPE' | 'CREATE-REFUSES-STATUS-TYPE'
  >(TYPE_REQUIREMENTS).get(field);
  if (requirement === undefined) throw new TypeError(`no requirement is about the type of ${field ?? 'the body'}`);
  return requirement;
}

export const cases = defineCases(({ testCase }) => {
  for (const [index, fault] of oneFaultBodies().entries()) {
    const requirement = requirementOf(fault);
    // Each status is misspelt in turn: a service may be lenient about just one.
    const status = fault.kind === 'not-in-enumeration' ? PET_STATUSES[index % PET_STATUSES.length] : 'sold';

    testCase(
      `create/rejected/${fault.id}`,
      `POST /pets MUST reject a body with 400, and MUST NOT add a pet, where ${fault.title}`,
      {
        judges: [requirement, 'CREATE-REFUSED-NOT-STORED'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'additions and rejections',
      },
      async ({ api, pets, expect }) => {
        const sent = pets.invalid(fault, status);
        const response = await api.createPet(sent);
        if (expect(requirement).rejected(response, 400))
          await expect('CREATE-REFUSED-NOT-STORED').notStored(sent, response);
        else expect('CREATE-REFUSED-NOT-STORED').notApplicable('The body was not rejected.', [response]);
      },
    );
  }

  testCase(
    'create/rejected/unmarked',
    'POST /pets MUST NOT add a pet for a rejected body that holds nothing to recognise a pet by',
    {
      judges: ['CREATE-REFUSED-NOT-STORED'],
      needs: ['create'],
      mayCreate: unmarkedBodies(false).length + REPEATED_BODIES,
      stage: 'first listing',
    },
    async ({ expect }) => expect.unmarkedBodiesNotStored(),
  );
});
