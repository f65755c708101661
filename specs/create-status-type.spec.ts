import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectNothingStored } from '../src/conformance/expectations/expect-nothing-stored.ts';
import { bodiesWith, spoil } from '../src/conformance/one-fault-case.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

for (const fault of bodiesWith(['wrong-type'], 'status')) {
  conformanceTest(
    `a body is refused and not stored where ${fault.title}`,
    { requirements: ['CREATE-REFUSES-STATUS-TYPE', 'CREATE-REFUSED-NOT-STORED'], creates: 1 },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const { body, marks } = spoil(fault, catalogue.bodyToRefuse(judge, 'sold'), catalogue.anyCategory);
      const whole = await client.post(body, 'named');
      const refused = client.refused('CREATE-REFUSES-STATUS-TYPE', whole, 400);
      if (refused) await expectNothingStored(run, client, judge, 'CREATE-REFUSED-NOT-STORED', marks, whole.answer);
      else judge.notApplicable('CREATE-REFUSED-NOT-STORED', 'The body was not refused.', [whole.answer]);
    },
  );
}

// Each status has its turn to be spoilt, since a service may let pass what is like one of them alone.
for (const [index, fault] of bodiesWith(['not-in-enumeration'], 'status').entries()) {
  const status = PET_STATUSES[index % PET_STATUSES.length] ?? 'sold';
  conformanceTest(
    `a body is refused and not stored where ${fault.title}`,
    { requirements: ['CREATE-REFUSES-STATUS-VALUE', 'CREATE-REFUSED-NOT-STORED'], creates: 1 },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const { body, marks } = spoil(fault, catalogue.bodyToRefuse(judge, status), catalogue.anyCategory);
      const whole = await client.post(body, 'named');
      const refused = client.refused('CREATE-REFUSES-STATUS-VALUE', whole, 400);
      if (refused) await expectNothingStored(run, client, judge, 'CREATE-REFUSED-NOT-STORED', marks, whole.answer);
      else judge.notApplicable('CREATE-REFUSED-NOT-STORED', 'The body was not refused.', [whole.answer]);
    },
  );
}
