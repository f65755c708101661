import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { INT64_MAX, INT64_MIN } from '../src/contract/exact-integer.ts';

const CATEGORIES: readonly (readonly [title: string, categoryId: bigint])[] = [
  ['0', 0n],
  ['minus 1', -1n],
  ['2^31 minus 1, the largest 32-bit integer', 2n ** 31n - 1n],
  ['2^31', 2n ** 31n],
  ['2^32 plus 1, which is 1 in 32 bits', 2n ** 32n + 1n],
  ['2^53 plus 1, which no double holds', 2n ** 53n + 1n],
  ['minus 2^53 minus 1, which no double holds', -(2n ** 53n) - 1n],
  ['2^63 minus 1, the largest', INT64_MAX],
  ['minus 2^63, the smallest', INT64_MIN],
];

for (const [title, categoryId] of CATEGORIES) {
  conformanceTest(
    // The case that reads everything back compares what reading it alone and the list show.
    `the category ${title} is refused, or accepted and kept to the last digit`,
    { requirements: ['CREATE-CATEGORY-INT64', 'OPEN-CREATE-CATEGORIES'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const pet = catalogue.lawfulPet(judge, { categoryId, status: 'pending' });
      const tried = await client.addOrRefuse(pet, 'CREATE-CATEGORY-INT64');
      judge.observe('OPEN-CREATE-CATEGORIES', {
        expected: 'left open',
        actual: `${categoryId}: ${tried.kind}`,
        answers: [tried.answer],
      });
      if (tried.kind === 'refused') return;
      judge.check('CREATE-CATEGORY-INT64', tried.pet.categoryId === categoryId, {
        expected: `the categoryId ${categoryId}`,
        actual: `the categoryId ${tried.pet.categoryId}`,
        pointer: '/categoryId',
        answers: [tried.answer],
      });
    },
  );
}
