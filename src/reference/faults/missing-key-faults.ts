import type { StepChange } from '../service-steps.ts';
import { isFor } from '../conditions.ts';
import type { ServiceRequest } from '../service-request.ts';
import { changeReply, changeStatus } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { skipsKey } from './key-checks.ts';
import { missingKeyRejected } from './requirement-groups.ts';

/** Whether a request has the scheme without a token. */
function hasSchemeOnly({ headers }: ServiceRequest): boolean {
  return headers.authorization?.trim().toLowerCase() === 'bearer';
}

/** Needs no key for requests without an Authorization header that `when` picks, once so many pets were added. */
function forgetsKeyAfter(additions: number, when: (request: ServiceRequest) => boolean): StepChange {
  return (base) => {
    let added = 0;
    return {
      store: async (pet, request) => {
        await base.store(pet, request);
        added += 1;
      },
      needsKey: (request) => {
        const isOpen = added >= additions && request.headers.authorization === undefined && when(request);
        return !isOpen && base.needsKey(request);
      },
    };
  };
}

/** Faults of requests without a key (part 5 rule 3). */
export const missingKeyFaults: readonly Fault[] = [
  {
    id: 'get-needs-no-key',
    title: 'Reading a pet needs no key.',
    breaks: ['AUTH-MISSING-GET', 'AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: skipsKey(isFor('getPet')),
  },
  {
    id: 'list-needs-no-key',
    title: 'Listing needs no key.',
    breaks: ['AUTH-MISSING-LIST', 'AUTH-INVALID-LIST', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: skipsKey(isFor('listPets')),
  },
  {
    id: 'create-needs-no-key',
    title: 'Adding needs no key.',
    breaks: ['AUTH-MISSING-CREATE', 'AUTH-INVALID-CREATE', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'],
    apply: skipsKey(isFor('createPet')),
  },
  {
    id: 'filtered-list-needs-no-key',
    title: 'Listing with a status filter needs no key.',
    breaks: ['AUTH-MISSING-LIST', 'AUTH-INVALID-LIST', 'AUTH-FIRST'],
    apply: skipsKey((request) => request.operation === 'listPets' && request.query.has('status')),
  },
  {
    id: 'missing-key-forbidden',
    title: 'A missing key gets 403.',
    breaks: [...missingKeyRejected, 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-missing'], 403),
  },
  {
    id: 'missing-key-bad-request-on-create',
    title: 'Adding without a key gets 400.',
    breaks: ['AUTH-MISSING-CREATE', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeStatus(['key-missing'], 400, isFor('createPet')),
  },
  {
    id: 'missing-key-redirected',
    title: 'Listing without a key is redirected to a page to sign in. A token with a space counts as no key.',
    breaks: ['AUTH-MISSING-LIST', 'AUTH-INVALID-LIST', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: changeReply(
      (reply, request) => reply.kind === 'key-missing' && request.operation === 'listPets',
      (reply) => ({ ...reply, status: 302, headers: { ...reply.headers, Location: '/login' } }),
    ),
  },
  {
    id: 'empty-token-accepted',
    title: 'The scheme without a token is accepted.',
    breaks: [...missingKeyRejected, 'AUTH-NO-EFFECT'],
    apply: skipsKey(hasSchemeOnly),
  },
  {
    id: 'empty-token-accepted-on-get',
    title: 'Reading a pet accepts the scheme without a token.',
    breaks: ['AUTH-MISSING-GET'],
    apply: skipsKey((request) => isFor('getPet')(request) && hasSchemeOnly(request)),
  },
  {
    id: 'empty-header-accepted',
    title: 'An Authorization header without a value is accepted, since only its presence is checked.',
    breaks: [...missingKeyRejected, 'AUTH-NO-EFFECT'],
    apply: skipsKey((request) => request.headers.authorization?.trim() === ''),
  },
  {
    id: 'get-needs-no-key-after-forty-additions',
    title: 'After forty additions, reading a pet needs no key. A wrong one is still rejected.',
    breaks: ['AUTH-MISSING-GET'],
    apply: forgetsKeyAfter(40, isFor('getPet')),
  },
  {
    id: 'list-needs-no-key-after-forty-additions',
    title: 'After forty additions, listing needs no key. A wrong one is still rejected.',
    breaks: ['AUTH-MISSING-LIST'],
    apply: forgetsKeyAfter(40, isFor('listPets')),
  },
];
