import type { TestableId } from '../../contract/requirements.ts';
import { HarnessFault } from '../judge.ts';
import { type CompleteResponse, describeStatus } from '../responses/response.ts';
import type { CaseContext } from './case-context.ts';

/**
 * Judges that an unknown id gets 404 with an Error (part 4.3). `responses` are those of `api.getUnknown`: if each shows a pet,
 * the service finds a pet for any id. A 400 for zero or a negative id violates only GET-UNKNOWN-SIGN, which is recommended.
 */
export function expectNotFound(
  { scope, judge, api }: CaseContext,
  requirement: TestableId,
  responses: readonly CompleteResponse[],
): void {
  const [last, id] = lastOf(responses);
  const expected = 'status 404 with an Error';
  if (api.mayShowPet(last, id)) {
    const actual = `status 200 with a pet for each of ${responses.length} ids that should be unknown`;
    judge.check(requirement, false, { expected, actual, responses });
    return;
  }
  scope.skipStatusRules(last);
  if (id <= 0n && last.status === 400)
    judge.notApplicable(requirement, 'The service rejects ids that are not positive with 400.', [last]);
  else judge.check(requirement, last.status === 404, { expected, actual: describeStatus(last), responses: [last] });
}

/** Judges that an unknown id that is zero or negative gets 404, and not 400. Other wrong responses violate GET-UNKNOWN. */
export function expectNotInvalid(
  { judge, api }: CaseContext,
  requirement: TestableId,
  responses: readonly CompleteResponse[],
): void {
  const [last, id] = lastOf(responses);
  if (api.mayShowPet(last, id)) judge.notApplicable(requirement, 'The run found no unknown id.');
  else if (id > 0n) judge.notApplicable(requirement, 'The id is positive.', [last]);
  else if (last.status !== 404 && last.status !== 400)
    judge.notApplicable(requirement, 'GET-UNKNOWN covers this response.', [last]);
  else {
    const finding = { expected: 'status 404', actual: describeStatus(last), responses: [last] };
    judge.check(requirement, last.status === 404, finding);
  }
}

function lastOf(responses: readonly CompleteResponse[]): readonly [response: CompleteResponse, id: bigint] {
  const last = responses.at(-1);
  if (last?.request.petId === undefined) throw new HarnessFault('No pet was read by its id.');
  return [last, last.request.petId];
}
