import type { CredentialId } from './keys/credentials.ts';

/**
 * What must exist before a case runs. A fixture is made at most once in a run, and only if a selected case needs it.
 * - `any pets`: pets of each status, unless the run cannot add pets;
 * - `create`: the service accepts pets of this run, in a category that is known by then;
 * - `seed pets`: pets of each status, and some without one, added by this run;
 * - `full catalogue`: more pets than the largest page holds;
 * - `getPet`: the operation is not removed by the date of the run (parts 4.3 and 9 rule 3);
 * - `risky probe`: risky probes are not left out, and none has damaged the catalogue;
 * - a credential: it can be made from the configured key.
 */
export type Need = NamedNeed | { readonly credential: CredentialId };

export type NamedNeed = 'any pets' | 'create' | 'seed pets' | 'full catalogue' | 'getPet' | 'risky probe';
