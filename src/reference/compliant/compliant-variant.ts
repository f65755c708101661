import type { Variant } from '../behaviour.ts';

/** What a run must find of a compliant variant: nothing violated, this verdict, and at least these requirements so ended. */
export interface CompliantExpectation {
  readonly verdict: 'conformant' | 'inconclusive';
  readonly notApplicable?: readonly string[];
  readonly notVerified?: readonly string[];
}

/** A service that is correct but different where the contract leaves room. */
export interface CompliantVariant {
  /** Permanent, kebab-case. */
  readonly id: string;
  /** What the service does otherwise, in a few words. */
  readonly title: string;
  readonly apply: Variant;
  /** The instant (RFC 3339) at which the service and whoever judges it must be; else any. */
  readonly at?: string;
  readonly expects: CompliantExpectation;
}
