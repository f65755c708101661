import type { Credential } from '../../http/request.ts';
import { type CredentialId, KEY_FORMS } from './credentials.ts';

/** Credentials without a key, and those that hold the whole right key. */
const NOT_WRONG: ReadonlySet<string> = new Set<CredentialId>([
  'valid',
  'none',
  'empty',
  'bearer-without-token',
  ...KEY_FORMS,
]);

/** Whether a credential holds a wrong key. A service may lock out a client that sends many of them. */
export function isWrongKey({ id }: Pick<Credential, 'id'>): boolean {
  return !NOT_WRONG.has(id);
}

/** How many requests with a wrong key the run may still send. */
export interface WrongKeyBudget {
  /** Counts a request. False if it holds a wrong key and none is left. */
  readonly reserve: (credential: Credential) => boolean;
}

/** A budget of `most` requests with a wrong key; null is no bound. */
export function createWrongKeyBudget(most: number | null): WrongKeyBudget {
  let left = most ?? Infinity;
  return {
    reserve(credential) {
      if (!isWrongKey(credential)) return true;
      left -= 1;
      return left >= 0;
    },
  };
}
