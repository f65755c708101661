import { conformanceTest } from '../src/conformance/conformance-test.ts';

conformanceTest(
  'the list is looked at once it holds every name, to be judged when larger pages were seen',
  { requirements: ['LIST-OK'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    await Promise.all([catalogue.lookEarly(), client.list()]);
  },
);
