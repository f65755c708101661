import type { Pet } from '../../contract/pet.ts';
import type { Answer } from '../../target/answer.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { isComplete, isFlawed, pageLimit, type Page } from '../page.ts';
import { shuffled } from '../random-numbers.ts';
import type { Run } from '../run.ts';

/** A body to be refused that holds nothing by which an animal stored for it could be recognised. */
export interface UnmarkedBody {
  readonly title: string;
  readonly body: string;
}

/** A refused body by whose name an animal that is stored for it would be recognised. */
export interface NamedBody {
  readonly body: string;
  readonly name: string;
}

/** What is sent between two pages: the body, a refused body with a name, or nothing that could add an animal. */
type Round = 'body' | 'named' | 'nothing';

/** Chance, or a client that acts on every so many requests, would have to tell these apart in any order. */
const ROUNDS: readonly Round[] = [
  ...Array.from({ length: 5 }, () => 'body' as const),
  ...Array.from({ length: 3 }, () => 'named' as const),
  ...Array.from({ length: 3 }, () => 'nothing' as const),
];

/** How many bodies are sent once more where an animal has appeared. */
export const REPEATED_BODIES = ROUNDS.filter((round) => round !== 'nothing').length;

/**
 * Judges that such bodies leave no animal behind: the page before them and the one after them show the same animals.
 * Others may add animals in between, so one that appears is a violation only where one with the same values appears each
 * time that one body is sent, and none where nothing is; with another refused body only one without a name, which no
 * client adds each time. Needs the citation CREATE-REFUSED-NOT-STORED, and that the run itself adds nothing meanwhile.
 */
export async function expectUnmarkedNotStored(
  run: Run,
  client: CaseClient,
  judge: Judge,
  bodies: readonly UnmarkedBody[],
  namedBody: () => NamedBody,
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
  const rounds = shuffled(ROUNDS, run.randomFor(judge.caseId));
  for (const each of bodies) {
    const found = await findStored(run, client, rounds, each, namedBody);
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
async function findStored(
  run: Run,
  client: CaseClient,
  rounds: readonly Round[],
  { body }: UnmarkedBody,
  namedBody: () => NamedBody,
): Promise<Stored | null> {
  let stored: Stored | null = null;
  for (const round of rounds) {
    const before = await readPage(client);
    if (round !== 'body') {
      const name = round === 'named' ? await sendNamed(client, namedBody()) : null;
      const others = newcomers(run, before, await readPage(client)).filter((pet) => pet.name !== name);
      if (others.some((pet) => round === 'nothing' || pet.name !== '')) return null;
      continue;
    }
    const { answer, answered } = await client.post(body, 'named');
    const after = await readPage(client);
    const [pet, ...others] = newcomers(run, before, after);
    if (pet === undefined || others.length > 0 || answered.status !== 400) return null;
    if (stored !== null && !isLike(pet, stored.pet)) return null;
    stored = { pet, answers: [before.answer, answer, after.answer] };
  }
  return stored;
}

async function sendNamed(client: CaseClient, { body, name }: NamedBody): Promise<string> {
  await client.post(body, 'named');
  return name;
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
