import type { StepChange } from '../service-steps.ts';
import { firstParameter } from '../conditions.ts';
import { eachStatus } from '../pet.ts';
import { accepted, rejected, serviceFailure } from '../reply.ts';
import type { ServiceContext } from '../service-context.ts';
import { filtersAfterCutting, seeds } from '../shared-changes.ts';
import { composeChanges, dropParameter, failed } from '../step-changes.ts';
import type { Fault } from './fault.ts';

/** Rejects the limits that `when` picks. */
function rejectsLimits(
  when: (text: string, context: ServiceContext) => boolean,
  rejection = rejected('invalid-limit', 400, 'The limit is not allowed.'),
): StepChange {
  return (base, context) => ({
    parseLimit: (text) => (text !== null && when(text, context) ? rejection : base.parseLimit(text)),
  });
}

/** Uses a limit if the request has none. */
function defaultsTo(limit: number): StepChange {
  return (base) => ({ parseLimit: (text) => (text === null ? accepted(limit) : base.parseLimit(text)) });
}

/** Faults of the limit of a page (parts 4.1 and 8). */
export const listingLimitFaults: readonly Fault[] = [
  {
    id: 'limit-plus-one',
    title: 'A page may hold one pet more than its limit.',
    breaks: ['LIST-LIMIT-MAX', 'LIST-LIMIT-DEFAULT'],
    apply: (base) => ({ page: (matches, limit, filter) => base.page(matches, limit + 1, filter) }),
  },
  {
    id: 'limit-37-fails-at-first',
    title: 'The first request with limit=37 gets 500; all later ones are right.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: (base) => {
      let prepared = false;
      return {
        around: async (request, next) => {
          const reply = await base.around(request, next);
          if (prepared || reply.status !== 200 || request.query.get('limit') !== '37') return reply;
          prepared = true;
          return failed(reply);
        },
      };
    },
  },
  {
    id: 'limit-plus-one-in-large-catalogues',
    title: 'If a filter has hundreds of matches, a page with a limit of 30 or more holds one pet too many.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: composeChanges(seeds(900, eachStatus), (base) => ({
      page: (matches, limit, filter) =>
        base.page(matches, filter !== undefined && limit >= 30 ? limit + 1 : limit, filter),
    })),
  },
  {
    id: 'page-just-full-lacks-last',
    title: 'A page of as many pets as match lacks the last one.',
    breaks: ['LIST-COMPLETE'],
    startsEmpty: true,
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, matches.length === limit ? limit - 1 : limit, filter),
    }),
  },
  {
    id: 'limit-one-gives-nothing',
    title: 'The limit counts from 0, so a page with the limit 1 is empty.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({ page: (matches, limit, filter) => base.page(matches, limit === 1 ? 0 : limit, filter) }),
  },
  {
    id: 'limit-ignored',
    title: 'The limit is ignored, and every page holds up to 20 pets.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({ page: (matches, _limit, filter) => base.page(matches, 20, filter) }),
  },
  {
    id: 'limit-ignored-with-filter',
    title: 'The limit is ignored if there is a status filter.',
    breaks: ['LIST-LIMIT-MAX', 'LIST-LIMIT-DEFAULT'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, filter === undefined ? limit : 100, filter),
    }),
  },
  {
    id: 'limit-ignored-behind-filter',
    title: 'The limit works only as the first parameter.',
    breaksSome: ['LIST-LIMIT-MAX', 'LIST-STATUS-COMPLETE'],
    apply: dropParameter('limit', ({ query }) => firstParameter(query) !== 'limit'),
  },
  {
    id: 'limit-plus-one-for-sold',
    title: 'A page of sold pets may hold one pet more than its limit.',
    breaks: ['LIST-LIMIT-MAX', 'LIST-LIMIT-DEFAULT'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, filter === 'sold' ? limit + 1 : limit, filter),
    }),
  },
  {
    id: 'limit-above-25-ignored-with-filter',
    title: 'If there is a status filter, a limit above 25 is read as 100.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, filter !== undefined && limit > 25 ? 100 : limit, filter),
    }),
  },
  {
    id: 'limit-one-as-none',
    title: 'A limit of 1 is read as a missing limit.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({ page: (matches, limit, filter) => base.page(matches, limit > 1 ? limit : 20, filter) }),
  },
  {
    id: 'limit-rounded-up',
    title: 'Limits are rounded up to the next multiple of five.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({ page: (matches, limit, filter) => base.page(matches, Math.ceil(limit / 5) * 5, filter) }),
  },
  {
    id: 'limit-first-digit-lost',
    title: 'Limits of one digit are multiplied by ten.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(matches, limit < 10 ? limit * 10 : limit, filter),
    }),
  },
  {
    id: 'limit-capped-by-default-only',
    title: 'A limit below the default of 20 is raised to it.',
    breaks: ['LIST-LIMIT-MAX'],
    apply: (base) => ({ page: (matches, limit, filter) => base.page(matches, Math.max(limit, 20), filter) }),
  },
  {
    id: 'limit-hundred-refused',
    title: 'The upper bound is compared as exclusive, so 100 is rejected.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text) => text === '100'),
  },
  {
    id: 'limit-one-refused',
    title: 'The lower bound is compared as exclusive, so 1 is rejected.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text) => text === '1'),
  },
  {
    id: 'limit-above-fifty-refused',
    title: 'Limits above 50 are rejected.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text) => Number(text) > 50),
  },
  {
    id: 'limit-compared-as-text',
    title: 'The upper bound is compared as text, so 2 is above 100.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text) => text > '100'),
  },
  {
    id: 'limit-seventeen-fails',
    title: 'The limit 17 causes a 500.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text) => text === '17', serviceFailure),
  },
  {
    id: 'limit-larger-than-catalogue-refused',
    title: 'A limit larger than the catalogue is rejected.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: rejectsLimits((text, { catalogue }) => Number(text) > catalogue.all().length),
  },
  {
    id: 'default-limit-ten',
    title: 'Without a limit a page holds 10 pets.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: defaultsTo(10),
  },
  {
    id: 'default-limit-hundred',
    title: 'Without a limit a page holds 100 pets.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: defaultsTo(100),
  },
  {
    id: 'default-limit-off-by-one',
    title: 'Without a limit a page holds 19 pets.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: defaultsTo(19),
  },
  {
    id: 'default-limit-ten-filters-after-cutting',
    title: 'Without a limit a page holds 10 pets. The limit is applied before the filter.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: composeChanges(filtersAfterCutting, defaultsTo(10)),
  },
  {
    id: 'default-limit-none-with-filter',
    title: 'Without a limit a filtered page holds up to 50 pets, an unfiltered one 20.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: composeChanges(defaultsTo(0), (base) => ({
      page: (matches, limit, filter) => base.page(matches, limit > 0 ? limit : filter === undefined ? 20 : 50, filter),
    })),
  },
  ...(['available', 'pending'] as const).map((status) => ({
    id: `default-limit-ten-for-${status}`,
    title: `Without a limit a page of ${status} pets holds 10 pets, any other 20.`,
    breaks: ['LIST-LIMIT-DEFAULT'] as const,
    apply: composeChanges(defaultsTo(0), (base) => ({
      page: (matches, limit, filter) => base.page(matches, limit > 0 ? limit : filter === status ? 10 : 20, filter),
    })),
  })),
];
