import { afterEach, describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../src/conformance/judgement.ts';
import { hearNews, type LiveNews, tellNews } from '../../src/conformance/live-news.ts';
import type { TestableId } from '../../src/contract/requirements.ts';
import { judged } from '../report/fake-records.ts';

const open: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** What is heard of some judgements, up to a pause that is told last. */
async function heardOf(judgements: readonly (readonly [TestableId, CheckOutcome])[]): Promise<readonly LiveNews[]> {
  const heard: LiveNews[] = [];
  const last = Promise.withResolvers<void>();
  const teller = tellNews('a-run');
  const listener = hearNews('a-run', (news) => {
    heard.push(news);
    if (news.type === 'pacing') last.resolve();
  });
  const stranger = hearNews('another-run', () => heard.push({ type: 'violated', requirement: 'heard elsewhere' }));
  open.push(teller, listener, stranger);
  for (const [requirement, outcome] of judgements) teller.record(judged(requirement, outcome));
  teller.pacing(1500);
  await last.promise;
  return heard;
}

describe('the news of a run', () => {
  it('are the pauses, and each required requirement that is violated, once', async () => {
    const violations = [
      ['GET-OK', 'violated'],
      ['GET-OK', 'violated'],
      ['CREATE-OK', 'violated'],
    ] as const;
    expect(await heardOf(violations)).toEqual([
      { type: 'violated', requirement: 'GET-OK' },
      { type: 'violated', requirement: 'CREATE-OK' },
      { type: 'pacing', milliseconds: 1500 },
    ]);
  });

  it('are not what holds, is open, or is only recommended', async () => {
    const others = [
      ['GET-OK', 'satisfied'],
      ['LIST-OK', 'not-verified'],
      ['AUTH-CHALLENGE', 'violated'],
    ] as const;
    expect(await heardOf(others)).toEqual([{ type: 'pacing', milliseconds: 1500 }]);
  });
});
