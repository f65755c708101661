/** The phases of the command `run`, in their order. */
export const PHASES = ['load', 'configure', 'collect', 'cases', 'fold', 'formats', 'write'] as const;

export type Phase = (typeof PHASES)[number];

/** The prefix of the names of performance marks. */
export const PHASE_MARK = 'petstore-conformance:';

/**
 * Marks the end of a phase on the timeline of the process (`performance`), for profilers and the bench. Only the first call
 * for a phase counts.
 */
export function endPhase(phase: Phase): void {
  performance.mark(`${PHASE_MARK}${phase}`);
}
