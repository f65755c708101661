import type { ErrorStatus } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Api } from './api.ts';
import type { CaseScope } from './case-scope.ts';
import { type ExpectedAndActual, formDifference, HarnessFault, statusDifference } from './judge.ts';
import { expectPlainForm, type FormTried } from './expect-plain-form.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  describeStatus,
  type Evidence,
  isAccepted,
  isSuccess,
  type ResponseHead,
  type ShownPet,
  whyItProvesNothing,
} from './responses/response.ts';
import { isOfStatus } from './rules/response-results.ts';
import type { GivenReason } from './reasons.ts';
import { describeId } from './responses/text-ids.ts';

/** Gives a case the expectations for a requirement that it declares. */
export type Expect<Declared extends TestableId> = (requirement: Declared) => ReturnType<typeof expectationOf>;

/** The expectations of one case, for a requirement. Each method judges it. */
export function expectationOf(scope: CaseScope, api: Api, requirement: TestableId) {
  function status(response: ResponseHead, wanted: number, expected = `status ${wanted}`): boolean {
    // A wrong body says nothing about the status.
    const evidence = { ...response, makeshift: whyItProvesNothing(response) };
    const found = { ...comparedStatus(wanted, response, expected), responses: [evidence] };
    // The status rule of the operation judges a wrong status of what was accepted.
    if (response.wrongStatus !== null && isAccepted(response) && !isOfStatus(requirement))
      return scope.check(requirement, true, found);
    scope.skipStatusRules(response);
    return scope.check(requirement, response.status === wanted, found);
  }

  return {
    /** The response has this status. Returns whether it holds. */
    status: (response: ResponseHead, wanted: number) => status(response, wanted),
    /** The response rejects the request with this status, or as it may. The rules for errors judge its body. Returns whether it holds. */
    rejected(response: ResponseHead, wanted: ErrorStatus): boolean {
      const { failedAdditions } = scope.run.found;
      // The service may reject the body for the same reason as a valid one.
      if (wanted === 400 && response.status === 400 && failedAdditions !== null) {
        scope.notVerified(requirement, failedAdditions, [response]);
        return true;
      }
      const reason = wanted === 401 ? allowedInsteadOf401(response.status, response.request.credential) : null;
      if (reason === null || scope.run.knowledge.givesWrongKeys(response.status))
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
      else scope.check(requirement, last.status === 404, { ...comparedStatus(404, last, expected), responses: [last] });
    },
    /** An unknown id that is zero or negative gets 404, and not 400. Other wrong responses violate GET-UNKNOWN. */
    notInvalid(responses: readonly CompleteResponse[]): void {
      const [last, id] = lastOf(responses);
      if (api.mayShowPet(last, id)) scope.notApplicable(requirement, 'The run found no unknown id.');
      else if (id > 0n) scope.notApplicable(requirement, 'The id is positive.', [last]);
      else if (last.status !== 404 && last.status !== 400)
        scope.notApplicable(requirement, 'GET-UNKNOWN covers this response.', [last]);
      else
        scope.check(requirement, last.status === 404, {
          ...comparedStatus(404, last, 'status 404'),
          responses: [last],
        });
    },
    /** The pets have different ids. */
    differentIds(pets: readonly ShownPet[]): void {
      const ids = pets.map(({ pet }) => pet.id);
      scope.check(requirement, new Set(ids).size === ids.length, {
        expected: `${ids.length} different ids`,
        actual: `ids ${ids.map(describeId).join(', ')}`,
        difference: formDifference('the same id'),
        pointer: '/id',
        responses: pets.map(({ response }) => response),
      });
    },
    /** An unusual form of a request gets a response as right as its plain form. The service may ask for the plain form. */
    matchesPlainForm: (...tried: FormTried) => expectPlainForm(scope, requirement, ...tried),
    /** A condition that the case evaluates itself. */
    holds: (condition: boolean, found: ExpectedAndActual) => void scope.check(requirement, condition, found),
    notVerified: (reason: GivenReason, responses?: readonly Evidence[]) =>
      scope.notVerified(requirement, reason, responses),
    notApplicable: (reason: GivenReason, responses?: readonly Evidence[]) =>
      scope.notApplicable(requirement, reason, responses),
  };
}

function comparedStatus(wanted: number, response: Pick<ResponseHead, 'status'>, expected: string) {
  return { expected, actual: describeStatus(response), difference: statusDifference(wanted, response) };
}

function lastOf(responses: readonly CompleteResponse[]): readonly [response: CompleteResponse, id: bigint] {
  const last = responses.at(-1);
  if (last?.request.petId === undefined) throw new HarnessFault('No pet was read by its id.');
  return [last, last.request.petId];
}
