import { elementsIn, redirectsToSlash } from '../../suite/responses/makeshift.ts';
import { allOf } from '../../contract/describe.ts';
import { LIMIT_DEFAULT, operationRoute } from '../../contract/operations.ts';
import { headerValue } from '../../http/exchange.ts';
import { isPetStatus, PET_STATUSES } from '../../contract/pet.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../contract/json.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { type SeenExchange, type SeenRun, shortName } from './seen-exchanges.ts';
import { describeWrongFields, wrongFieldsIn } from './wrong-fields.ts';

/** Mistakes of the list (part 4.1). */
export const listCauses: readonly Cause[] = [
  causeOf({
    id: 'list-in-envelope',
    explains: ['PETS-ARRAY'],
    reads: () => readsEnvelope,
    sentence: (groups) => `The list stands inside an object: its pets are in ${valuesOf(groups)}.`,
    fix: 'Respond with the array of pets itself. A count or a cursor may stand in a header.',
  }),
  causeOf({
    id: 'list-numbered',
    explains: ['PETS-ARRAY'],
    reads: () => readsNumbered,
    sentence: (groups, areAll) =>
      `The list${areAll ? '' : ` ${namesOf(groups)}`} is an object with a number as the name of each pet.`,
    fix: 'Number the elements again before they are written: in PHP, an array that a filter has left with gaps becomes an object, and array_values closes them.',
  }),
  causeOf({
    id: 'redirect-to-slash',
    explains: ['LIST-OK', 'CREATE-OK', 'CREATE-CATEGORY-INT64', 'GET-OK'],
    reads: () => readsSlashRedirect,
    sentence: (_groups, _areAll, { seen }) => {
      const routes = seen.flatMap(readsSlashRedirect).flatMap(({ agrees, value }) => (agrees ? (value ?? []) : []));
      return `Paths are redirected to the same path with a slash at its end: ${allOf([...new Set(routes)])}.`;
    },
    fix: 'Serve the path without the slash itself. Many frameworks redirect unless an option for slashes is off, or the route is declared without one.',
  }),
  causeOf({
    id: 'own-default-limit',
    explains: ['LIST-LIMIT-DEFAULT'],
    reads: readsDefaultLimit,
    holds: ({ values }) => values.length === 1 && values[0] !== String(LIMIT_DEFAULT),
    sentence: (groups) => `Without a limit the service uses ${valuesOf(groups)} as its default.`,
    fix: `Read a missing limit as ${LIMIT_DEFAULT}.`,
  }),
  causeOf({
    id: 'no-default-limit',
    explains: ['LIST-LIMIT-DEFAULT'],
    reads: readsNoDefault,
    holds: ({ values }) => values.length > 0,
    sentence: (groups) =>
      `Without a limit, a list of ${Math.max(...groups.flatMap(({ values }) => values))} pets held every pet that the run knew.`,
    fix: `Read a missing limit as ${LIMIT_DEFAULT}.`,
  }),
  causeOf({
    id: 'limit-ignored',
    explains: ['LIST-LIMIT-MAX'],
    reads: readsLimit,
    holds: ({ values }) => values.length > 0,
    sentence: (groups, areAll) => `The limit is ignored${areAll ? '' : ` ${namesOf(groups)}`}.`,
    fix: 'Pass limit to the query of the list, and read it as a number.',
  }),
  causeOf({
    id: 'filter-ignored',
    explains: ['LIST-STATUS-FILTER'],
    reads: (run) => (seen) => readsFilter(seen, run),
    // The pages show every kind of pet that the filter should leave out.
    holds: ({ name, values }) => [...PET_STATUSES, 'none'].every((each) => each === name || values.includes(each)),
    sentence: (groups, areAll) =>
      areAll ? 'The status filter is ignored.' : `The filter for ${namesOf(groups)} is ignored.`,
    fix: 'Pass status to the query of the list, and compare it with the status of each pet.',
  }),
  causeOf({
    id: 'row-breaks-lists',
    explains: ['LIST-OK', 'LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES', 'CREATE-NO-DAMAGE'],
    reads: readsBroken,
    sentence: (groups, _areAll, run) =>
      `Since the run added certain pets, lists ${allOf(groups.map(brokenLists))} get 500: a stored pet breaks them. ${suspectsIn(run)}`,
    fix: 'Find in the log which pet fails. Reject an invalid body before anything is stored, handle pets without a status, and let one bad row not fail a whole page.',
  }),
];

function isPage({ operation, status, body }: SeenExchange): boolean {
  return operation === 'listPets' && status === 200 && body !== null;
}

function readsEnvelope(seen: SeenExchange): readonly Reading[] {
  const value = seen.body?.value;
  if (!isPage(seen) || value === undefined) return [];
  const path = isJsonArray(value) ? null : pathOfArray(value);
  return [{ group: 'lists', agrees: path !== null, value: path?.join('.') }];
}

function readsNumbered(seen: SeenExchange): readonly Reading[] {
  const value = seen.body?.value;
  if (!isPage(seen) || seen.pets.length === 0 || value === undefined) return [];
  const group = seen.filter === null ? 'without a status filter' : 'with a status filter';
  return [{ group, agrees: isJsonObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) }];
}

/** Only requests to a path without a slash at its end are about it. */
function readsSlashRedirect({ exchange, operation, status }: SeenExchange): readonly Reading[] {
  const path = new URL(exchange.request.url).pathname;
  if (operation === 'other' || path.endsWith('/')) return [];
  const location = headerValue(exchange.response?.headers ?? [], 'location');
  const agrees = status >= 300 && status < 400 && redirectsToSlash({ path }, location);
  return [{ group: operation, agrees, value: operationRoute(operation) }];
}

const DEEPEST = 3;

/** The members that lead to the only array inside an object. Null if there is none, or more than one. */
function pathOfArray(value: JsonValue, depth = 0): readonly string[] | null {
  if (!isJsonObject(value) || depth > DEEPEST) return null;
  const found = Object.keys(value).flatMap((key) => {
    const member = value[key] ?? null;
    const inner = isJsonArray(member) ? [] : pathOfArray(member, depth + 1);
    return inner === null ? [] : [[shortName(key), ...inner]];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A page whose length can be read, of a request that the contract shows. */
interface Page {
  /** How many pets it holds, and how many it would hold without a limit, as far as they are known. */
  readonly size: number;
  readonly matches: number;
  readonly limit: number | null;
  readonly group: string;
}

function pageOf(seen: SeenExchange, run: SeenRun): Page | null {
  const value = seen.body?.value;
  const { filter, limit } = seen;
  const isLimitValid = limit === null || isLimit(limit);
  const isFilterValid = filter === null || isPetStatus(filter);
  if (!isPage(seen) || value === undefined || !seen.isPlainQuery || !isLimitValid || !isFilterValid) return null;
  if (!isJsonArray(value) && pathOfArray(value) === null) return null;
  return {
    size: elementsIn(value)?.elements.length ?? 0,
    matches: run.knownBefore(seen, filter),
    limit: limit === null ? null : Number(limit),
    group: filter === null ? 'without a status filter' : 'with a status filter',
  };
}

/** Reads the pages that hold pets. */
function readsPages<Fact = string>(
  run: SeenRun,
  readsAmong: (all: readonly Page[]) => (page: Page) => readonly Reading<Fact>[],
): (seen: SeenExchange) => readonly Reading<Fact>[] {
  const pages = new Map<SeenExchange, Page>();
  for (const seen of run.seen) {
    const page = pageOf(seen, run);
    if (page !== null && page.size > 0) pages.set(seen, page);
  }
  const read = readsAmong([...pages.values()]);
  return (seen) => {
    const page = pages.get(seen);
    return page === undefined ? [] : read(page);
  };
}

function isCut({ size, matches }: Page): boolean {
  return size < matches;
}

function longest(pages: readonly Page[]): number {
  return pages.reduce((most, { size }) => Math.max(most, size), 0);
}

function readsDefaultLimit(run: SeenRun): (seen: SeenExchange) => readonly Reading[] {
  return readsPages(run, (all) => {
    const longestCut = longest(all.filter((page) => page.limit === null && isCut(page)));
    return (page) => {
      // A service that exceeds a limit may exceed its default too.
      if (page.limit !== null) return page.size > page.limit ? [{ group: 'pages', agrees: false }] : [];
      if (isCut(page)) return [{ group: 'pages', agrees: true, value: String(page.size) }];
      return page.size > LIMIT_DEFAULT ? [{ group: 'pages', agrees: page.size <= longestCut }] : [];
    };
  });
}

function readsNoDefault(run: SeenRun): (seen: SeenExchange) => readonly Reading<number>[] {
  return readsPages(run, () => (page): readonly Reading<number>[] => {
    if (page.limit !== null) return [];
    const value = page.size > LIMIT_DEFAULT ? page.size : undefined;
    return [{ group: 'pages', agrees: !isCut(page), value }];
  });
}

function readsLimit(run: SeenRun): (seen: SeenExchange) => readonly Reading[] {
  return readsPages(run, (all) => {
    const limited = all.filter(({ limit }) => limit !== null);
    const groups = Map.groupBy(limited, ({ group }) => group);
    const longestOf = new Map([...groups].map(([group, own]) => [group, longest(own)]));
    return ({ size, matches, limit, group }) => {
      if (limit === null) return [];
      // A page that no limit shortens is as long as the longest one, or holds every pet.
      if (size < matches && size < (longestOf.get(group) ?? 0)) return [{ group, agrees: false }];
      return size > limit ? [{ group, agrees: true, value: 'longer' }] : [];
    };
  });
}

function readsFilter(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const { filter } = seen;
  const size = pageOf(seen, run)?.size ?? 0;
  if (!isPetStatus(filter) || size === 0) return [];
  const statuses = seen.pets.map(({ value }) => (Object.hasOwn(value, 'status') ? value['status'] : null));
  const others = statuses.filter((status) => status !== filter);
  // A page that the filter does not shorten is full, or holds every pet.
  const isWhole = size >= Math.min(Number(seen.limit ?? LIMIT_DEFAULT), run.knownBefore(seen, null));
  if (others.length === 0 && isWhole && size < LEAST_ALIKE) return [];
  if (others.length === 0 || !isWhole) return [{ group: filter, agrees: false }];
  return others.map((status) => ({
    group: filter,
    agrees: true,
    value: isPetStatus(status) ? status : 'none',
  }));
}

/** As few pets may have the same status by chance. */
const LEAST_ALIKE = 6;

/** As many failures are no accident. */
const LEAST_FAILURES = 3;

/**
 * Lists that got 200 until a creation with an invalid body was not rejected, and 500 ever after. If the row is not the first,
 * lists with lower limits do not hold it.
 */
function readsBroken(run: SeenRun): (each: SeenExchange) => readonly Reading[] {
  const broken = breaksByFilter(run);
  return (each) => {
    if (!isPlainList(each) || each.status !== 500) return [];
    const found = broken.get(filterName(each)) ?? null;
    const value = found === null || found.isFromFirst ? undefined : String(found.from);
    return [{ group: filterName(each), agrees: found !== null, value }];
  };
}

/** How lists broke. */
interface Break {
  /** The lowest limit that fails, and whether no lower one works since then. */
  readonly from: number;
  readonly isFromFirst: boolean;
  /** The wrong creations between the last list that worked and the first that failed. */
  readonly suspects: readonly SeenExchange[];
}

function breaksByFilter({ seen }: SeenRun): ReadonlyMap<string, Break | null> {
  const suspects = seen.filter(isAcceptedWrongly);
  const lists = seen.filter(isPlainList);
  return new Map([...Map.groupBy(lists, filterName)].map(([name, own]) => [name, breakIn(own, suspects)]));
}

/** "Just before, creations with a wrong status (another text) got 500." */
function suspectsIn(run: SeenRun): string {
  const suspects = [...breaksByFilter(run).values()].flatMap((each) => each?.suspects ?? []);
  const wrong = suspects.flatMap((each) => wrongFieldsIn(each));
  const statuses = new Set(suspects.map(({ status }) => status));
  return `Just before, creations with a wrong ${allOf(describeWrongFields(wrong))} got ${allOf([...statuses].map(String))}.`;
}

/** Null if lists do not break since a suspect was sent. */
function breakIn(lists: readonly SeenExchange[], all: readonly SeenExchange[]): Break | null {
  const failed = lists.filter(({ status }) => status === 500);
  const from = failed.reduce((least, each) => Math.min(least, mostOn(each)), Infinity);
  const firstFailed = failed.reduce((first, { start }) => Math.min(first, start), Infinity);
  const listed = lists.filter(({ status }) => status === 200);
  const wide = listed.filter((each) => mostOn(each) >= from);
  const lastListed = wide.reduce((last, { start }) => Math.max(last, start), -Infinity);
  const suspects = all.filter(({ start, end }) => end >= lastListed && start <= firstFailed);
  if (failed.length < LEAST_FAILURES || wide.length === 0 || lastListed >= firstFailed || suspects.length === 0)
    return null;
  return { from, isFromFirst: listed.every(({ start }) => start < firstFailed), suspects };
}

function isPlainList({ operation, key, isPlainQuery, limit }: SeenExchange): boolean {
  return operation === 'listPets' && key === 'valid' && isPlainQuery && (limit === null || isLimit(limit));
}

/** How many pets a list may hold. */
function mostOn({ limit }: SeenExchange): number {
  return Number(limit ?? LIMIT_DEFAULT);
}

function isLimit(text: string): boolean {
  return /^[1-9]\d?$|^100$/.test(text);
}

function brokenLists({ name, values: [from] }: AgreeingGroup): string {
  return from === undefined ? name : `${name} and with a limit of ${from} or more`;
}

function filterName({ filter }: SeenExchange): string {
  return filter === null ? 'without a status filter' : `with the filter ${filter.slice(0, LONGEST_FILTER)}`;
}

const LONGEST_FILTER = 20;

/** Whether a creation with a wrong field was accepted, or failed on the way. */
function isAcceptedWrongly(seen: SeenExchange): boolean {
  if (seen.operation !== 'createPet' || seen.key !== 'valid') return false;
  return (isSuccess(seen) || seen.status === 500) && wrongFieldsIn(seen).length > 0;
}
