import type { Pet, PetStatus } from '../../contract/pet.ts';
import { pageLimit } from '../api-request.ts';
import type { PageSample } from '../catalogue/page-caps.ts';
import { isValidKey } from '../keys/credentials.ts';
import type { CompleteResponse, Evidence } from '../responses/response.ts';

/** The requirements that a pet stored for a rejected body violates: the body was faulty, or its key was wrong. */
export type RejectionRequirement = 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT';

/** A body that the service must not store, and the mark of a pet that is stored for it. */
export interface RejectedBody {
  /** A name or a category that no other pet has. */
  readonly mark: string | bigint;
  readonly status: PetStatus | undefined;
  readonly requirement: RejectionRequirement;
  readonly caseId: string;
  readonly exchangeId: string;
  /** Milliseconds, on the clock of the pages. */
  readonly sentAt: number;
  readonly doneAt: number;
}

/** A pet as the history of the run shows it. */
interface ShownPet {
  readonly pet: Pet;
  readonly firstKnownAt: number;
  readonly shownBy: Evidence | null;
  readonly isOwn: boolean;
}

/**
 * The body of a response that must leave no pet behind; null for any other response. A faulty body is rejected with 400 (part
 * 4.2). A request whose key is wrong has no effect, whatever its response (part 5).
 */
export function rejectedBodyOf(response: CompleteResponse, caseId: string): RejectedBody | null {
  const { request, status, exchangeId, sentAt, doneAt } = response;
  const { marks = {}, credential, expects } = request;
  const mark = marks.name ?? marks.categoryId;
  const hasValidKey = isValidKey(credential);
  if (mark === undefined || (hasValidKey ? status !== 400 : !expects.includes(401))) return null;
  const requirement = hasValidKey ? 'CREATE-REFUSED-NOT-STORED' : 'AUTH-NO-EFFECT';
  return { mark, status: marks.status, requirement, caseId, exchangeId, sentAt, doneAt };
}

/** A pet that is stored for a rejected body. */
interface StoredPet extends Pick<ShownPet, 'pet' | 'shownBy'> {
  readonly body: RejectedBody;
}

/**
 * The pets with the mark of a rejected body that a later response showed first. A service may return a pet for a wrong key
 * without storing it, so a pet that the run added counts once another response shows it.
 */
export function findStored(bodies: readonly RejectedBody[], pets: readonly ShownPet[]): readonly StoredPet[] {
  const byMark = new Map(bodies.map((body) => [body.mark, body]));
  return pets.flatMap(({ pet, isOwn, firstKnownAt, shownBy }) => {
    const body = byMark.get(pet.name) ?? byMark.get(pet.categoryId);
    if (body === undefined || firstKnownAt < body.sentAt) return [];
    const isStored = isOwn ? body.requirement === 'AUTH-NO-EFFECT' && shownBy !== null : true;
    return isStored ? [{ pet, shownBy, body }] : [];
  });
}

/** A body, and the complete page that was read after it; null if no page proves that no pet is stored for the body. */
interface Proof {
  readonly body: RejectedBody;
  readonly page: PageSample | null;
}

/**
 * Finds for each body a page that would show a pet stored for it. The service may store the pet without its status, so a
 * filtered page counts only if an unfiltered page was below its limit (our reading of part 4.1).
 */
export function findProofs(
  bodies: readonly RejectedBody[],
  pages: readonly PageSample[],
  isComplete: (page: PageSample) => boolean,
): readonly Proof[] {
  return bodies.map((body) => {
    const later = pages.filter(
      ({ sentAt, query }) => sentAt >= body.doneAt && isUnfilteredOr(body.status, query.status),
    );
    const hasRoom = later.some((page) => page.query.status === undefined && page.size < pageLimit(page.query));
    const page = later.find((each) => (each.query.status === undefined || hasRoom) && isComplete(each));
    return { body, page: page ?? null };
  });
}

function isUnfilteredOr(status: PetStatus | undefined, filter: PetStatus | undefined): boolean {
  return filter === undefined || filter === status;
}
