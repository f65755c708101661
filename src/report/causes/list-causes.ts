import { elementsIn } from '../../suite/responses/inner-values.ts';
import { allOf } from '../../contract/describe.ts';
import { LIMIT_DEFAULT, LIMIT_MAX, operationRoute } from '../../contract/operations.ts';
import { isJsonObject } from '../../contract/json.ts';
import { isPetStatus, PET_STATUSES, STATUS_WORDS } from '../../contract/pet.ts';
import { tokensOf } from '../../contract/json-pointer.ts';
import { type Cause, causeOf, namesOf, type Reading, valuesOf } from './cause.ts';
import { isSuccess, redirectsToSlash, REJECTIONS, rejectsKey } from '../../suite/responses/response.ts';
import { isDisturbance } from '../../http/disturbance.ts';
import { oncePer } from '../once-per.ts';
import { hasValidQuery, isErrorAsSuccess, locationOf, type SeenExchange, type SeenRun } from './seen-exchanges.ts';
import { memberFor, shortName } from './seen-object.ts';
import { describeWrongFields, type WrongField } from './wrong-fields.ts';

/** Mistakes of the list (part 4.1). */
export const listCauses: readonly Cause[] = [
  causeOf({
    id: 'redirect-to-slash',
    explains: ['LIST-OK', 'CREATE-OK', 'CREATE-CATEGORY-INT64', 'GET-OK'],
    reads: readsSlashRedirect,
    sentence: (_groups, _areAll, { seen }) => {
      const routes = seen
        .flatMap((each) => readsSlashRedirect(each))
        .flatMap(({ agrees, value }) => (agrees ? (value ?? []) : []));
      return `Paths are redirected to the same path with a slash at its end: ${allOf([...new Set(routes)])}.`;
    },
    fix: 'Serve the path without the slash itself. Many frameworks redirect unless an option for slashes is off, or the route is declared without one.',
  }),
  causeOf({
    id: 'other-default-limit',
    explains: ['LIST-LIMIT-DEFAULT', 'LIST-COMPLETE'],
    reads: readsDefaultLimit,
    sentence: (groups) => `Without a limit ${valuesOf(groups)}.`,
    fix: `Read a missing limit as ${LIMIT_DEFAULT}.`,
  }),
  causeOf({
    id: 'limit-ignored',
    explains: ['LIST-LIMIT-MAX'],
    reads: readsLimit,
    sentence: (groups, areAll) => `The limit is ignored${areAll ? '' : ` ${namesOf(groups)}`}.`,
    fix: 'Pass limit to the query of the list, and read it as a number.',
  }),
  causeOf({
    id: 'lower-limit-maximum',
    explains: ['LIST-LIMIT-RANGE', 'LIST-OK'],
    reads: readsRejectedLimit,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `Every limit above ${valuesOf(groups)} is rejected.`,
    fix: `Accept every limit up to ${LIMIT_MAX}.`,
  }),
  causeOf({
    id: 'filter-rejected',
    explains: ['LIST-STATUS-VALUES', 'LIST-LIMIT-RANGE'],
    reads: readsRejectedFilter,
    sentence: (groups, areAll) =>
      `${areAll ? 'Every list with a status filter gets' : `Lists ${namesOf(groups)} get`} ${valuesOf(groups)}.`,
    fix: (groups) =>
      groups.some(({ values }) => values.some((status) => Number(status) < 500))
        ? `Accept ${STATUS_WORDS} as filters, letter by letter. A converter of enumerations may know other spellings only.`
        : 'Find in the log why the query fails. The word status may be reserved in the language of the query, or the column may have another type.',
  }),
  causeOf({
    id: 'filter-finds-nothing',
    explains: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    reads: readsEmptyFilter,
    sentence: (groups, areAll) =>
      areAll ? 'No list with a status filter shows a pet.' : `Lists ${namesOf(groups)} never show a pet.`,
    fix: 'Compare the filter with the status as it is stored: the type and the spelling of both must be the same.',
  }),
  causeOf({
    id: 'same-for-every-list',
    explains: [
      'LIST-LIMIT-MAX',
      'LIST-LIMIT-DEFAULT',
      'LIST-STATUS-FILTER',
      'LIST-STATUS-COMPLETE',
      'LIST-COMPLETE',
      'CREATE-STORED',
      'DEPRECATION-REPLACEMENT',
    ],
    reads: readsSameList,
    sentence: () => 'Every list gets the same body, whatever is asked and whatever was added before.',
    fix: 'List the pets that creations store, and let the limit and the status of the query choose among them.',
  }),
  causeOf({
    id: 'filter-ignored',
    explains: ['LIST-STATUS-FILTER'],
    reads: readsFilter,
    sentence: (groups, areAll) =>
      areAll ? 'The status filter is ignored.' : `The filter for ${namesOf(groups)} is ignored.`,
    fix: 'Pass status to the query of the list, and compare it with the status of each pet.',
  }),
  causeOf<WrongField>({
    id: 'row-breaks-lists',
    explains: ['LIST-OK', 'LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES', 'CREATE-NO-DAMAGE'],
    reads: readsBroken,
    // Valid pets may be the only suspects.
    holds: () => true,
    sentence: (groups) => {
      const wrong = describeWrongFields(groups.flatMap(({ values }) => values));
      const since = `Lists ${namesOf(groups)} get 500 since the run sent`;
      return wrong.length === 0
        ? `${since} valid pets.`
        : `${since} a pet with a wrong ${allOf(wrong)}: a stored pet breaks them.`;
    },
    fix: 'Find in the log which pet fails. Reject an invalid body before anything is stored, handle pets without a status, and let one bad row not fail a whole page.',
  }),
];

function isPage({ operation, status, body }: SeenExchange): boolean {
  return operation === 'listPets' && status === 200 && body !== null;
}

/** The group of pages in envelopes. */
export const THE_LIST = 'the list';

/** Reads the members that lead to the array of a page. Converters of XML write an array of one pet as the pet. */
export function readsListEnvelope(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const value = seen.body?.value;
  if (!isPage(seen) || value === undefined || isErrorAsSuccess(seen)) return [];
  const { pointer = '', elements = [] } = elementsIn(value) ?? {};
  const ofLongest = placeOfLongest(run);
  const isOnlyPet = elements.length === 1 && elements[0]?.pointer === ofLongest;
  const path = tokensOf(isOnlyPet ? ofLongest : pointer).map(shortName);
  return [{ group: THE_LIST, agrees: path.length > 0, value: path.join('.'), shows: ['PETS-ARRAY'] }];
}

/** Where the longest page holds its array. */
const placeOfLongest = oncePer(({ seen }: SeenRun) => {
  const found = seen.filter(isPage).flatMap(({ body }) => elementsIn(body?.value ?? null) ?? []);
  return found.toSorted((one, other) => other.elements.length - one.elements.length)[0]?.pointer ?? '';
});

/** Only requests to a path without a slash at its end are about it. */
function readsSlashRedirect(seen: SeenExchange): readonly Reading[] {
  const { operation, status } = seen;
  const path = new URL(seen.exchange.request.url).pathname;
  if (operation === 'other' || path.endsWith('/')) return [];
  const agrees = status >= 300 && status < 400 && redirectsToSlash({ path }, locationOf(seen));
  return [{ group: operation, agrees, value: operationRoute(operation) }];
}

/** A page whose length can be read, of a request that the contract shows: its pets, and those that it would hold without a limit. */
function pageOf(seen: SeenExchange, run: SeenRun) {
  const value = seen.body?.value;
  const { filter, limit } = seen;
  if (!isPage(seen) || value === undefined || !hasValidQuery(seen)) return null;
  const found = elementsIn(value);
  if (found === null) return null;
  return {
    size: found.elements.length,
    matches: run.knownBefore(seen, filter),
    limit: limit === null ? null : Number(limit),
    group: filter === null ? 'without a status filter' : 'with a status filter',
  };
}

type Page = NonNullable<ReturnType<typeof pageOf>>;

/** The pages that hold pets, by their exchange. */
const pagesOf = oncePer((run: SeenRun): ReadonlyMap<SeenExchange, Page> => {
  const pages = run.seen.flatMap((seen) => {
    const page = pageOf(seen, run);
    return page === null || page.size === 0 ? [] : [[seen, page] as const];
  });
  return new Map(pages);
});

function longest(pages: readonly Page[]): number {
  return pages.reduce((most, { size }) => Math.max(most, size), 0);
}

/** The length at which pages without a limit are cut, whether all of them are, and how that is said. */
const defaultLimitOf = oncePer((run: SeenRun) => {
  const all = [...pagesOf(run).values()];
  const own = all.filter(({ limit }) => limit === null);
  const [cutAt, ...others] = new Set(own.filter(({ size, matches }) => size < matches).map(({ size }) => size));
  // A service that exceeds a limit may exceed its default too.
  const exceeds = all.some(({ size, limit }) => limit !== null && size > limit);
  const isOnly = cutAt !== LIMIT_DEFAULT && others.length === 0 && !exceeds;
  const whole = `a page holds all ${longest(own)} pets that the run knew`;
  return { cutAt, isOnly, words: cutAt === undefined ? whole : `the service uses ${cutAt} as its default` };
});

/** The pages without a limit that show no pet, if all of them do so, and pages with a limit show pets. */
const emptyPages = oncePer((run: SeenRun): ReadonlySet<SeenExchange> => {
  const pages = run.seen.filter((seen) => {
    const page = pageOf(seen, run);
    return page !== null && page.limit === null && page.matches > 0;
  });
  const isRule = pages.every((page) => !pagesOf(run).has(page)) && pagesOf(run).size > 0;
  return new Set(isRule ? pages : []);
});

function readsDefaultLimit(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (run.isEveryListAlike) return [];
  if (emptyPages(run).has(seen)) return [{ group: 'pages', agrees: true, value: 'the list is empty' }];
  const page = pagesOf(run).get(seen);
  const { cutAt, isOnly, words } = defaultLimitOf(run);
  if (page === undefined || page.limit !== null || (cutAt === undefined && page.size <= LIMIT_DEFAULT)) return [];
  return [{ group: 'pages', agrees: cutAt === undefined || (isOnly && page.size <= cutAt), value: words }];
}

/** The longest pages of requests with a limit, by their group. */
const longestLimited = oncePer((run: SeenRun) => {
  const limited = [...pagesOf(run).values()].filter(({ limit }) => limit !== null);
  return new Map([...Map.groupBy(limited, ({ group }) => group)].map(([group, own]) => [group, longest(own)]));
});

function readsLimit(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const page = pagesOf(run).get(seen);
  if (page === undefined || page.limit === null || run.isEveryListAlike) return [];
  const { size, matches, limit, group } = page;
  const before = [...pagesOf(run)].filter(([other]) => other.filter === seen.filter && other.end <= seen.start);
  // A page that no limit shortens is as long as the longest one, or holds every pet.
  const isCut = size < matches && size < (longestLimited(run).get(group) ?? 0);
  // Earlier pages may show more pets, whose ids cannot be read.
  if (isCut || size < longest(before.map(([, other]) => other))) return [{ group, agrees: false }];
  return size > limit ? [{ group, agrees: true, value: 'longer' }] : [];
}

/** Rejected limits, all of them above the highest one that the service accepts. */
function readsRejectedLimit(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const limit = Number(seen.limit);
  if (!isPlainList(seen) || limit === 0 || !REJECTIONS.has(seen.status) || rejectsKey(seen)) return [];
  const highest = highestAccepted(run);
  return [{ group: 'limits', agrees: highest > 0 && limit > highest, value: String(highest) }];
}

const highestAccepted = oncePer(({ seen }: SeenRun) =>
  Math.max(0, ...seen.map((each) => (isPlainList(each) && isSuccess(each) ? Number(each.limit) : 0))),
);

function readsRejectedFilter(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (!isPlainList(seen) || !isPetStatus(seen.filter) || areAllListsBroken(run)) return [];
  const isFailed = seen.status >= 500 && !isDisturbance(seen.status);
  const agrees = isFailed || (REJECTIONS.has(seen.status) && !rejectsKey(seen));
  return [{ group: filterName(seen), agrees, value: String(seen.status) }];
}

/** Whether lists without a filter fail too, so that the filter is no reason. */
const areAllListsBroken = oncePer(({ seen }: SeenRun) => {
  const unfiltered = seen.filter((each) => isPlainList(each) && each.filter === null);
  return unfiltered.length > 0 && !unfiltered.some(isSuccess);
});

/** Pages with a filter. One without a pet says something only if a pet with the status is known. */
function readsEmptyFilter(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const page = isPlainList(seen) && isPetStatus(seen.filter) ? pageOf(seen, run) : null;
  if (page === null || page.size + page.matches === 0 || run.isEveryListAlike) return [];
  return [{ group: filterName(seen), agrees: page.size === 0, value: 'no pet' }];
}

function readsSameList(seen: SeenExchange, { isEveryListAlike }: SeenRun): readonly Reading[] {
  return isEveryListAlike && isPage(seen) ? [{ group: 'lists', agrees: true, value: 'the body' }] : [];
}

function readsFilter(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const { filter } = seen;
  const size = pageOf(seen, run)?.size ?? 0;
  if (!isPetStatus(filter) || size === 0 || run.isEveryListAlike) return [];
  const others = kindsIn(seen).filter((kind) => kind !== filter);
  // A page that the filter does not shorten is full, holds every pet, or is as long as the longest page.
  const most = longest([...pagesOf(run).values()]);
  const isWhole = size >= Math.min(Number(seen.limit ?? LIMIT_DEFAULT), run.knownBefore(seen, null), most);
  if (others.length === 0 && isWhole && size < LEAST_ALIKE) return [];
  if (others.length === 0 || !isWhole) return [{ group: filter, agrees: false }];
  const { byFilter, isNoneShown } = kindsShown(run);
  const ought = isNoneShown ? [...PET_STATUSES, NONE] : PET_STATUSES;
  const agrees = ought.every((kind) => kind === filter || byFilter.get(filter)?.has(kind));
  return [{ group: filter, agrees, value: filter }];
}

const NONE = 'none';

/** The statuses of the pets on a page, and `none` for a pet that shows no valid one. */
function kindsIn({ pets }: SeenExchange): readonly string[] {
  return pets.map(({ value }) => {
    // As in JSON:API.
    const attributes = value['attributes'] ?? null;
    const all = isJsonObject(attributes) ? { ...value, ...attributes } : value;
    const shown = all[memberFor('status', all) ?? ''];
    return PET_STATUSES.find((each) => typeof shown === 'string' && shown.toLowerCase() === each) ?? NONE;
  });
}

/** The kinds of pets that the pages with a filter show, and whether any page shows a pet without a valid status. */
const kindsShown = oncePer(({ seen }: SeenRun) => {
  const pages = seen.filter(isPage);
  const byFilter = Map.groupBy(pages, ({ filter }) => filter);
  return {
    byFilter: new Map([...byFilter].map(([filter, own]) => [filter, new Set(own.flatMap(kindsIn))])),
    isNoneShown: pages.some((page) => kindsIn(page).includes(NONE)),
  };
});

/** As few pets may have the same status by chance. */
const LEAST_ALIKE = 6;

/** As many failures are no accident. */
const LEAST_FAILURES = 3;

/** Lists that got 200 until a pet was sent, and 500 ever after. */
function readsBroken(seen: SeenExchange, run: SeenRun): readonly Reading<WrongField>[] {
  if (!isPlainList(seen) || seen.status !== 500) return [];
  const { group = filterName(seen), suspects = [] } = brokenLists(run).get(filterName(seen)) ?? {};
  const wrongIn = suspects.filter(({ sent }) => sent.wrong.length > 0);
  // A pet of an accepted body is stored rather than one of a body that failed.
  const accepted = wrongIn.filter(isSuccess);
  const wrong = (accepted.length > 0 ? accepted : wrongIn).flatMap(({ sent }) => sent.wrong);
  if (wrong.length === 0) return [{ group, agrees: suspects.length > 0 }];
  return wrong.map((value) => ({ group, agrees: true, value }));
}

/**
 * The creations between the last list that worked and the first that failed, by the filter of the lists. A list with a lower limit
 * than all that failed may end before the pet that breaks the others.
 */
const brokenLists = oncePer(({ seen }: SeenRun) => {
  const sent = seen.filter(mayBeStored);
  const lists = Map.groupBy(seen.filter(isPlainList), filterName);
  return new Map(
    [...lists].map(([name, own]) => {
      const failed = own.filter(({ status }) => status === 500);
      const firstFailed = Math.min(...failed.map(({ start }) => start));
      const lowest = Math.min(...failed.map(limitOf));
      const listed = own.filter(({ status }) => status === 200);
      const lastListed = Math.max(...listed.flatMap((each) => (limitOf(each) >= lowest ? [each.start] : [])));
      const suspects = sent.filter(({ start, end }) => end >= lastListed && start <= firstFailed);
      const isByLimit = listed.some(({ start }) => start > firstFailed);
      const group = isByLimit ? `${name} and with a limit of ${lowest} or more` : name;
      return [name, { group, suspects: failed.length < LEAST_FAILURES || lastListed >= firstFailed ? [] : suspects }];
    }),
  );
});

function limitOf({ limit }: SeenExchange): number {
  return Number(limit ?? LIMIT_DEFAULT);
}

function isPlainList(seen: SeenExchange): boolean {
  return seen.operation === 'listPets' && seen.key === 'valid' && hasValidQuery(seen);
}

function filterName({ filter }: SeenExchange): string {
  return filter === null ? 'without a status filter' : `with the filter ${shortName(filter)}`;
}

/** Whether a creation was accepted, or failed on the way. */
function mayBeStored(seen: SeenExchange): boolean {
  return seen.operation === 'createPet' && seen.key === 'valid' && (isSuccess(seen) || seen.status === 500);
}
