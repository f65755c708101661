import { createCaseClient, type CaseClient } from '../../../src/conformance/case-client.ts';
import type { Run } from '../../../src/conformance/run.ts';
import type { NewPet } from '../../../src/contract/pet.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { court, fakeRun, isLeft, type Reply, type Service } from './fakes.ts';

export const NEW: NewPet = { name: 'Rex', categoryId: 1n, status: 'sold' };
const CITED: readonly TestableId[] = [
  'CREATE-CATEGORY-INT64',
  'CREATE-DUPLICATES',
  'CREATE-REFUSES-EMPTY',
  'AUTH-MISSING-LIST',
  'GET-UNKNOWN',
];

/** Lets a case work on a service; gives what it broke and held, how it was left and what is left of the run. */
export async function work(
  service: Service,
  body: (client: CaseClient) => Promise<unknown>,
  changes: Partial<Run> = {},
  flags: Readonly<Record<string, string>> = {},
) {
  const fake = fakeRun(service, changes, flags);
  const { judge, judgements, stop } = court(CITED);
  const left = await isLeft(() => body(createCaseClient(fake.run, judge)));
  const of = (wanted: string) =>
    judgements().flatMap(({ requirement, outcome }) => (outcome === wanted ? [requirement] : []));
  return { left, stop: stop(), broken: of('violated'), held: of('satisfied'), fake };
}

/** Answers each request in turn, and the last ones like the last. */
export const inTurn =
  (...replies: readonly Reply[]): Service =>
  (_, serial) =>
    replies[Math.min(serial, replies.length) - 1] ?? {};
