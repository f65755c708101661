import type { Variant } from '../behaviour.ts';

interface FaultCommon {
  /** Permanent, kebab-case. */
  readonly id: string;
  /** What the service does wrong, in a few words. */
  readonly title: string;
  readonly apply: Variant;
  /** The instant (RFC 3339) at which the service and whoever judges it must be for the fault to show; else any. */
  readonly at?: string;
}

/** A fault that shows every time: a run finds all of `breaks` violated and nothing else. */
export interface SteadyFault extends FaultCommon {
  readonly breaks: readonly string[];
  /** `breaks` holds only if the catalogue is empty at the start: pets from before the run change what breaks. */
  readonly startsEmpty?: true;
}

/** A fault that shows now and then: a run finds at least one of `breaksSome` violated and nothing outside them. */
export interface UnsteadyFault extends FaultCommon {
  readonly breaksSome: readonly string[];
}

/** A service that is correct but for one small thing. The requirement ids are those of the suite's table. */
export type Fault = SteadyFault | UnsteadyFault;
