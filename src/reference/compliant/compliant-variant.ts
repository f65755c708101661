import type { Variant } from '../behaviour.ts';

/** What a run must find for a compliant variant: this verdict, no violation, and at least these outcomes. */
export interface CompliantExpectation {
  readonly verdict: 'conformant' | 'inconclusive';
  readonly notApplicable?: readonly string[];
  readonly notVerified?: readonly string[];
}

/** What a run must find for most compliant variants. */
export const conformant: CompliantExpectation = { verdict: 'conformant' };

/** A compliant service that uses a freedom of the contract. */
export interface CompliantVariant {
  /** Permanent, kebab-case. */
  readonly id: string;
  /** What the service does differently, in one sentence. */
  readonly title: string;
  readonly apply: Variant;
  /** The time (RFC 3339) for the service and the run. Default: any time. */
  readonly at?: string;
  /** How many minutes of --soak show the variant. Default: the full run shows it. */
  readonly soakMinutes?: number;
  /** The key that the service accepts, if it must be of a certain kind. */
  readonly key?: string;
  /** The time-out of the run, if the service lets one occur. Default: so long that none does. */
  readonly requestTimeoutSeconds?: number;
  readonly expects: CompliantExpectation;
}
