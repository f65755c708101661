import type { Judge } from '../judge.ts';
import type { Journal, JournalRecord, KeptRules } from '../journal.ts';
import type { Judgement } from '../judgement.ts';
import { underJudge } from '../under-judge.ts';

/** How an example was ended before its end. */
export type ExampleStop = Extract<JournalRecord, { readonly type: 'stopped' }>;

/** What one example came to. `path` leads to it again where that is known. */
export interface ExampleOutcome {
  readonly judgements: readonly Judgement[];
  readonly stop: ExampleStop | null;
  readonly path: string | null;
  /** How many examples it stands for; one unless given. */
  readonly times?: number;
}

/** The same, with the rules for every answer that it keeps, beside what the case cites. */
export interface TriedExample extends ExampleOutcome {
  readonly kept: KeptRules;
}

/**
 * Judges one example under a judge of its own, which may judge what `judge` may and writes nothing to the journal: an
 * example on the way to a smaller one is not to be seen there. What is thrown for another reason is passed on.
 */
export async function judgeExample(
  judge: Pick<Judge, 'caseId' | 'cited'>,
  path: string | null,
  work: (judge: Judge) => Promise<void>,
): Promise<TriedExample> {
  const judgements: Judgement[] = [];
  let stop: ExampleStop | null = null;
  let kept: KeptRules = {};
  const journal: Journal = {
    append(record) {
      if (record.type === 'judgement') judgements.push(record.judgement);
      // Of requests sent together several may end it; what was left unsettled weighs more.
      if (record.type === 'stopped' && (stop === null || record.outcome === 'not-verified')) stop = record;
      if (record.type === 'kept') kept = record.rules;
    },
    close: () => undefined,
  };
  await underJudge({ caseId: judge.caseId, cited: judge.cited, journal }, async (quiet) => {
    try {
      await work(quiet);
    } finally {
      quiet.finish();
    }
  });
  return { judgements, stop, kept, path };
}
