import { isEveryAnswer, requirements, type TestableId } from '../contract/requirements.ts';

/** The requirements that are judged on every exchange, so that no case needs to cite them. */
export const EVERY_ANSWER_IDS: readonly TestableId[] = requirements.flatMap((row) =>
  'reason' in row || !isEveryAnswer(row.id) ? [] : [row.id],
);
