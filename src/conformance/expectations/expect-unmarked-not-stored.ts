import type { Pet } from '../../contract/pet.ts';
import type { Answer } from '../../target/answer.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { isComplete, isFlawed, pageLimit, type Page } from '../page.ts';
import type { Run } from '../run.ts';

/** A body to be refused that holds nothing by which an animal stored for it could be recognised. */
export interface UnmarkedBody {
  readonly title: string;
  readonly body: string;
}

/** A body is sent so often before an animal that appears each time, and never else, counts as stored for it. */
const ROUNDS = 3;

/**
 * Judges that such bodies leave no animal behind: the page before them and the one after them show the same animals.
 * Others may add animals in between, so one that appears is a violation only where it appears with the same values each
 * time that one body is sent, and nothing appears between two pages without it. Needs the citation
 * CREATE-REFUSED-NOT-STORED, and that the run itself adds nothing meanwhile.
 */
export async function expectUnmarkedNotStored(
  run: Run,
  client: CaseClient,
  judge: Judge,
  bodies: readonly UnmarkedBody[],
): Promise<void> {
  const requirement = 'CREATE-REFUSED-NOT-STORED';
  const before = await readPage(client);
  await Promise.all(bodies.map(({ body }) => client.post(body, 'named')));
  const after = await readPage(client);
  const answers = [before.answer, after.answer];
  if (before.size >= pageLimit(before.query) || !showsAll(run, after)) {
    return judge.notApplicable(requirement, 'The page was not certain to hold the whole catalogue.', answers);
  }
  const expected = 'no animal that appears whenever one of the refused bodies is sent';
  if (newcomers(run, before, after).length === 0) {
    judge.check(requirement, true, { expected, actual: 'the same animals before and after', answers });
    return;
  }
  for (const each of bodies) {
    const found = await findStored(run, client, each);
    if (found === null) continue;
    const actual = `${each.title}: the animal ${found.pet.id} was stored for it, and one like it each time`;
    judge.check(requirement, false, { expected, actual, answers: found.answers });
    return;
  }
  judge.notApplicable(requirement, 'Other clients add animals, so that a new one proves nothing.', answers);
}

interface Stored {
  readonly pet: Pet;
  readonly answers: readonly Answer[];
}

/** The animal that was stored for a body, the last of those that were; null where none certainly was. */
async function findStored(run: Run, client: CaseClient, { body }: UnmarkedBody): Promise<Stored | null> {
  let stored: Stored | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const earlier = await readPage(client);
    const before = await readPage(client);
    const { answer, answered } = await client.post(body, 'named');
    const after = await readPage(client);
    const [pet, ...others] = newcomers(run, before, after);
    const isQuiet = newcomers(run, earlier, before).length === 0 && others.length === 0;
    if (pet === undefined || !isQuiet || answered.status !== 400) return null;
    if (stored !== null && !isLike(pet, stored.pet)) return null;
    stored = { pet, answers: [before.answer, answer, after.answer] };
  }
  return stored;
}

function readPage(client: CaseClient): Promise<Page> {
  return client.list({ limit: 100 });
}

/** Animals that only the later page shows, and that the run neither added nor knew before. */
function newcomers(run: Run, earlier: Page, later: Page): readonly Pet[] {
  const { sentAt } = earlier.answer;
  return later.pets.filter(({ id }) => {
    const known = run.sightings.find(id);
    return (
      known === undefined || (!known.own && known.firstKnownAt > sentAt && !earlier.pets.some((pet) => pet.id === id))
    );
  });
}

/** Whether nothing is left out: the page is complete, or at least holds every animal that the run knows. */
function showsAll(run: Run, page: Page): boolean {
  if (isFlawed(page) || page.size >= pageLimit(page.query)) return false;
  const shown = new Set(page.pets.map(({ id }) => id));
  return isComplete(page, run.sightings) || run.sightings.all().every(({ pet }) => shown.has(pet.id));
}

function isLike(left: Pet, right: Pet): boolean {
  return left.name === right.name && left.categoryId === right.categoryId && left.status === right.status;
}
