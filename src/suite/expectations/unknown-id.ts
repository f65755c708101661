import type { Judge } from '../judge.ts';
import { type CompleteResponse, describeStatus } from '../response.ts';
import type { IdRange } from '../unknown-id.ts';
import type { CaseContext } from './context.ts';

/**
 * Judges GET-UNKNOWN: an id that no pet has is answered 404 with an Error (part 4.3). A response that is a valid pet with
 * exactly this id may be a real one, and settles nothing: another id is drawn. Two drawn ids in a row that both seem to
 * exist are a violation. A 400 for zero or a negative id is a finding of the recommended level only.
 */
export async function expectUnknown(context: CaseContext, range: IdRange, first?: bigint): Promise<void> {
  const { judge, api, pets } = context;
  const ids = [first, pets.unknownId(range), pets.unknownId(range)].filter((id) => id !== undefined);
  const found: CompleteResponse[] = [];
  for (const id of ids) {
    const response = await api.getPet(id, { expects: [404] });
    if (!api.shows(response, id)) return judgeUnknown(context, response, id);
    found.push(response);
  }
  judge.check('GET-UNKNOWN', false, {
    expected: 'status 404 with an Error',
    actual: `${found.length} ids drawn at random were each answered with a pet of that id`,
    responses: found,
  });
  leaveSign(judge, 'No id without a pet was found.');
}

function judgeUnknown({ scope, judge }: CaseContext, response: CompleteResponse, id: bigint): void {
  const { status } = response;
  const responses = [response];
  const finding = { expected: 'status 404', actual: describeStatus(response), responses };
  scope.takeStatus(response);
  if (id <= 0n && status === 400) {
    if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', false, finding);
    judge.notApplicable('GET-UNKNOWN', 'The service rejects ids of this sign as invalid.', responses);
    return;
  }
  const isUnknown = judge.check('GET-UNKNOWN', status === 404, { ...finding, expected: 'status 404 with an Error' });
  if (id > 0n) leaveSign(judge, 'The id is positive.', response);
  else if (!isUnknown) leaveSign(judge, 'It is judged as GET-UNKNOWN.', response);
  else if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', true, finding);
}

/** Only cases about zero and negative ids judge how these are rejected. */
function judgesSign(judge: Judge): boolean {
  return judge.judged.includes('GET-UNKNOWN-SIGN');
}

function leaveSign(judge: Judge, reason: string, ...responses: readonly CompleteResponse[]): void {
  if (judgesSign(judge)) judge.notApplicable('GET-UNKNOWN-SIGN', reason, responses);
}
