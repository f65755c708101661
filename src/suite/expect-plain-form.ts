import { counted, listSome } from '../contract/describe.ts';
import { effectOf } from '../contract/operations.ts';
import { petDifferences } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { CaseScope } from './case-scope.ts';
import { allowedRejection } from './reasons.ts';
import { petIn } from './responses/read-body.ts';
import { type CompleteResponse, describeStatus, isSuccess } from './responses/response.ts';
import { idToText } from './responses/text-ids.ts';

/** The response to an unusual form of a request, and how the run sends the plain form. */
export type FormTried = readonly [
  response: CompleteResponse,
  isRight: (response: CompleteResponse) => boolean,
  sendPlain: () => Promise<CompleteResponse>,
];

/** Judges that an unusual form of a request gets a response as right as its plain form. The run sends the plain form only if it does not. */
export async function expectPlainForm(
  scope: CaseScope,
  requirement: TestableId,
  ...[response, isRight, sendPlain]: FormTried
): Promise<void> {
  scope.skipOperationRules(response);
  const expected = 'the same response as to the plain form of the request';
  if (ASKS_FOR_PLAIN.has(response.status)) {
    const reason = allowedRejection(`The service asks for the plain form with ${describeStatus(response)}`);
    return scope.notApplicable(requirement, reason, [response]);
  }
  const isAlike = (each: CompleteResponse): boolean => isRight(each) && valuesNotKept(each).length === 0;
  if (isAlike(response))
    return void scope.check(requirement, true, { expected, actual: describeStatus(response), responses: [response] });
  // Other responses may be cut short too, so it says nothing about the form. ANSWER-COMPLETE judges it.
  if (response.isBroken === true && isSuccess(response))
    return scope.notVerified(requirement, 'The response did not arrive complete.', [response]);
  const plain = await sendPlain();
  const responses = [plain, response];
  if (!showsFailure(response, plain) && !isAlike(plain)) {
    // The status may be about another part of the request, such as the name, which other cases judge.
    scope.skipStatusRules(plain);
    const reason = `The plain form of the request fails too: ${describeShown(plain)}.`;
    return scope.notVerified(requirement, reason, responses);
  }
  const [actual, wanted] = [response, plain].map((each) => describeShown(each));
  scope.check(requirement, false, { expected, actual: `${actual}; the plain form gets ${wanted}`, responses });
}

/** Statuses by which a service asks for a Content-Length or for another spelling of the address. */
const ASKS_FOR_PLAIN: ReadonlySet<number> = new Set([301, 302, 307, 308, 411, 417]);

/** Whether the responses show that the form fails, or loses a value, although the plain form is not right in every way. */
function showsFailure(response: CompleteResponse, plain: CompleteResponse): boolean {
  if (isSuccess(response)) return losesMore(response, plain);
  return isSuccess(plain) || isRejectedOtherwise(plain, response);
}

/** Whether the plain form of a read is rejected with another status, so the form makes a difference. An addition may change what the next one gets. */
function isRejectedOtherwise(plain: CompleteResponse, response: CompleteResponse): boolean {
  const isRejected = plain.status >= 300 && plain.status < 500;
  return effectOf(plain.request.operation) === 'none' && isRejected && plain.status !== response.status;
}

/** Whether the form loses a value that the plain form keeps. Both may lose another one. */
function losesMore(response: CompleteResponse, plain: CompleteResponse): boolean {
  const lost = new Set(valuesNotKept(plain).map(({ field }) => field));
  return petIn(plain.content) !== null && valuesNotKept(response).some(({ field }) => !lost.has(field));
}

/** The values of an added pet that differ from those that were sent. */
function valuesNotKept({ request: { pet: sent }, content }: CompleteResponse): ReturnType<typeof petDifferences> {
  const pet = petIn(content);
  if (sent === undefined || pet === null) return [];
  // A service may give a pet without a status one.
  return petDifferences(sent, pet).filter(({ field }) => field !== 'status' || sent.status !== undefined);
}

/** What a response shows, for a comparison with another one. */
function describeShown(response: CompleteResponse): string {
  const { content, request } = response;
  const status = describeStatus(response);
  if (!isSuccess(response)) return status;
  if (content.kind === 'not-json') return `${status} without JSON`;
  if (content.kind === 'page' && content.page !== null) {
    const ids = content.page.pets.map(({ id }) => idToText(id));
    return `${status} with ${counted(content.page.size, 'pet')}${ids.length === 0 ? '' : `: ${listSome(ids, 3, ', ')}`}`;
  }
  const notKept = valuesNotKept(response).map(({ field, actual }) => `${field} ${actual}`);
  if (notKept.length > 0) return `${status} with ${notKept.join(', ')}`;
  // What should have been rejected was not read.
  const isPetMissing = content.kind !== 'undescribed' && petIn(content) === null;
  return request.operation !== 'createPet' && isPetMissing ? `${status} without the pet` : status;
}
