import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { describeOrder } from '../src/conformance/describe-order.ts';
import { describeAnswer } from '../src/conformance/describe-answer.ts';
import { describeFilterReach } from '../src/conformance/describe-filter-reach.ts';

// What the contract leaves open of listing: recorded, and no case can fail the service.

const LIMITS = ['0', '-1', '101', '1000', '9223372036854775808', 'abc', '', '1.5', '1e1', '%205'];

for (const limit of LIMITS) {
  conformanceTest(
    `what the limit "${limit}" leads to`,
    { requirements: ['OPEN-LIST-LIMIT-OUTSIDE'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?limit=${limit}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-LIMIT-OUTSIDE', {
        expected: 'left open',
        actual: `limit=${limit}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const status of ['unknown', 'AVAILABLE', 'Sold', '', 'available,sold', '%20sold', 'null']) {
  conformanceTest(
    `what the status filter "${status}" leads to`,
    { requirements: ['OPEN-LIST-STATUS-UNKNOWN'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?status=${status}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-STATUS-UNKNOWN', {
        expected: 'left open',
        actual: `status=${status}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const query of ['limit=1&limit=2', 'status=sold&status=pending', 'unknown=1', 'offset=1', 'page=2', 'LIMIT=1']) {
  conformanceTest(
    `what the query ${query} leads to`,
    { requirements: ['OPEN-LIST-PARAMETERS'] },
    async ({ client, judge }) => {
      const whole = await client.send({ method: 'GET', path: `/pets?${query}`, operation: 'listPets' }, 'open');
      judge.observe('OPEN-LIST-PARAMETERS', {
        expected: 'left open',
        actual: `${query}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

conformanceTest(
  'in which order a page lists animals',
  { requirements: ['OPEN-LIST-ORDER'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 100 });
    judge.observe('OPEN-LIST-ORDER', {
      expected: 'left open',
      actual: describeOrder(
        page.pets,
        run.sightings.own().map(({ pet }) => pet),
      ),
      answers: [page.answer],
    });
  },
);

conformanceTest(
  'whether an answer carries paging metadata, and whether pages are capped',
  { requirements: ['OPEN-LIST-PAGING'] },
  async ({ client, judge, run }) => {
    const page = await client.list({ limit: 100 });
    const { result } = page.answer;
    const names = result.kind === 'answered' ? [...result.headers.keys()] : [];
    const paging = names.filter((name) =>
      /^(link|content-range|x-.*(total|count|page|next|limit|offset).*)$/.test(name),
    );
    const known = run.sightings.knownBefore(page.answer.sentAt, undefined);
    const capped =
      page.size < Math.min(known, 100) ? `; the limit 100 gave ${page.size} of ${known} known animals` : '';
    judge.observe('OPEN-LIST-PAGING', {
      expected: 'left open',
      actual: `${paging.length === 0 ? 'no paging headers' : `the headers ${paging.join(', ')}`}${capped}`,
      answers: [page.answer],
    });
  },
);

const FILTERED = 20;

conformanceTest(
  'whether a filter finds matches beyond the page without it',
  { requirements: ['OPEN-LIST-FILTER'] },
  async ({ client, judge, run }) => {
    const [unfiltered, filtered] = await Promise.all([
      client.list({ limit: FILTERED }),
      client.list({ limit: FILTERED, status: 'sold' }),
    ]);
    const reach = {
      filtered: filtered.size,
      among: unfiltered.pets.filter(({ status }) => status === 'sold').length,
      known: run.sightings.knownBefore(filtered.answer.sentAt, 'sold'),
    };
    judge.observe('OPEN-LIST-FILTER', {
      expected: 'left open',
      actual: describeFilterReach(reach, FILTERED),
      answers: [unfiltered.answer, filtered.answer],
    });
  },
);
