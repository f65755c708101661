import type { JsonDocument, JsonValue } from '../contract/json.ts';
import { checkPet } from '../contract/validation.ts';
import { readPet, type Pet } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import { auditPets } from './audit-body.ts';
import type { Judge } from './judge.ts';
import { pageLimit, type ListQuery, type Page } from './page.ts';
import type { Run } from './run.ts';

/** Judges everything that holds for any page (part 4.1): its shape, its size, its filter and its ids. */
export function auditPage(run: Run, judge: Judge, answer: Answer, document: JsonDocument, query: ListQuery): Page {
  const elements = auditPets(judge, answer, document);
  if (elements === null)
    return judge.stop('The answer is no page, so there was nothing further to judge.', null, [answer]);
  const pets = validPets(document, elements);
  const page: Page = { answer, query, pets, size: elements.length };
  judgeSize(run, judge, page);
  judgeFilter(judge, page);
  judgeIds(judge, page);
  run.sightings.page(page.size);
  run.sightings.seen(pets, answer.doneAt);
  return page;
}

function validPets(document: JsonDocument, elements: readonly JsonValue[]): readonly Pet[] {
  return elements
    .filter((element) => checkPet(document, element).length === 0)
    .map((element) => readPet(document, element));
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
    expected: `at most ${limit} animals`,
    actual: `${page.size} animals`,
    answers: [page.answer],
  });
  if (fits) run.sightings.proven(limit, page.query.status);
}

/** Animals that are none by the schema are judged there, so that a wrong spelling of a status accuses no filter. */
function judgeFilter(judge: Judge, { query, pets, answer }: Page): void {
  const { status } = query;
  if (status === undefined || pets.length === 0) return;
  const wrong = pets.find((pet) => pet.status !== status);
  judge.everyAnswer('LIST-STATUS-FILTER', wrong === undefined, {
    expected: `only animals with the status ${status}`,
    actual: wrong === undefined ? `${pets.length} animals, all ${status}` : describeWrong(wrong),
    ...(wrong === undefined ? {} : { pointer: `/${pets.indexOf(wrong)}/status` }),
    answers: [answer],
  });
}

function describeWrong({ id, status }: Pet): string {
  return status === undefined ? `the animal ${id}, which has no status` : `the animal ${id}, which is ${status}`;
}

function judgeIds(judge: Judge, page: Page): void {
  if (page.pets.length < 2) return;
  const seen = new Set<bigint>();
  const twice = page.pets.findIndex((pet) => seen.size === seen.add(pet.id).size);
  judge.everyAnswer('LIST-IDS-DISTINCT', twice === -1, {
    expected: 'every id once',
    actual: twice === -1 ? `${page.pets.length} distinct ids` : `the id ${page.pets[twice]?.id ?? ''} twice`,
    ...(twice === -1 ? {} : { pointer: `/${twice}/id` }),
    answers: [page.answer],
  });
}
