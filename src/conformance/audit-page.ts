import { describeAnimals } from '../contract/describe.ts';
import type { JsonDocument } from '../contract/json.ts';
import { checkPet } from '../contract/validation.ts';
import { readPet, type Pet } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import { auditPets, type AuditedPets } from './audit-body.ts';
import type { Judge } from './judge.ts';
import { pageLimit, type ListQuery, type Page } from './page.ts';
import type { Run } from './run.ts';

/** Judges everything that holds for any page (part 4.1): its shape, its size, its filter and its ids. */
export function auditPage(run: Run, judge: Judge, answer: Answer, document: JsonDocument, query: ListQuery): Page {
  const audited = auditPets(judge, answer, document);
  if (audited === null)
    return judge.stop('The answer is no page, so there was nothing further to judge.', null, [answer]);
  const placed = validPets(document, audited);
  const pets = placed.map(({ pet }) => pet);
  const page: Page = { answer, query, pets, size: audited.elements.length };
  judgeSize(run, judge, page);
  judgeFilter(judge, page, placed);
  judgeIds(judge, page, placed);
  run.sightings.page(page.size);
  run.sightings.seen(pets, answer.doneAt, answer.exchangeId);
  return page;
}

/** A valid animal and its place on the page. */
interface Placed {
  readonly pet: Pet;
  readonly place: number;
}

function validPets(document: JsonDocument, { elements, allValid }: AuditedPets): readonly Placed[] {
  return elements.flatMap((element, place) =>
    allValid || checkPet(document, element).length === 0 ? [{ pet: readPet(document, element), place }] : [],
  );
}

/**
 * A page proves its limit only where more matches were known than it may hold. Without a limit, a page of at most 20
 * does not show yet that the limit was 20, so that only an excess is judged here.
 */
function judgeSize(run: Run, judge: Judge, page: Page): void {
  const limit = pageLimit(page.query);
  const isDefault = page.query.limit === undefined;
  const fits = page.size <= limit;
  const proves = run.sightings.knownBefore(page.answer.sentAt, page.query.status) > limit;
  if (fits && (isDefault || !proves)) return;
  judge.everyAnswer(isDefault ? 'LIST-LIMIT-DEFAULT' : 'LIST-LIMIT-MAX', fits, {
    expected: `at most ${describeAnimals(limit)}`,
    actual: describeAnimals(page.size),
    answers: [page.answer],
  });
  if (fits) run.sightings.proven(limit, page.query.status);
}

/** Animals that are none by the schema are judged there, so that a wrong spelling of a status accuses no filter. */
function judgeFilter(judge: Judge, { query, answer }: Page, placed: readonly Placed[]): void {
  const { status } = query;
  if (status === undefined || placed.length === 0) return;
  const wrong = placed.find(({ pet }) => pet.status !== status);
  judge.everyAnswer('LIST-STATUS-FILTER', wrong === undefined, {
    expected: `only animals with the status ${status}`,
    actual: wrong === undefined ? `${describeAnimals(placed.length)}, all ${status}` : describeWrong(wrong.pet),
    ...(wrong === undefined ? {} : { pointer: `/${wrong.place}/status` }),
    answers: [answer],
  });
}

function describeWrong({ id, status }: Pet): string {
  return status === undefined ? `the animal ${id}, which has no status` : `the animal ${id}, which is ${status}`;
}

function judgeIds(judge: Judge, { answer }: Page, placed: readonly Placed[]): void {
  if (placed.length < 2) return;
  const seen = new Set<bigint>();
  const twice = placed.find(({ pet }) => seen.size === seen.add(pet.id).size);
  judge.everyAnswer('LIST-IDS-DISTINCT', twice === undefined, {
    expected: 'every id once',
    actual: twice === undefined ? `${placed.length} distinct ids` : `the id ${twice.pet.id} twice`,
    ...(twice === undefined ? {} : { pointer: `/${twice.place}/id` }),
    answers: [answer],
  });
}
