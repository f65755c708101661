import { counted } from '../contract/describe.ts';
import type { NewPet, PetStatus } from '../contract/pet.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { meaningOf } from '../http/failure-kinds.ts';
import { type Profile, PROFILES } from '../settings/profiles.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/settings.ts';

/** A maximum of the run, by its flag. */
type Maximum = keyof typeof MAXIMA;

const MAXIMA = {
  'max-creates': 'maxCreates',
  'max-requests': 'maxRequests',
  'max-wrong-keys': 'maxWrongKeys',
} as const satisfies Readonly<Record<string, SettingName>>;

/**
 * Why a check is not decided, for programs, which never depend on the words of a reason.
 * - `no-response`: a request had no response that can be judged;
 * - a maximum: the run had reached it, so a request was not sent;
 * - `lockout`: the service has locked this client out since the run sent wrong keys;
 * - `allowed-rejection`: the service rejected a value, as the contract allows;
 * - `catalogue`: the pets in the catalogue allow no decision;
 * - `wrong-response`: a response that violates another requirement was read makeshift, or shows nothing.
 */
export type UndecidedCause = 'no-response' | Maximum | 'lockout' | 'allowed-rejection' | 'catalogue' | 'wrong-response';

/** Why a check is not decided, and how an operator can resolve it. Only a not verified check has a resolution. */
export interface Reason {
  readonly reason: string;
  /** Null or absent if nothing is known to help. */
  readonly howToResolve?: string | null;
  /** Set if the verdict or the run depends on it. */
  readonly cause?: UndecidedCause;
  /** The ids of the exchanges that show it, if they are not those of the case. */
  readonly exchanges?: readonly string[];
}

/** A reason as a case gives it: a sentence alone has neither a resolution nor a cause. */
export type GivenReason = string | Reason;

/** A reason as it is recorded. */
export function readReason(given: GivenReason): Reason & { readonly howToResolve: string | null } {
  if (typeof given === 'string') return { reason: given, howToResolve: null };
  const { reason, howToResolve = null, cause } = given;
  return { reason, howToResolve, ...(cause === undefined ? {} : { cause }) };
}

/** A target gives every request the same response. `kind` describes it. */
export function sameResponse(kind: string): string {
  return `The target gives every request the same response: ${kind}. It may be a login page, a gateway or another service.`;
}

/** What helps if other clients change pets while the run compares them. */
export const FEWER_CLIENTS = 'Run again while fewer clients write.';
/** What helps if the run knows no pet. */
export const ADD_A_PET = 'Add a pet to the catalogue.';
/** What helps if lists do not show the pets that the run knows. */
const LIST_PETS = 'List these pets. If lists are only late, run again.';

/** The end of a sentence about an allowed rejection. */
export const AS_ALLOWED = 'as the contract allows.';

/** The service rejected a value. `what` says how, and has no full stop. */
export function allowedRejection(what: string): Reason {
  return { reason: `${what}, ${AS_ALLOWED}`, cause: 'allowed-rejection' };
}

/** What was read makeshift verifies nothing. */
export function unprovenBy(makeshift: string): Reason {
  return { reason: `${makeshift}, so its body verifies nothing.`, cause: 'wrong-response' };
}

/** The pets in the catalogue allow no decision. */
function undecidedByCatalogue(reason: string): Reason {
  return { reason, cause: 'catalogue' };
}

/** Why a check ends as not applicable in this catalogue. The verdict names what was not decided for these reasons. */
export const NO_COMPLETE_PAGE = undecidedByCatalogue(
  'No page held all pets, so a pet that is missing from a page proves nothing.',
);
export const PAGES_CUT_AT_WILL = undecidedByCatalogue(
  'Some pages hold fewer pets than their limit allows, and no cap explains it, so a pet that is missing from a page proves nothing.',
);
export const FLAWED_PAGES =
  'The pages show elements with wrong fields, and one of them may be a pet of a rejected body.';
export const TRUNCATED_PAGE =
  'The last page without a limit did not arrive whole, so it does not show how many pets the list returns.';
export const NO_EMPTY_LIST = undecidedByCatalogue(
  'A list with a filter showed pets, so the run did not see how the service returns it empty.',
);

/** Some pets that the run added stand on no page, and none had to show them. */
export function petsNotListed(unlisted: number, added: number): Reason {
  return undecidedByCatalogue(
    unlisted === added
      ? 'No page listed a pet of this run.'
      : `No page had to show ${unlisted} of the ${counted(added, 'pet')} of this run, and none did.`,
  );
}

/** What a page shows: how many elements it has, and those that are pets. */
type Listed = Readonly<{ size: number; pets: readonly NewPet[] }>;

/** Why a check is not verified if no list shows a pet with a status, and how to resolve it. `own`: the pets that the run added. */
export function noPetListed(own: readonly NewPet[], status: PetStatus, { size, pets }: Listed): Reason {
  if (size > pets.length)
    return {
      reason: `GET /pets?status=${status} listed ${counted(size, 'element')}, but no pet with this status that the run can read.`,
    };
  const isAdded = own.some((pet) => pet.status === status);
  return {
    reason: `GET /pets?status=${status} listed no pet with this status${isAdded ? ', although the run added one' : ''}.`,
    howToResolve: isAdded ? LIST_PETS : `Add a pet with status "${status}" to the catalogue.`,
  };
}

/** Why a check is not verified if the list at a path shows too few pets, and how to resolve it. `known`: how many pets the run knows. */
export function tooFewListed(path: string, listed: number, wanted: number, known: number): Reason {
  const shown = `GET ${path} listed ${listed === 0 ? 'no pet' : counted(listed, 'pet')}`;
  if (known < wanted) return { reason: `${shown}.`, howToResolve: ADD_A_PET };
  return { reason: `${shown}, although the run knows ${counted(known, 'pet')}.`, howToResolve: LIST_PETS };
}

/**
 * Why a page does not prove that it holds at most `limit` pets, because so few matches are known, and how to resolve it. `notAdded`: what
 * the last addition of a valid pet got, if that was no pet.
 */
export function tooFewPets(
  { profile, reusedIds }: { readonly profile: Profile; readonly reusedIds: ReadonlySet<bigint> },
  { known, limit, status }: { readonly known: number; readonly limit: number; readonly status: PetStatus | undefined },
  notAdded: string | null,
): Reason {
  const matching = status === undefined ? '' : ` with status "${status}"`;
  const enough = `at least ${counted(limit + 1, 'pet')}${matching} to the catalogue.`;
  const knows = known === 0 ? 'no pet' : `only ${counted(known, 'pet')}`;
  const reason = `The run knows ${knows}${matching}, so a page of at most ${limit} proves nothing.`;
  if (reusedIds.size > 0)
    return { reason: `Several added pets got the same id. ${reason}`, howToResolve: 'Give each pet an id of its own.' };
  if (notAdded !== null)
    return {
      reason: `${reason} The last POST /pets with a valid pet got ${notAdded}.`,
      howToResolve: 'Add each valid pet, then run again.',
    };
  // A run that knows no pet could not add one, and a higher maximum changes nothing.
  const mayAddMore = PROFILES[profile].addsPets && known > 0;
  return { reason, howToResolve: mayAddMore ? `Raise ${nameByFlag('maxCreates')}, or add ${enough}` : `Add ${enough}` };
}

/** The run has reached a maximum, so it does not send a request. */
export function maximumReached(maximum: Maximum, reason: string): Reason {
  return { reason, cause: maximum, howToResolve: `Raise ${nameByFlag(MAXIMA[maximum])}.` };
}

/** The reason of cases whose fixture has stopped: it is made once, so no repeat of a case gets the missing response. */
export function afterFixture({ reason, howToResolve = null, cause, exchanges }: Reason): Reason {
  const given = { reason, howToResolve, ...(exchanges === undefined ? {} : { exchanges }) };
  return cause === undefined || cause === 'no-response' ? given : { ...given, cause };
}

/** Whether the cause is a maximum of the run. */
export function isMaximum(cause: UndecidedCause | undefined): cause is Maximum {
  return cause !== undefined && cause in MAXIMA;
}

/** Whether a request was never sent, or never got a response that can be judged. */
export function isUnanswered(cause: UndecidedCause | undefined): boolean {
  return cause === 'no-response' || cause === 'lockout' || isMaximum(cause);
}

/** Why a request has no response. After the end of the run no request is sent, so that has no cause. */
export function failureReason({ kind, message }: TransportFailure): Reason {
  const reason = { reason: message, howToResolve: meaningOf(kind).howToResolve ?? null };
  if (kind === 'run-deadline' || kind === 'interrupted') return reason;
  return { ...reason, cause: kind === 'request-limit' ? 'max-requests' : 'no-response' };
}

/** Why no case can run after a failure; null if the failure violates a requirement. */
export function obstacleOf(failure: TransportFailure): Reason | null {
  return meaningOf(failure.kind).violates === undefined ? afterFixture(failureReason(failure)) : null;
}
