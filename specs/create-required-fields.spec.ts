import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectNothingStored } from '../src/conformance/expectations/expect-nothing-stored.ts';
import { bodiesWith, spoil } from '../src/conformance/one-fault-case.ts';

for (const fault of bodiesWith(['missing', 'misplaced'])) {
  conformanceTest(
    `a body is refused and not stored where ${fault.title}`,
    { requirements: ['CREATE-REFUSES-MISSING', 'CREATE-REFUSED-NOT-STORED'], creates: 1 },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const { body, marks } = spoil(fault, catalogue.bodyToRefuse(judge, 'sold'), catalogue.anyCategory);
      const whole = await client.post(body, 'named');
      const refused = client.refused('CREATE-REFUSES-MISSING', whole, 400);
      if (refused) await expectNothingStored(run, client, judge, 'CREATE-REFUSED-NOT-STORED', marks, whole.answer);
      else judge.notApplicable('CREATE-REFUSED-NOT-STORED', 'The body was not refused.', [whole.answer]);
    },
  );
}

for (const fault of bodiesWith(['null'])) {
  conformanceTest(
    `a body is refused and not stored where ${fault.title}`,
    { requirements: ['CREATE-REFUSES-NULL', 'CREATE-REFUSED-NOT-STORED'], creates: 1 },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const { body, marks } = spoil(fault, catalogue.bodyToRefuse(judge, 'sold'), catalogue.anyCategory);
      const whole = await client.post(body, 'named');
      const refused = client.refused('CREATE-REFUSES-NULL', whole, 400);
      if (refused) await expectNothingStored(run, client, judge, 'CREATE-REFUSED-NOT-STORED', marks, whole.answer);
      else judge.notApplicable('CREATE-REFUSED-NOT-STORED', 'The body was not refused.', [whole.answer]);
    },
  );
}
