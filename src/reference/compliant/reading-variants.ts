import type { StepChange } from '../service-steps.ts';
import { isOfKind, succeeds } from '../conditions.ts';
import type { Json } from '../json-value.ts';
import { writeJson } from '../json-writer.ts';
import { pageLimit } from '../pet.ts';
import { accepted } from '../reply.ts';
import { filtersAfterCutting, listsNewestFirst, rejectsInvalidIds } from '../shared-changes.ts';
import { changeReply, changeStatus, composeChanges, replace, replaceWithError } from '../step-changes.ts';
import { type CompliantExpectation, type CompliantVariant, conformant } from './compliant-variant.ts';

/** Changes how a limit outside its range is read. */
function readsInvalidLimits(read: (text: string) => number): StepChange {
  return (base) => ({
    parseLimit: (text) => {
      const limit = base.parseLimit(text);
      return limit.ok || text === null ? limit : accepted(read(text));
    },
  });
}

function errorBody(status: number, message: string): Json {
  return { code: 'unsupported', message, status: BigInt(status) };
}

/** Ends a page before the pet that would make its text larger than `most`, but not before the first. */
function cutsPages(most: number, sizeOf: (text: string) => number): StepChange {
  return replace({
    page: (matches, limit) => {
      let size = 2;
      const end = matches.findIndex((pet) => (size += sizeOf(writeJson({ ...pet })) + 1) > most);
      return matches.slice(0, Math.min(limit, end < 0 ? limit : Math.max(1, end)));
    },
  });
}

/** Whether a query has a parameter outside the contract, or one twice. */
function hasUnknownOrRepeated(query: URLSearchParams): boolean {
  const names = [...query.keys()];
  return names.some((name) => name !== 'limit' && name !== 'status') || new Set(names).size < names.length;
}

function clamp(limit: number): number {
  return Number.isFinite(limit) ? Math.min(Math.max(limit, pageLimit.minimum), pageLimit.maximum) : pageLimit.default;
}

/** What a run must find after the removal of getPet. */
const removed: CompliantExpectation = {
  verdict: 'conformant',
  notApplicable: ['GET-OK', 'GET-SAME', 'GET-UNKNOWN', 'AUTH-MISSING-GET', 'AUTH-INVALID-GET'],
};

/** Compliant variants that read unusual requests, and cut pages, in other ways (parts 4.1, 4.3, 7 and 9). */
export const readingVariants: readonly CompliantVariant[] = [
  {
    id: 'limit-outside-unprocessable',
    title: 'A limit out of range and an unknown status get 422.',
    expects: conformant,
    apply: changeStatus(['invalid-limit', 'invalid-filter'], 422),
  },
  {
    id: 'limit-outside-clamped',
    title: 'A limit out of range becomes the nearest bound, other texts become 20.',
    expects: conformant,
    apply: readsInvalidLimits((text) => clamp(Number(text)) | 0),
  },
  {
    id: 'limit-outside-ignored',
    title: 'A limit out of range is ignored.',
    expects: conformant,
    apply: readsInvalidLimits(() => pageLimit.default),
  },
  {
    id: 'limit-outside-gives-all',
    title: 'A limit above 100 returns the whole catalogue, one below 1 an empty page.',
    expects: conformant,
    apply: readsInvalidLimits((text) => (Number(text) > pageLimit.maximum ? Infinity : 0)),
  },
  {
    id: 'unknown-status-ignored',
    title: 'An unknown status in the filter is ignored.',
    expects: conformant,
    apply: (base) => ({
      parseFilter: (text) => {
        const filter = base.parseFilter(text);
        return filter.ok ? filter : accepted(undefined);
      },
    }),
  },
  {
    id: 'unknown-status-finds-nothing',
    title: 'An unknown status in the filter finds nothing.',
    expects: conformant,
    apply: changeReply(isOfKind('invalid-filter'), ({ headers }) => ({
      status: 200,
      kind: 'success',
      headers,
      body: [],
    })),
  },
  {
    id: 'query-strict',
    title: 'Unknown and repeated parameters are rejected.',
    expects: conformant,
    apply: changeReply(
      (reply, request) => succeeds('listPets')(reply, request) && hasUnknownOrRepeated(request.query),
      (reply) =>
        replaceWithError(reply, {
          status: 400,
          kind: 'invalid-limit',
          code: 'invalid_parameter',
          message: 'A parameter is unknown or repeated.',
        }),
    ),
  },
  {
    id: 'pages-of-25-at-most',
    title: 'No page holds more than 25 pets.',
    expects: conformant,
    apply: replace({ page: (matches, limit) => matches.slice(0, Math.min(limit, 25)) }),
  },
  {
    id: 'pages-of-ten-at-most',
    title: 'No page holds more than 10 pets.',
    expects: conformant,
    apply: replace({ page: (matches, limit) => matches.slice(0, Math.min(limit, 10)) }),
  },
  {
    id: 'pages-of-three-kibibytes-at-most',
    title: 'No page holds more than 3 KiB of pets.',
    expects: conformant,
    apply: cutsPages(3072, (text) => Buffer.byteLength(text)),
  },
  {
    id: 'pages-of-700-characters-at-most',
    title: 'No page holds more than 700 characters of pets, and the newest are first.',
    expects: conformant,
    apply: composeChanges(
      listsNewestFirst,
      cutsPages(700, (text) => text.length),
    ),
  },
  {
    id: 'limit-minus-one',
    title: 'A page ends one pet before its limit, although more match.',
    expects: conformant,
    apply: replace({ page: (matches, limit) => matches.slice(0, Math.max(1, limit - 1)) }),
  },
  {
    id: 'pages-cut-at-random',
    title: 'Each page ends at a random pet.',
    expects: conformant,
    apply: (base, { random }) => ({
      page: (matches, limit, filter) => {
        const page = base.page(matches, limit, filter);
        return page.slice(0, 1 + Number(random() % BigInt(page.length + 1)));
      },
    }),
  },
  {
    id: 'filtered-pages-of-half-their-limit',
    title: 'A filtered page holds at most half its limit, and other pages are complete.',
    expects: conformant,
    apply: replace({
      page: (matches, limit, filter) =>
        matches.slice(0, filter === undefined ? limit : Math.max(1, Math.floor(limit / 2))),
    }),
  },
  {
    id: 'filtered-pages-of-twelve',
    title: 'A filtered page holds at most 12 pets, and other pages are complete.',
    expects: conformant,
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, filter === undefined ? limit : Math.min(limit, 12), filter),
    }),
  },
  {
    id: 'filters-after-cutting',
    title: 'The limit is applied before the filter, so filtered pages are short.',
    expects: conformant,
    apply: filtersAfterCutting,
  },
  {
    id: 'odd-ids-bad-request',
    title: 'A petId that is not an int64 gets 400.',
    expects: conformant,
    apply: rejectsInvalidIds,
  },
  {
    id: 'other-methods-not-found',
    title: 'Other methods on a known path get 404.',
    expects: conformant,
    apply: changeStatus(['unknown-method'], 404),
  },
  {
    id: 'removed-and-gone',
    title: 'After the removal date reading a pet gets 410.',
    at: '2031-01-15T12:00:00Z',
    expects: removed,
    apply: () => ({}),
  },
  {
    id: 'removed-and-not-found',
    title: 'After the removal date reading a pet gets 404.',
    at: '2031-01-15T12:00:00Z',
    expects: removed,
    apply: changeStatus(['removed'], 404),
  },
  {
    id: 'chunks-refused',
    title: 'A body in chunks gets 411: the service needs a length.',
    expects: conformant,
    apply: (base) => ({
      around: async (request, next) =>
        request.headers['transfer-encoding'] === undefined
          ? base.around(request, next)
          : { status: 411, kind: 'unsupported-type', headers: {}, body: errorBody(411, 'A length is required.') },
    }),
  },
  {
    id: 'expectation-declined',
    title: 'A request with Expect: 100-continue gets 417: a client sends it again without the field.',
    expects: conformant,
    apply: (base) => ({
      around: async (request, next) =>
        request.headers.expect === undefined
          ? base.around(request, next)
          : { status: 417, kind: 'unsupported-type', headers: {}, body: errorBody(417, 'Send it without Expect.') },
    }),
  },
  {
    id: 'escaped-addresses-redirected',
    title: 'An address with percent escapes is redirected to the same address without them.',
    expects: conformant,
    apply: changeReply(
      ({ status }, { path }) => status !== 401 && path?.includes('%') === true,
      (reply, { path }) => ({
        ...reply,
        status: 301,
        headers: { ...reply.headers, Location: `/v1${decodeURIComponent(path ?? '')}` },
        body: errorBody(301, 'See the plain address.'),
      }),
    ),
  },
  {
    id: 'escaped-words-unknown',
    title: 'An address with a percent escape in the word pets gets 404, before the key is checked.',
    expects: conformant,
    apply: (base) => ({
      around: async (request, next) =>
        /^\/v1\/(?!pets\b)/.test(request.target) && request.operation === 'getPet'
          ? { status: 404, kind: 'unknown-path', headers: {}, body: errorBody(404, 'There is nothing at this path.') }
          : base.around(request, next),
    }),
  },
  {
    id: 'key-by-query-too',
    title: 'The right key is accepted in the query as well.',
    expects: conformant,
    apply: (base, { key }) => ({
      needsKey: (request) => base.needsKey(request) && request.query.get('api_key') !== key,
    }),
  },
  {
    id: 'pages-of-12-kib',
    title: 'A page ends before the pet that would exceed 12 KiB, but not before the first.',
    expects: conformant,
    apply: composeChanges(
      listsNewestFirst,
      cutsPages(12_288, (text) => Buffer.byteLength(text)),
    ),
  },
];
