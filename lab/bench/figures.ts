import type { Phase } from '../../src/run/phases.ts';
import type { DependentChain } from './longest-chain.ts';
import type { Spread } from './spread.ts';

/** What the bench has measured, all of it in one go on one machine. */
export interface Figures {
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly platform: string;
    /** The load of the system when the bench started; 0 if the system does not report it. */
    readonly load: number;
  };
  /** What one run is. */
  readonly run: { readonly cases: number; readonly requests: number; readonly concurrency: number };
  readonly cold: ProcessFigures;
  readonly warm: ProcessFigures;
  /** The requests of the run sent again by undici alone. */
  readonly replay: ProcessFigures;
  /** How much longer than the warm run the others took, of those that were measured right after each other. */
  readonly ratios: { readonly cold: Spread; readonly replay: Spread };
  /** Milliseconds of the requests alone: the cases of a warm run, and a replay. */
  readonly requestsOnly: { readonly run: Spread; readonly replay: Spread };
  /** Milliseconds that each phase of a warm run takes, in their order. */
  readonly phases: ReadonlyMap<Phase | 'exit', number>;
  readonly latencies: readonly LatencyFigures[];
  readonly scales: readonly ScaleFigures[];
  /** Seconds from a saved file to the verdict of the quick run that `run --watch` starts. */
  readonly watch: Spread;
  readonly packed: PackageFigures;
}

/** The packed suite, installed into an empty folder and run there for the first time. */
export interface PackageFigures {
  readonly tarballMegabytes: number;
  readonly installedMegabytes: number;
  readonly installSeconds: number;
  /** Of the first run, by the profile quick. */
  readonly verdictSeconds: number;
}

/** A whole process. */
export interface ProcessFigures {
  readonly seconds: Spread;
  readonly peakMegabytes: Spread;
  /** Of all threads together. */
  readonly cpuSeconds: Spread;
}

/** A run against a service that is so many milliseconds away. */
export interface LatencyFigures {
  readonly latency: number;
  readonly seconds: Spread;
  /** Milliseconds from the first case until the last has ended. */
  readonly cases: Spread;
  /** Milliseconds of the same requests, sent again by undici alone to such a service. */
  readonly replay: Spread;
  readonly requests: number;
  readonly chain: DependentChain;
}

/** A run with so many examples for each property. */
export interface ScaleFigures extends ProcessFigures {
  readonly examples: number;
  readonly requests: number;
  readonly reportMegabytes: number;
}
