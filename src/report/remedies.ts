import { allOf, listSome } from '../contract/describe.ts';
import { LIMIT_DEFAULT } from '../contract/operations.ts';
import { isInt64 } from '../contract/exact-integer.ts';
import { NEW_PET_FIELDS, type Pet } from '../contract/pet.ts';
import { findRequirement, isAboutForms } from '../contract/requirements.ts';
import { elementsIn } from '../suite/responses/inner-values.ts';
import { isRedirect, isSuccess } from '../suite/responses/response.ts';
import {
  isCreated,
  isErrorAsSuccess,
  isReadFromEnd,
  isRejectedAsSuccess,
  type PetPair,
  petIdOf,
  type SeenExchange,
  type SeenPet,
  type SeenRun,
  seenRun,
  showsAnotherPet,
} from './causes/seen-exchanges.ts';
import { integerAt } from './causes/seen-object.ts';
import { describeWrongFields, isFieldValid, REQUIREMENT_OF, type WrongField } from './causes/wrong-fields.ts';
import type { Check, Report } from './report.ts';
import { unusualFields } from './verdict/unusualness.ts';

/** A violated check, with one of its exchanges. Undefined if the report does not hold it, or if it had no response. */
interface Shown {
  readonly check: Pick<Check, 'difference' | 'exchanges'>;
  readonly seen: SeenExchange | undefined;
}

/** What to change so that these checks of a requirement hold: each remedy once, that of the first check first. */
export function remediesFor(
  id: string,
  checks: readonly Check[],
  { exchanges }: Pick<Report, 'exchanges'>,
): readonly string[] {
  const run = seenRun(exchanges);
  const all = checks.flatMap((check) => {
    const ids = [check.exchanges.at(-1) ?? '', ...check.furtherViolations];
    return ids.map((each) => ({ check, seen: run.find(each) }));
  });
  const said = all.map((shown) => ({ shown, sentences: remediesByStatus(id, shown, run) }));
  const inTable = said.flatMap(({ shown, sentences }) => (sentences.includes(IN_TABLE) ? shown : []));
  const own = remedyInTable(id, inTable, run);
  const remedies = new Set(said.flatMap(({ sentences }) => sentences.map((each) => (each === IN_TABLE ? own : each))));
  return [...remedies].filter((each) => each !== undefined);
}

/** Stands for the remedy of the table. */
const IN_TABLE = null;

/** What the status of a response calls for, with the remedy of the table if that says more. */
function remediesByStatus(id: string, { check: { difference }, seen }: Shown, run: SeenRun) {
  if (seen === undefined) return [IN_TABLE];
  const { status, sent } = seen;
  const instead = `Where the service responds with ${status}, respond with`;
  const inLog = status >= 500 ? [`Find the error behind the ${status} in the log of the service.`] : [];
  if (isRejectedAsSuccess(seen, run)) {
    if (isAboutRejection(id))
      return [`Where the service rejects a body with ${status}, respond with 400 and an Error.`];
    const isValid = sent.object !== null && sent.wrong.length === 0 && !id.startsWith('ANSWER-');
    return isValid ? ['Accept every valid body, and respond with 201 and the pet.'] : [IN_TABLE];
  }
  if (difference?.kind !== 'status') return [IN_TABLE];
  const isDiverted = isRedirect({ status }) && !isCreated(seen);
  if (isAboutRejection(id) && (status > 400 || isDiverted)) return [`${instead} 400 and an Error.`, ...inLog];
  // Before the key is checked, another status shows another check.
  const isOfKey = status === 403 || isDiverted || ((status >= 400 || isErrorAsSuccess(seen)) && id !== 'AUTH-FIRST');
  if (difference.expected === 401 && isOfKey) return [`${instead} 401 and an Error.`, ...inLog];
  return [...inLog, IN_TABLE];
}

/**
 * The remedies of the table by the forms that were seen, if every exchange shows one that the table knows; else the general one.
 * Evidence that is cut cannot show one.
 */
function remedyInTable(id: string, shown: readonly Shown[], run: SeenRun): string | undefined {
  const { remedy, remedies } = findRequirement(id) ?? {};
  const whole = shown.filter(({ seen }) => seen?.isCapped !== true);
  const byForm = Map.groupBy(whole, (each) => formSeen(id, each, run));
  byForm.delete(undefined);
  const texts = [...byForm].map(([form, own]) => {
    const all = own.flatMap(({ seen }) => seen ?? []);
    return remedies?.[form ?? '']?.replaceAll(/\{(\w+)\}/g, (_, word: string) =>
      listSome([...new Set(NAMED[word]?.(all))], TEXTS_NAMED, ', '),
    );
  });
  return texts.length === 0 || texts.includes(undefined) ? remedy : texts.join(' ');
}

const TEXTS_NAMED = 3;

/** What remedies name of exchanges, by the word that stands for it. */
const NAMED: Readonly<Record<string, (all: readonly SeenExchange[]) => readonly string[]>> = {
  name: (all) => all.map(({ sent }) => JSON.stringify(sent.object?.value['name'])),
  fields: (all) => all.map(({ exchange }) => allOf(unusualFields(exchange.request).map((each) => each.join(': ')))),
  ids: (all) => all.map((seen) => String(petIdOf(seen))),
  wrong: (all) => describeWrongBodies(all.map(({ sent }) => sent.wrong)),
};

/** What is wrong with bodies. A body whose faults were not all seen alone is named as a whole: the service may reject each of them. */
function describeWrongBodies(bodies: readonly (readonly WrongField[])[]): readonly string[] {
  const alone = bodies.filter(({ length }) => length === 1).flat();
  const isAlone = ({ field, kind }: WrongField): boolean =>
    alone.some((each) => each.field === field && each.kind === kind);
  const combined = bodies.filter((wrong) => !wrong.every(isAlone));
  return [
    ...describeWrongFields(alone, Infinity),
    ...combined.map((wrong) => describeWrongFields(wrong, Infinity).join(' together with ')),
  ];
}

/** Whether a requirement is about bodies that a service must reject. */
export function isAboutRejection(id: string): boolean {
  return id.startsWith('CREATE-REFUSES-');
}

/**
 * Which of the remedies of a requirement an exchange calls for. Null if the evidence does not show it. Undefined if other exchanges
 * must decide: its body cannot be read, or shows several.
 */
export function formSeen(id: string, { check, seen }: Shown, run: SeenRun): string | null | undefined {
  if (seen === undefined) return null;
  if (isAboutForms(id)) return formOfRequest(seen);
  if (/^AUTH-(?:MISSING|INVALID)-/.test(id)) return isSuccess(seen) ? 'processed' : null;
  if (isAboutRejection(id)) return seen.sent.wrong.length > 0 ? 'wrong' : null;
  const field = NEW_PET_FIELDS.find((each) => REQUIREMENT_OF[each] === id);
  if (field !== undefined) return formOfPets(seen, run, field);
  switch (id) {
    case 'ANSWER-JSON':
      return seen.bodyKind;
    case 'AUTH-VALID-KEY':
      return formOfRequest(seen) === 'names' ? 'names' : null;
    case 'PET-ID':
      return formOfPets(seen, run, 'id');
    case 'LIST-LIMIT-MAX': {
      const limit = Number(seen.limit ?? LIMIT_DEFAULT);
      return elementsIn(seen.body?.value ?? null)?.elements.length === limit + 1 ? 'one too many' : null;
    }
    case 'CREATE-NAMES': {
      const name = seen.sent.object?.value['name'];
      if (typeof name !== 'string') return null;
      const isTaken = run.seen.some(
        ({ end, pets }) => end <= seen.start && pets.some(({ value }) => value['name'] === name),
      );
      return isTaken ? 'taken' : 'name';
    }
    case 'GET-UNKNOWN':
      if (!showsAnotherPet(seen)) return null;
      return isReadFromEnd(seen, run) ? 'last pet' : 'another pet';
    case 'PET-OBJECT':
      return isReadOfUnknown(seen, run) && isErrorAsSuccess(seen) ? 'no pet' : null;
    case 'GET-OK': {
      const creation = run.find(check.exchanges[0] ?? '')?.sent.object ?? null;
      const read = petIdOf(seen);
      if (creation === null || read === null) return null;
      return integerAt(creation, 'id') === read || creation.value['id'] === String(read) ? 'client id' : null;
    }
    default:
      return null;
  }
}

/** Whether a read asks for an id that no list and no creation showed before. */
function isReadOfUnknown(seen: SeenExchange, { isKnownBefore }: SeenRun): boolean {
  const id = petIdOf(seen);
  return seen.operation === 'getPet' && id !== null && !isKnownBefore(seen, id);
}

/** Why the pets of a response show wrong values of a field. */
function formOfPets(seen: SeenExchange, run: SeenRun, field: keyof Pet): string | null | undefined {
  if (seen.bodyKind === 'unread') return undefined;
  const wrong = run.pairsIn(seen).filter(({ shown }) => !isShownValid(shown, field));
  const [form = null, ...others] = new Set(wrong.map((pair) => formOfPair(pair, field)));
  if (others.length === 0) return form;
  return [form, ...others].includes(null) ? null : undefined;
}

function isShownValid(shown: SeenPet, field: keyof Pet): boolean {
  if (field !== 'id') return isFieldValid(shown, field);
  const id = integerAt(shown, 'id');
  return id !== null && isInt64(id);
}

/** `stored`: the creation of the pet sent a wrong value, or none. For an id, it sent the same one. `rounded`: the first digits are right. */
function formOfPair({ sent, shown }: PetPair, field: keyof Pet): 'stored' | 'rounded' | null {
  if (field === 'id')
    return Object.hasOwn(sent.value, 'id') && sent.value['id'] === shown.value['id'] ? 'stored' : null;
  if (!isFieldValid(sent, field)) return 'stored';
  if (field !== 'categoryId') return null;
  const [before, after] = [integerAt(sent, field), integerAt(shown, field)].map((each) =>
    Number(each).toPrecision(DIGITS_KEPT),
  );
  return before === after ? 'rounded' : null;
}

/** Some JSON writers keep 14 digits of a number. */
const DIGITS_KEPT = 13;

function formOfRequest({ exchange: { request } }: SeenExchange): string | null {
  const names = request.headers.map(([name]) => name);
  if (request.url.includes('%')) return 'target';
  if (unusualFields(request).length > 0) return 'fields';
  if (!names.some((name) => name.toLowerCase() === 'accept')) return 'no Accept';
  if (!names.includes('Accept') || !names.includes('Accept-Encoding')) return 'names';
  return request.body === null ? null : 'body';
}
