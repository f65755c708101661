import type { Pet } from '../../contract/pet.ts';
import { oneFaultBodies } from '../bodies/one-fault-bodies.ts';
import { HarnessFault } from '../judge.ts';
import { pageLimit } from '../list-query.ts';
import { isComplete, isFlawed, type Page } from '../page.ts';
import type { MarkedBody } from '../pets.ts';
import { shuffled } from '../random-numbers.ts';
import type { Evidence } from '../response.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './context.ts';

/** What is sent between two pages: the body, a rejected body with a name, or nothing that could add a pet. */
type Round = 'body' | 'named' | 'nothing';

/** Chance, or a client that acts on every so many requests, would have to tell these apart in any order. */
const ROUNDS: readonly Round[] = [
  ...Array.from({ length: 5 }, () => 'body' as const),
  ...Array.from({ length: 3 }, () => 'named' as const),
  ...Array.from({ length: 3 }, () => 'nothing' as const),
];

/** How many bodies are sent once more if a pet has appeared. */
export const REPEATED_BODIES = ROUNDS.filter((round) => round !== 'nothing').length;

const REQUIREMENT = 'CREATE-REFUSED-NOT-STORED';

/**
 * Judges that rejected bodies without a mark leave no pet behind: the page before them and the one after them show the same
 * pets. Others may add pets in between, so one that appears is a violation only if one with the same values appears each
 * time that one body is sent, and none while nothing is sent; with another rejected body only one without a name, which no
 * client adds each time. The run itself must add nothing meanwhile.
 */
export async function expectUnmarkedNotStored(context: CaseContext): Promise<void> {
  const { run, judge, api, pets } = context;
  const bodies = pets.unmarked();
  const before = await readPage(context);
  await Promise.all(bodies.map((body) => api.createPet(body)));
  const after = await readPage(context);
  const responses = [before.response, after.response];
  if (before.size >= pageLimit(before.query) || !showsAll(run, after))
    return judge.notApplicable(REQUIREMENT, 'The page was not certain to hold the complete catalogue.', responses);
  const expected = 'no pet that appears whenever one of the rejected bodies is sent';
  if (newcomers(run, before, after).length === 0) {
    judge.check(REQUIREMENT, true, { expected, actual: 'the same pets before and after', responses });
    return;
  }
  const rounds = shuffled(ROUNDS, run.randomFor(judge.caseId));
  for (const body of bodies) {
    const found = await findStored(context, rounds, body);
    if (found === null) continue;
    const actual = `${body.title}: the pet ${found.pet.id} was stored for it, and one like it each time`;
    judge.check(REQUIREMENT, false, { expected, actual, responses: found.responses });
    return;
  }
  judge.notApplicable(REQUIREMENT, 'Other clients add pets, so a new one proves nothing.', responses);
}

interface Stored {
  readonly pet: Pet;
  readonly responses: readonly Evidence[];
}

/** The pet that was stored for a body, the last of those that were; null if none certainly was. */
async function findStored(context: CaseContext, rounds: readonly Round[], body: MarkedBody): Promise<Stored | null> {
  const { run, api } = context;
  let stored: Stored | null = null;
  for (const round of rounds) {
    const before = await readPage(context);
    if (round !== 'body') {
      const name = round === 'named' ? await sendNamed(context) : null;
      const others = newcomers(run, before, await readPage(context)).filter((pet) => pet.name !== name);
      if (others.some((pet) => round === 'nothing' || pet.name !== '')) return null;
      continue;
    }
    const response = await api.createPet(body);
    const after = await readPage(context);
    const [pet, ...others] = newcomers(run, before, after);
    if (pet === undefined || others.length > 0 || response.status !== 400) return null;
    if (stored !== null && !isLike(pet, stored.pet)) return null;
    stored = { pet, responses: [before.response, response, after.response] };
  }
  return stored;
}

/** Sends a body to be rejected for its status alone: a pet that is stored for it would have its name, which is returned. */
async function sendNamed({ api, pets }: CaseContext): Promise<string> {
  const fault = oneFaultBodies().find(({ kind, field }) => kind === 'not-in-enumeration' && field === 'status');
  if (fault === undefined) throw new HarnessFault('No status is outside the enumeration.');
  const body = pets.invalid(fault);
  await api.createPet(body);
  return body.marks.name ?? '';
}

function readPage({ api }: CaseContext): Promise<Page> {
  return api.readPage({ limit: 100 });
}

/** Pets that only the later page shows, and that the run neither added nor knew before. */
function newcomers(run: Run, earlier: Page, later: Page): readonly Pet[] {
  const { sentAt } = earlier.response;
  return later.pets.filter(({ id }) => {
    const known = run.known.find(id);
    return (
      known === undefined || (!known.own && known.firstKnownAt > sentAt && !earlier.pets.some((pet) => pet.id === id))
    );
  });
}

/** Whether nothing is left out: the page is complete, or at least holds every pet that the run knows. */
function showsAll(run: Run, page: Page): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  const shown = new Set(page.pets.map(({ id }) => id));
  return isComplete(page, run.known) || run.known.all().every(({ pet }) => shown.has(pet.id));
}

function isLike(left: Pet, right: Pet): boolean {
  return left.name === right.name && left.categoryId === right.categoryId && left.status === right.status;
}
