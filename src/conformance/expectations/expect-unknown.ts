import { readJson } from '../../contract/json.ts';
import { readPet } from '../../contract/pet.ts';
import { checkPet } from '../../contract/validation.ts';
import { stopTooDeep } from '../audit-body.ts';
import type { Whole } from '../audit-transport.ts';
import type { CaseClient } from '../case-client.ts';
import { describeStatus } from '../describe-status.ts';
import type { Finding, Judge } from '../judge.ts';
import type { Run } from '../run.ts';
import { drawUnknownId, type IdRange } from '../unknown-id.ts';

/**
 * Judges that an id which no animal has is answered 404 with an Error (part 4.3). An answer that is a valid animal with
 * exactly this id may be a real one, and settles nothing: another id is drawn. Two drawn ids in a row that both seem to
 * exist are a violation. A 400 for zero or a negative id is a finding of the recommended level only.
 */
export async function expectUnknown(
  run: Run,
  client: CaseClient,
  judge: Judge,
  range: IdRange,
  first?: bigint,
): Promise<void> {
  const random = run.randomFor(judge.caseId);
  const ids = [first, drawUnknownId(run, random, range), drawUnknownId(run, random, range)].filter(
    (id) => id !== undefined,
  );
  const found: Whole[] = [];
  for (const id of ids) {
    const whole = await client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'named');
    if (!isThatAnimal(judge, whole, id)) {
      judgeUnknown(client, judge, whole, id);
      return;
    }
    found.push(whole);
  }
  judge.check('GET-UNKNOWN', false, {
    expected: 'status 404 with an Error',
    actual: `${found.length} ids drawn at random were each answered with an animal of that id`,
    answers: found.map(({ answer }) => answer),
  });
  leaveSign(judge, 'No id without an animal was found.');
}

/** Only cases that are about zero and negative ids judge how these are refused. */
function judgesSign(judge: Judge): boolean {
  return judge.cited.includes('GET-UNKNOWN-SIGN');
}

function leaveSign(judge: Judge, reason: string, answers: Finding['answers'] = []): void {
  if (judgesSign(judge)) judge.notApplicable('GET-UNKNOWN-SIGN', reason, answers);
}

function judgeUnknown(client: CaseClient, judge: Judge, whole: Whole, id: bigint): void {
  const { answer, answered } = whole;
  if (id > 0n) {
    client.refused('GET-UNKNOWN', whole, 404);
    leaveSign(judge, 'The id is positive.', [answer]);
    return;
  }
  const finding = { expected: 'status 404', actual: describeStatus(answered.status), answers: [answer] };
  if (answered.status === 400) {
    if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', false, finding);
    judge.notApplicable('GET-UNKNOWN', 'The service refuses ids of this sign as invalid.', [answer]);
    return;
  }
  if (!client.refused('GET-UNKNOWN', whole, 404)) leaveSign(judge, 'It is judged as GET-UNKNOWN.', [answer]);
  else if (judgesSign(judge)) judge.check('GET-UNKNOWN-SIGN', true, finding);
}

/** Whether an answer is a valid animal with exactly this id. Ends the case where it is nested too deep to tell. */
export function isThatAnimal(judge: Judge, { answer, answered }: Whole, id: bigint): boolean {
  if (answered.status !== 200) return false;
  const reading = readJson(answered.body, answered.maxDepth);
  if (reading.kind === 'not-json' && reading.reason === 'too-deep') return stopTooDeep(judge, answer);
  if (reading.kind !== 'json' || checkPet(reading.document).length > 0) return false;
  return readPet(reading.document).id === id;
}
