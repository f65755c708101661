import { createJudge, type Judge, type JudgeOptions } from './judge.ts';

/** Thrown to leave some work; what it means is in the journal already. */
class WorkLeft extends Error {
  override readonly name = 'WorkLeft';
}

/** What came of some work: its result, or that the judge ended it. */
export type Judged<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'left' };

/**
 * Does some work under a judge of its own. If the judge stops the work, the work ends.
 * The judge is not finished here. Rejects with whatever else the work throws.
 */
export async function underJudge<T>(
  options: Omit<JudgeOptions, 'leave'>,
  work: (judge: Judge) => Promise<T>,
): Promise<Judged<T>> {
  const judge = createJudge({
    ...options,
    leave: () => {
      throw new WorkLeft();
    },
  });
  try {
    return { kind: 'done', result: await work(judge) };
  } catch (error) {
    if (error instanceof WorkLeft) return { kind: 'left' };
    throw error;
  }
}
