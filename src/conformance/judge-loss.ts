import type { Pet } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import type { CaseClient } from './case-client.ts';
import { lookFor, presenceOf } from './expectations/expect-listed.ts';
import type { Judge } from './judge.ts';
import { findOnPage } from './page.ts';
import type { Run } from './run.ts';

/**
 * Judges that reading an animal was answered 404. One of this run that a complete page does not give either was never
 * stored: that is judged instead, and ends the case, as does an animal of others that may be gone.
 */
export async function judgeLoss(run: Run, judge: Judge, client: CaseClient, id: bigint, answer: Answer): Promise<void> {
  const known = run.sightings.find(id);
  if (known?.own !== true) return judgeGone(judge, client, id, answer, known?.pet);
  const look = await lookFor(run, client, [known.pet], known.pet.status);
  if (presenceOf(look, known.pet, run.sightings) !== 'missing') return;
  const answers = [answer, look.unfiltered.answer];
  judge.everyAnswer('CREATE-STORED', false, {
    expected: `the animal ${id}, added by this run, in the catalogue`,
    actual: 'reading it alone is answered 404, and a complete page does not hold it',
    answers,
  });
  judge.stop('The added animal was not stored, so there was nothing further to judge.', null, answers);
}

/** An animal of another client may be gone: that it cannot be read is judged only where the list still shows it. */
async function judgeGone(
  judge: Judge,
  client: CaseClient,
  id: bigint,
  answer: Answer,
  pet: Pet | undefined,
): Promise<void> {
  const page = await client.list({ limit: 100, ...(pet?.status === undefined ? {} : { status: pet.status }) });
  if (findOnPage(page, id) !== undefined) return;
  judge.stop('The animal is not in the list any more, and may be gone.', 'Run again while fewer clients write.', [
    answer,
    page.answer,
  ]);
}
