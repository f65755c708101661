import { counted, listSome } from '../contract/describe.ts';
import { petDifferences } from '../contract/pet.ts';
import { effectOf, type ErrorStatus } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Api } from './api.ts';
import type { CaseScope } from './case-scope.ts';
import { type Finding, HarnessFault, statusDifference } from './judge.ts';
import { petIn } from './responses/read-body.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  describeStatus,
  type Evidence,
  isSuccess,
  type ResponseHead,
  type ShownPet,
} from './responses/response.ts';
import { isOfStatus } from './rules/response-findings.ts';
import { allowedRejection, type GivenReason } from './reasons.ts';
import { describeId, idToText } from './responses/text-ids.ts';

/** The expectations for one requirement. Each method judges it. */
export type Expectation = ReturnType<typeof expectationOf>;

/** The expectations of a case, for one requirement that it declares. */
export type Expect<Judged extends TestableId> = (requirement: Judged) => Expectation;

/** The expectations of one case, for a requirement. */
export function expectationOf(scope: CaseScope, api: Api, requirement: TestableId) {
  function status(response: ResponseHead, wanted: number, expected = `status ${wanted}`): boolean {
    // A wrong body says nothing about the status.
    const evidence = { ...response, makeshift: response.provesNothing };
    const finding = { ...statusFinding(wanted, response, expected), responses: [evidence] };
    // The status rule of the operation judges a wrong status of success.
    if (response.wrongStatus !== null && isSuccess(response) && !isOfStatus(requirement))
      return scope.check(requirement, true, finding);
    scope.skipStatusRules(response);
    return scope.check(requirement, response.status === wanted, finding);
  }

  return {
    /** The response has this status. Returns whether it holds. */
    status: (response: ResponseHead, wanted: number) => status(response, wanted),
    /** The response rejects the request with this status, or as it may. The rules for errors judge its body. Returns whether it holds. */
    rejected(response: ResponseHead, wanted: ErrorStatus): boolean {
      const reason = wanted === 401 ? allowedInsteadOf401(response.status, response.request.credential) : null;
      if (reason === null || scope.run.known.givesWrongKeys(response.status))
        return status(response, wanted, `status ${wanted} with an Error`);
      scope.skipStatusRules(response);
      scope.notApplicable(requirement, reason, [response]);
      return true;
    },
    /** The response adds the pet, or rejects it with 400. Returns the pet, or null if it was rejected. */
    addedOrRejected(response: CompleteResponse): ShownPet | null {
      if (isSuccess(response) || response.content.kind === 'found') return api.petOf(response);
      status(response, 400, 'status 201 with the pet, or status 400 with an Error');
      return null;
    },
    /**
     * An unknown id gets 404 (part 4.3). Not applicable if zero or a negative id gets 400, which violates only GET-UNKNOWN-SIGN.
     * `responses` are those of `api.getUnknown`.
     */
    notFound(responses: readonly CompleteResponse[]): void {
      const [last, id] = lastOf(responses);
      const expected = 'status 404 with an Error';
      if (api.mayShowPet(last, id)) {
        const actual = `status 200 with a pet for each of ${responses.length} ids that should be unknown`;
        scope.check(requirement, false, { expected, actual, difference: statusDifference(404, last), responses });
        return;
      }
      scope.skipStatusRules(last);
      if (id <= 0n && last.status === 400)
        scope.notApplicable(requirement, 'The service rejects ids that are not positive with 400.', [last]);
      else scope.check(requirement, last.status === 404, { ...statusFinding(404, last, expected), responses: [last] });
    },
    /** An unknown id that is zero or negative gets 404, and not 400. Other wrong responses violate GET-UNKNOWN. */
    notInvalid(responses: readonly CompleteResponse[]): void {
      const [last, id] = lastOf(responses);
      if (api.mayShowPet(last, id)) scope.notApplicable(requirement, 'The run found no unknown id.');
      else if (id > 0n) scope.notApplicable(requirement, 'The id is positive.', [last]);
      else if (last.status !== 404 && last.status !== 400)
        scope.notApplicable(requirement, 'GET-UNKNOWN covers this response.', [last]);
      else
        scope.check(requirement, last.status === 404, { ...statusFinding(404, last, 'status 404'), responses: [last] });
    },
    /** The pets have different ids. */
    differentIds(pets: readonly ShownPet[]): void {
      const ids = pets.map(({ pet }) => pet.id);
      scope.check(requirement, new Set(ids).size === ids.length, {
        expected: `${ids.length} different ids`,
        actual: `ids ${ids.map(describeId).join(', ')}`,
        pointer: '/id',
        responses: pets.map(({ response }) => response),
      });
    },
    /** An unusual form of a request gets a response as right as its plain form. The service may ask for the plain form. */
    async matchesPlainForm(
      response: CompleteResponse,
      isRight: (response: CompleteResponse) => boolean,
      sendPlain: () => Promise<CompleteResponse>,
    ): Promise<void> {
      scope.skipOperationRules(response);
      const expected = 'the same response as to the plain form of the request';
      if (ASKS_FOR_PLAIN.has(response.status)) {
        const reason = allowedRejection(`The service asks for the plain form with ${describeStatus(response)}`);
        scope.notApplicable(requirement, reason, [response]);
        return;
      }
      const isAlike = (each: CompleteResponse): boolean => isRight(each) && valuesNotKept(each).length === 0;
      if (isAlike(response)) {
        scope.check(requirement, true, { expected, actual: describeStatus(response), responses: [response] });
        return;
      }
      // Other responses may be cut short too, so it says nothing about the form. ANSWER-COMPLETE judges it.
      if (response.isBroken === true && isSuccess(response))
        return scope.notVerified(requirement, 'The response did not arrive complete.', [response]);
      const plain = await sendPlain();
      const responses = [plain, response];
      // A plain form that succeeds is right enough to show that this form fails, or loses a value.
      const showsFailure = isSuccess(response)
        ? losesMore(response, plain)
        : isSuccess(plain) || isRejectedOtherwise(plain, response);
      if (!showsFailure && !isAlike(plain)) {
        // Other cases judge plain requests.
        scope.skipOperationRules(plain);
        scope.notVerified(requirement, 'The plain form of the request fails too.', responses);
        return;
      }
      const [actual, wanted] = [response, plain].map((each) => describeShown(each));
      scope.check(requirement, false, { expected, actual: `${actual}; the plain form gets ${wanted}`, responses });
    },
    /** A condition that the case evaluates itself. */
    holds: (condition: boolean, finding: Finding) => void scope.check(requirement, condition, finding),
    notVerified: (reason: GivenReason, responses?: readonly Evidence[]) =>
      scope.notVerified(requirement, reason, responses),
    notApplicable: (reason: GivenReason, responses?: readonly Evidence[]) =>
      scope.notApplicable(requirement, reason, responses),
  };
}

function statusFinding(wanted: number, response: Pick<ResponseHead, 'status'>, expected: string) {
  return { expected, actual: describeStatus(response), difference: statusDifference(wanted, response) };
}

/** Statuses by which a service asks for a Content-Length or for another spelling of the address. */
const ASKS_FOR_PLAIN: ReadonlySet<number> = new Set([301, 302, 307, 308, 411, 417]);

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
  return request.operation !== 'createPet' && petIn(content) === null ? `${status} without the pet` : status;
}

function lastOf(responses: readonly CompleteResponse[]): readonly [response: CompleteResponse, id: bigint] {
  const last = responses.at(-1);
  if (last?.request.petId === undefined) throw new HarnessFault('No pet was read by its id.');
  return [last, last.request.petId];
}
