import { nameByFlag } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/settings.ts';

/** A maximum of the run, by its flag. */
export type Maximum = keyof typeof MAXIMA;

const MAXIMA = {
  'max-creates': 'maxCreates',
  'max-requests': 'maxRequests',
  'max-wrong-keys': 'maxWrongKeys',
} as const satisfies Readonly<Record<string, SettingName>>;

/**
 * Why a check is not settled, for programs, which never depend on the words of a reason.
 * - `no-response`: a request had no response that can be judged;
 * - a maximum: the run had reached it, so a request was not sent;
 * - `lockout`: the service has rejected the configured key since the run sent wrong keys;
 * - `allowed-rejection`: the service rejected a value, as the contract allows;
 * - `catalogue`: the pets in the catalogue allow no decision.
 */
export type OpenCause = 'no-response' | Maximum | 'lockout' | 'allowed-rejection' | 'catalogue';

/** Why a check is not settled: a sentence, and its cause if the verdict or the run depends on it. */
export interface Reason {
  readonly reason: string;
  readonly cause?: OpenCause;
}

/** A reason as a case gives it: a sentence alone has no cause. */
export type GivenReason = string | Reason;

/** The reason and its cause. */
export function readReason(given: GivenReason): Reason {
  if (typeof given === 'string') return { reason: given };
  const { reason, cause } = given;
  return cause === undefined ? { reason } : { reason, cause };
}

/** The end of a sentence about an allowed rejection. */
export const AS_ALLOWED = 'as the contract allows.';

/** The reason of a check that does not apply because the service rejected a value. `what` has no full stop. */
export function allowedRejection(what: string): Reason {
  return { reason: `${what}, ${AS_ALLOWED}`, cause: 'allowed-rejection' };
}

/** How to resolve a check that a maximum of the run left open. */
export function raise(maximum: Maximum): string {
  return `Raise ${nameByFlag(MAXIMA[maximum])}.`;
}

/** Whether the cause is a maximum of the run. */
export function isMaximum(cause: OpenCause | undefined): cause is Maximum {
  return cause !== undefined && cause in MAXIMA;
}

/** Whether a request was never sent, or never got a response that can be judged. */
export function isUnanswered(cause: OpenCause | undefined): boolean {
  return cause === 'no-response' || isMaximum(cause);
}
