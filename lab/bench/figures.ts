import type { DependentChain } from './longest-chain.ts';
import type { Spread } from './spread.ts';

/** All measurements of one bench run on one machine. */
export interface Figures {
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly platform: string;
    /** The load of the system when the bench started; 0 if the system does not report it. */
    readonly load: number;
  };
  /** The size of one run. */
  readonly run: {
    readonly cases: number;
    readonly requests: number;
    /** Requests whose body the report holds only in part, so that a replay leaves them out. */
    readonly notReplayed: number;
    readonly concurrency: number;
  };
  readonly cold: ProcessFigures;
  readonly warm: ProcessFigures;
  /** The requests of the run sent again by undici alone. */
  readonly replay: ProcessFigures;
  /** Durations relative to the warm run that was measured in the same round. */
  readonly ratios: { readonly cold: Spread; readonly replay: Spread };
  /** Milliseconds that only the requests take, in a warm run and in a replay. */
  readonly requestsOnly: { readonly run: Spread; readonly replay: Spread };
  readonly latencies: readonly LatencyFigures[];
  readonly scales: readonly ScaleFigures[];
  readonly packed: PackageFigures;
}

/** The first run of the packed suite after its installation into an empty folder. */
export interface PackageFigures {
  readonly tarballMegabytes: number;
  readonly installedMegabytes: number;
  readonly installSeconds: number;
  /** Of the first run. */
  readonly verdictSeconds: number;
}

/** A process, from its start to its exit. */
export interface ProcessFigures {
  readonly seconds: Spread;
  readonly peakMegabytes: Spread;
  /** Sum over all threads. */
  readonly cpuSeconds: Spread;
}

/** A run against a service with this latency in milliseconds. */
export interface LatencyFigures {
  readonly latency: number;
  readonly seconds: Spread;
  /** Milliseconds from the start of the first case to the end of the last. */
  readonly cases: Spread;
  /** Milliseconds that undici alone needs for the same requests to the same service. */
  readonly replay: Spread;
  readonly requests: number;
  readonly chain: DependentChain;
}

/** A run with this number of generated cases of each kind. */
export interface ScaleFigures extends ProcessFigures {
  readonly examples: number;
  readonly requests: number;
  readonly reportMegabytes: number;
}
