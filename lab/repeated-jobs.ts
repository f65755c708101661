import type { Job } from './fleet.ts';

/** How often each service is judged. */
export const REPEATS = 10;

/** Ten compliant variants of different kinds. */
export const REPEATED: readonly string[] = [
  'ids-random',
  'newest-first',
  'default-status-available',
  'extra-pet-fields',
  'limit-outside-clamped',
  'compressed-with-gzip',
  'always-closes',
  'rate-limited',
  'jittery',
  'list-half-a-second-late',
];

const WRITER = 'other-writer-on-timer';

/** Jobs that judge one service, or `reference`, ten times, with a fixed seed and a concurrent writer. */
export function repeatedJobs(id: string): readonly Job[] {
  return Array.from({ length: REPEATS }, (_, round) => ({
    id: `repeat/${id}/${round}`,
    service: { compliant: id === 'reference' ? [WRITER] : [id, WRITER] },
    seed: 7,
    cases: null,
  }));
}
