import type { TestableId } from '../../contract/requirements.ts';
import type { StepChange } from '../service-steps.ts';

interface FaultCommon {
  /** Permanent, kebab-case. */
  readonly id: string;
  /** What the service does wrong, in one sentence. */
  readonly title: string;
  readonly apply: StepChange;
  /** The time (RFC 3339) at which the fault shows, for the service and the run. Default: any time. */
  readonly at?: string;
  /** How many minutes of --soak show the fault. Default: the full run shows it. */
  readonly soakMinutes?: number;
}

/** A fault that always shows. A run finds exactly the requirements in `breaks` violated. */
interface SteadyFault extends FaultCommon {
  readonly breaks: readonly TestableId[];
  /** `breaks` is right only if the catalogue is empty at the start. */
  readonly startsEmpty?: true;
}

/** A fault that shows sometimes. A run finds at least one requirement of `breaksSome` violated, and no other. */
interface UnsteadyFault extends FaultCommon {
  readonly breaksSome: readonly TestableId[];
}

/** A service with one small fault. The ids of requirements come from src/contract/requirements.ts. */
export type Fault = SteadyFault | UnsteadyFault;
