import type { NetworkSettings } from './network-settings.ts';

/** One header field as it went over the wire, name in the sender's spelling. */
export type Header = readonly [name: string, value: string];

/** What a run is to do, resolved from flags, environment, `.env` and defaults in this order of precedence. */
export interface Configuration {
  /** Base address without a trailing slash, its path ending in `/v1` (part 9 rule 1) unless `mappedBasePath`. */
  readonly baseUrl: string;
  /** True where the embedded reference service is the target because none was configured. */
  readonly embedded: boolean;
  readonly apiKey: string;
  readonly reportsDirectory: string;
  /** The formats in which the report is written, by name, each once. */
  readonly formats: readonly string[];
  /** Exact int64 as text, or null where categories are to be found. */
  readonly categoryId: bigint | null;
  readonly concurrency: number;
  readonly seed: number;
  readonly profile: Profile;
  readonly maxCreates: number;
  /** How many examples each generated case tries. */
  readonly examples: number;
  /** The one example that a generated case is to try again in the place of all others; null where there is none. */
  readonly onlyExample: OnlyExample | null;
  /** The examples of an earlier run that is tried again; absent, there is none. */
  readonly earlierExamples?: EarlierExamples;
  /** Cases run one after another, so that a bound leaves out the same cases every time; absent, they run together. */
  readonly oneCaseAtATime?: boolean;
  /** The date the deprecated operation is judged by: an RFC 3339 date or date-time; null means the time of the run. */
  readonly asOf: string | null;
  /** Additional headers on every request, for gateways. Their values are secrets. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mappedBasePath: boolean;
  readonly waitSeconds: number;
  readonly requestTimeoutSeconds: number;
  readonly settleSeconds: number;
  readonly deadlineSeconds: number;
  /** How requests go over the network; absent, `defaultNetwork` holds. */
  readonly network?: NetworkSettings;
}

export type Profile = 'full' | 'read-only';

/** The seed by which generated cases draw their examples again, and those that failed, which they try before all others. */
export interface EarlierExamples {
  readonly seed: number;
  readonly counterexamples: readonly OnlyExample[];
}

/** An example of a generated case: `path` is fast-check's, such as `3:1:0`, and holds for one seed. */
export interface OnlyExample {
  readonly caseId: string;
  readonly path: string;
}
