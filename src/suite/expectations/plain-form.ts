import type { TestableId } from '../../contract/requirements.ts';
import { allowedRejection } from '../reasons.ts';
import { type CompleteResponse, describeStatus } from '../responses/response.ts';
import type { CaseContext } from './case-context.ts';

/** Statuses by which a service asks for a Content-Length or for another spelling of the address. */
const ASKS_FOR_PLAIN: ReadonlySet<number> = new Set([301, 302, 307, 308, 411, 417]);

/**
 * Judges that the response to an unusual form of a request is as right as the response to its plain form. Not applicable if the
 * service asks for the plain form. Not verified if the plain form fails too: other requirements judge that.
 */
export async function expectLikePlainForm(
  { judge, scope }: CaseContext,
  requirement: TestableId,
  response: CompleteResponse,
  isRight: (response: CompleteResponse) => boolean,
  sendPlain: () => Promise<CompleteResponse>,
): Promise<void> {
  scope.skipOperationRules(response);
  const expected = 'the same response as to the plain form of the request';
  if (ASKS_FOR_PLAIN.has(response.status)) {
    const reason = allowedRejection(`The service asks for the plain form with ${describeStatus(response)}`);
    judge.notApplicable(requirement, reason, [response]);
    return;
  }
  if (isRight(response)) {
    judge.check(requirement, true, { expected, actual: describeStatus(response), responses: [response] });
    return;
  }
  const plain = await sendPlain();
  const responses = [plain, response];
  // A plain form that gets another status of success is right enough to show that this form fails.
  const plainFails = !isRight(plain) && (plain.wrongSuccess === null || response.wrongSuccess !== null);
  if (plainFails) {
    // Other cases judge plain requests.
    scope.skipOperationRules(plain);
    judge.notVerified(requirement, 'The plain form of the request fails too.', responses);
    return;
  }
  const actual = `${describeStatus(response)}; the plain form gets ${describeStatus(plain)}`;
  judge.check(requirement, false, { expected, actual, responses });
}
