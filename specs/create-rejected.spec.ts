import { PET_STATUSES } from '../src/contract/pet.ts';
import { FAULTY_BODIES } from '../src/suite/bodies/faulty-bodies.ts';
import { defineCases } from '../src/suite/case.ts';
import { seedFor } from '../src/suite/random-numbers.ts';
import { describeResponse } from '../src/suite/responses/describe-behaviour.ts';
import { REPEATED_BODIES } from '../src/suite/expect-unmarked-not-stored.ts';
import { unmarkedBodies } from '../src/suite/new-pets.ts';

/** RFC 8259 section 9 lets a parser read these bodies. */
const LENIENT_BODIES = FAULTY_BODIES.filter(({ requirement }) => requirement === 'OPEN-CREATE-MALFORMED');
const REJECTED_BODIES = FAULTY_BODIES.filter((each) => !LENIENT_BODIES.includes(each));

/** The ids of bodies without a field that identifies the pet, whatever category the service accepts. */
const UNMARKED: ReadonlySet<string> = new Set(unmarkedBodies({ acceptsUniqueCategory: true }).map(({ id }) => id));

export const cases = defineCases(({ testCase }) => {
  for (const fault of REJECTED_BODIES) {
    const { requirement } = fault;
    const isUnmarked = UNMARKED.has(fault.id);
    // A service may accept a misspelling of just one status, so the bodies misspell each of them. The id selects the status, so a new
    // body changes no other body.
    const isMisspelling = requirement === 'CREATE-REFUSES-STATUS-VALUE';
    const status = isMisspelling ? PET_STATUSES[seedFor(0, fault.id) % PET_STATUSES.length] : undefined;

    testCase(
      `create/rejected/${fault.id}`,
      `POST /pets MUST reject the body with 400, and MUST NOT add a pet, if ${fault.title}`,
      {
        judges: [requirement],
        feeds: ['CREATE-REFUSED-NOT-STORED'],
        needs: ['rejected bodies'],
        mayCreate: 1,
        // Bodies without a mark: the case create/rejected/unmarked has sent them before the main stage.
        stage: isUnmarked ? 'main' : 'small catalogue',
      },
      async ({ api, pets, expect }) => {
        const sent = pets.invalid(fault, status);
        const response = await (isUnmarked ? api.createShared(sent) : api.createPet(sent));
        if (expect(requirement).rejected(response, 400)) await api.readListsForRules(sent.marks.status);
      },
    );
  }

  for (const fault of LENIENT_BODIES) {
    testCase(
      `create/rejected/${fault.id}`,
      `POST /pets MAY accept the body if ${fault.title}, and MUST NOT add a pet if it rejects the body`,
      {
        judges: ['OPEN-CREATE-MALFORMED'],
        feeds: ['CREATE-REFUSED-NOT-STORED'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'small catalogue',
      },
      async ({ api, pets, observe }) => {
        const sent = pets.lenient(fault);
        const response = await api.createPet(sent, { expects: [] });
        observe('OPEN-CREATE-MALFORMED', `${fault.title}: ${describeResponse(response)}`, [response]);
        if (response.status === 400) await api.readListsForRules(sent.marks.status);
      },
    );
  }

  testCase(
    'create/rejected/unmarked',
    'POST /pets MUST NOT add a pet for a rejected body, even if the body has no field that identifies the pet',
    {
      judges: ['CREATE-REFUSED-NOT-STORED'],
      needs: ['create'],
      mayCreate: unmarkedBodies({ acceptsUniqueCategory: false }).length + REPEATED_BODIES,
      stage: 'first listing',
      requestsInRow: 3,
    },
    async ({ pets, expectUnmarkedNotStored }) => expectUnmarkedNotStored(pets.unmarked()),
  );
});
