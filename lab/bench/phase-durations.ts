import { PHASE_MARK, PHASES, type Phase } from '../../src/run/phases.ts';
import type { MeasuredProcess } from './measured-process.ts';

/** Milliseconds by phase; `exit` is what the process takes after the last one. */
export type PhaseDurations = Readonly<Partial<Record<Phase | 'exit', number>>>;

/** How long each phase of a measured run took, from the marks at their ends. A phase without a mark is part of the next. */
export function phaseDurations({ marks, seconds }: Pick<MeasuredProcess, 'marks' | 'seconds'>): PhaseDurations {
  const durations: Partial<Record<Phase | 'exit', number>> = {};
  let end = 0;
  for (const phase of PHASES) {
    const mark = marks.get(`${PHASE_MARK}${phase}`);
    if (mark === undefined) continue;
    durations[phase] = mark - end;
    end = mark;
  }
  return { ...durations, exit: seconds * 1000 - end };
}
