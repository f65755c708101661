import type {
  ControlledTrial,
  ClaimedPet,
  CreatedPet,
  CheckOutcome,
  Difference,
  RunFacts,
  SoakFacts,
} from '../suite/records/records.ts';
import type { UndecidedCause } from '../suite/reasons.ts';
import type { RemovalPhase } from '../contract/removal-calendar.ts';
import type { RequirementRow } from '../contract/requirements.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Profile } from '../settings/profiles.ts';

/** Version of the format of report.json; schemas/report.schema.json describes it. */
export const REPORT_VERSION = 2;

/** The outcomes of a check in a report, in the order of its counts: the judgement of its case, a known deviation, or a fault of the suite. */
export const REPORTED_OUTCOMES = [
  'satisfied',
  'violated',
  'deviating',
  'observed',
  'not-verified',
  'not-applicable',
  'harness-error',
] as const satisfies readonly (CheckOutcome | 'deviating' | 'harness-error')[];

export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number];

/** One requirement judged once in one case. */
export interface Check {
  /** `<case id>#<requirement id>`; the case of a response rule is `rules/<operation>`. */
  readonly id: string;
  readonly requirement: string;
  readonly case: string;
  readonly outcome: ReportedOutcome;
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string | null;
  /** Ids of the exchanges that prove it. A pointer refers to the body of the last one. */
  readonly exchanges: readonly string[];
  readonly reason: string | null;
  readonly howToResolve: string | null;
  /** Why it is not decided, if the verdict or the run depends on it. Programs read it instead of the words of `reason`. */
  readonly cause?: UndecidedCause;
  /** The last exchange of every other violation, unless it is evidence of this one too. */
  readonly furtherViolations: readonly string[];
  /** How many judgements were made for it, and how many of them found a violation. */
  readonly judgements: number;
  readonly violations: number;
  /** Set on violated checks that were tried again: whether just one of the two tries found the violation. */
  readonly unstable: boolean | null;
  /** The exchanges of the second try; none if only the second try found the violation. */
  readonly repeatExchanges: readonly string[];
  /** On violated checks, if more than the requirement tells how actual differs. Programs read it instead of the words. */
  readonly difference?: Difference;
  /**
   * A request of the case was not sent, had no response that can be judged, after its repeat too, or had one that violates another
   * requirement: `kind` if no case of the same kind was judged, `instance` if one was.
   */
  readonly unanswered?: 'kind' | 'instance';
}

/** How a requirement ends, rolled up from its checks, in the order of its counts. */
export const REQUIREMENT_OUTCOMES = [
  'violated',
  'deviating',
  'verified',
  'not-verified',
  'not-applicable',
  'observed',
  'not-testable',
] as const;

export type RequirementOutcome = (typeof REQUIREMENT_OUTCOMES)[number];

/** One row of the requirement table with its outcome. */
export interface RequirementResult {
  readonly id: string;
  readonly part: string;
  readonly level: RequirementRow['level'];
  readonly operation: string;
  readonly statement: string;
  readonly outcome: RequirementOutcome;
  /** Why it was not verified, or why it cannot be tested. */
  readonly reason: string | null;
  readonly howToResolve: string | null;
  readonly checks: readonly string[];
}

export type VerdictName =
  | 'conformant'
  | 'conformant with known deviations'
  | 'deviations out of date'
  | 'not conformant'
  | 'inconclusive';

/** One reason of a verdict, and the requirements that it names. */
export interface VerdictReason {
  readonly kind: 'violated' | 'deviating' | 'outdated deviation' | 'doubt' | 'verified' | 'note';
  readonly text: string;
  readonly requirements: readonly string[];
}

/** The verdict, what it is about, and the exit code that follows from it. */
export interface Verdict {
  readonly outcome: VerdictName;
  /** What was judged: the service of the caller, or the embedded reference service of the suite. */
  readonly judged: 'service' | 'embedded reference service';
  readonly profile: Profile;
  readonly exitCode: 0 | 1 | 2;
  /** The reasons of the verdict, most important first. */
  readonly reasons: readonly VerdictReason[];
}

/** How the run came to its end. */
export type RunEnd = 'complete' | 'interrupted' | 'deadline' | 'first-violation';

/** A signal that ends a run early. */
export type RunSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** A case as it was collected. */
export interface ReportedCase {
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly requirements: readonly string[];
  /** The stage of the run in which it runs; null for the response rules, which hold all the time. */
  readonly stage: string | null;
}

/** A behaviour that the contract does not specify, and what this service does. */
export interface BehaviourEntry {
  readonly requirement: string;
  readonly case: string;
  readonly question: string;
  readonly seen: string;
  readonly exchanges: readonly string[];
}

/**
 * The settings of a run by their names, and what it took from the files and variables that they name. None is secret. The table
 * of settings has them all; these are read here.
 */
export interface ReportedConfiguration {
  readonly [setting: string]: string | number | boolean | null;
  readonly insecure?: boolean;
  readonly nameCases?: boolean;
  /** The build that was tested, as NAME@sha256:…. */
  readonly subject?: string | null;
  readonly certificateAuthorities?: string;
  readonly clientCertificate?: string;
  readonly connectTo?: string | null;
  /** The origin of the proxy, and the variable that named it. */
  readonly proxy?: string;
}

export interface RunDescription {
  readonly id: string;
  readonly target: string;
  readonly embedded: boolean;
  readonly profile: Profile;
  /** The suite that judged. */
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** The digest of all files that decide how a service is judged. */
    readonly sources: string;
    /** The commit of the checkout, or of that which the package was built from; null if it is not known or has changes. */
    readonly commit: string | null;
    /** The digest of the lock file; null if the package was built without one. */
    readonly lockfile: string | null;
  };
  readonly contract: { readonly title: string; readonly version: string };
  /** The version of Node that ran the suite, such as `v24.1.0`, and the system, such as `linux-x64`. */
  readonly node: string;
  readonly platform: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly end: RunEnd;
  /** The signal that interrupted the run; null if there was none, or if a program interrupted it. */
  readonly signal: RunSignal | null;
  readonly selection: 'all' | 'part';
  readonly seed: number;
  /** The date by which the deprecated operation was judged: before, on or after its removal. */
  readonly asOf: string;
  readonly removalPhase: RemovalPhase;
  readonly daysUntilRemoval: number;
  readonly configuration: ReportedConfiguration;
  /** Where the run comes from, and how to repeat it. */
  readonly origin: {
    /** The command that repeats it, without the key. */
    readonly command: string;
    /** The run of a build server, and who started it; null if there is none. */
    readonly buildServer: { readonly address: string | null; readonly actor: string | null } | null;
    /** SHA-256 of the settings, which is the same for the same settings, and of the file of known deviations. */
    readonly digests: { readonly configuration: string; readonly deviations: string | null };
  };
}

/**
 * The state of an entry in the list of known deviations. `open`: it turned violations into deviations. `stale`: the requirement
 * or check holds now. `expired`: its last day is over, so it has no effect. `unsettled`: this run did not decide it.
 */
export type DeviationState = 'open' | 'stale' | 'expired' | 'unsettled';

/** A known deviation: a violation of one requirement or check that does not gate until its last day is over. */
export interface Deviation {
  /** Id of a requirement or of a check. */
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it has an effect, `YYYY-MM-DD` in UTC. */
  readonly expires: string;
}

/** A known deviation with its state in a run. */
export interface ReportedDeviation extends Deviation {
  readonly state: DeviationState;
  /** Ids of the checks that it turned from violated into deviating. */
  readonly checks: readonly string[];
}

/** Numbers of requirements and checks by outcome. */
export interface Counts {
  readonly requirements: Readonly<Record<RequirementOutcome, number>>;
  readonly required: Readonly<Record<RequirementOutcome, number>>;
  readonly checks: Readonly<Record<ReportedOutcome, number>>;
  readonly warnings: number;
  readonly cases: number;
  readonly exchanges: number;
  readonly created: number;
}

/** All results of a run. Every other format is made from this. */
export interface Report {
  readonly reportVersion: typeof REPORT_VERSION;
  readonly run: RunDescription;
  readonly verdict: Verdict;
  readonly counts: Counts;
  readonly requirements: readonly RequirementResult[];
  readonly cases: readonly ReportedCase[];
  /** SHA-256 of the case list, as JSON without white space. */
  readonly casesDigest: string;
  readonly checks: readonly Check[];
  /** The list of known deviations that the run was given, in its order. */
  readonly deviations: readonly ReportedDeviation[];
  readonly behaviour: readonly BehaviourEntry[];
  readonly created: readonly CreatedPet[];
  /** Pets that the service may have added; absent if there are none. */
  readonly claimed?: readonly ClaimedPet[];
  readonly facts: RunFacts | null;
  /** Faults of the suite's own, one sentence each. */
  readonly suiteFaults: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Controlled trials of requests that were disturbed; absent if there were none. */
  readonly trials?: readonly ControlledTrial[];
  /** Absent if the run did not soak. */
  readonly soak?: SoakFacts;
}
