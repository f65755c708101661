import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectListedAsRead } from '../../../../src/conformance/expectations/expect-listed-as-read.ts';
import { court, fakeRun, pageReply, pet, petText, type Service } from '../fakes.ts';

const LISTED = pet(7n, { name: 'Rex' });

/** A service whose list shows one animal, and whose read-one shows it with these names, one answer after another. */
function serviceOf(...names: readonly string[]): Service {
  let reads = 0;
  return ({ path }) => {
    if (!path.startsWith('/pets/')) return pageReply([LISTED]);
    reads += 1;
    return { body: petText({ ...LISTED, name: names[Math.min(reads, names.length) - 1] ?? '' }) };
  };
}

async function outcomesOf(service: Service): Promise<readonly string[]> {
  const { run } = fakeRun(service);
  const { judge, judgements } = court(['LIST-SAME']);
  const client = createCaseClient(run, judge);
  await expectListedAsRead(client, judge, await client.list({ limit: 10 }), LISTED);
  return judgements().flatMap(({ requirement, outcome }) => (requirement === 'LIST-SAME' ? [outcome] : []));
}

describe('an animal of the list, read alone', () => {
  it('that goes to and fro at every request is not judged', async () => {
    let requests = 0;
    const toAndFro: Service = ({ path }) => {
      requests += 1;
      const shown = { ...LISTED, name: requests % 2 === 1 ? 'Rex' : 'Max' };
      return path.startsWith('/pets/') ? { body: petText(shown) } : pageReply([shown]);
    };
    expect(await outcomesOf(toAndFro)).toEqual(['not-verified']);
  });

  it('that shows the same is right', async () => {
    expect(await outcomesOf(serviceOf('Rex'))).toEqual(['satisfied']);
  });

  it('that shows another name, and does so again, is wrong', async () => {
    expect(await outcomesOf(serviceOf('Max'))).toEqual(['violated']);
  });

  it.each([[['Max', 'Rex']], [['Max', 'Max', 'Max', 'Rex', 'Max']]])(
    'that changes between looks at it is not judged: %j',
    async (names) => {
      expect(await outcomesOf(serviceOf(...names))).toEqual(['not-verified']);
    },
  );
});
