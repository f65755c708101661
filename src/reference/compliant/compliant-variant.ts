import type { StepChange } from '../service-steps.ts';

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
  readonly apply: StepChange;
  /** The time (RFC 3339) for the service and the run. Default: any time. */
  readonly at?: string;
  /** How many minutes of --soak show the variant. Default: the full run shows it. */
  readonly soakMinutes?: number;
  /** The key that the service accepts. Default: any key. */
  readonly key?: string;
  /** The timeout of the run in seconds, for a service that causes one. Default: longer than any response takes. */
  readonly requestTimeoutSeconds?: number;
  readonly expects: CompliantExpectation;
}
