import type { Run } from '../../../src/conformance/run.ts';
import { setUpCatalogue } from '../../../src/conformance/set-up.ts';
import { fakeRun, type FakeRun, type Service } from './fakes.ts';

/** Prepares a run; gives what the set-up found and what it judged as broken. */
export async function prepare(
  service: Service,
  changes: Partial<Run> = {},
  flags: Readonly<Record<string, string>> = {},
) {
  const fake = fakeRun(service, changes, flags);
  const prepared = await setUpCatalogue(fake.run);
  prepared.finish();
  const broken = fake.records.flatMap((record) =>
    record.type === 'judgement' && record.judgement.outcome === 'violated' ? [record.judgement.requirement] : [],
  );
  return { ...prepared, fake, broken, posts: postsOf(fake) };
}

const postsOf = (fake: FakeRun) => fake.sent.filter(({ method }) => method === 'POST');
