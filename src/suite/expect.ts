import type { ErrorStatus } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Pet } from '../contract/pet.ts';
import type { CaseContext } from './expectations/case-context.ts';
import {
  expectAllListed,
  expectAllListedEachTime,
  expectEveryOwnPet,
  expectNotStale,
  type PagesToList,
} from './expectations/complete-lists.ts';
import { expectSameOwnPets, expectSameSize } from './expectations/default-limit.ts';
import type { FoundPets } from './expectations/find-in-list.ts';
import { expectListed, expectListedByStatus, expectSameValues, expectStored } from './expectations/listed.ts';
import { expectNoneStored, expectNotStored } from './expectations/not-stored.ts';
import type { RejectionRequirement } from './catalogue/known-pets.ts';
import { expectSameAsRead, expectSamePet } from './expectations/same-pet.ts';
import { expectLikePlainForm } from './expectations/plain-form.ts';
import { expectNotFound, expectNotInvalid } from './expectations/unknown-id.ts';
import { expectUnmarkedNotStored } from './expectations/unmarked-bodies.ts';
import type { Finding } from './judge.ts';
import type { Page } from './catalogue/page.ts';
import {
  expectEachIdOnce,
  expectFiltered,
  expectNotListed,
  expectOnPage,
  expectWithinLimit,
} from './expectations/one-page.ts';
import type { MarkedBody, UnmarkedBody } from './pets.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  describeStatus,
  type Evidence,
  isSuccess,
  type ResponseHead,
  type ShownPet,
} from './responses/response.ts';
import { findRule } from './responses/response-rules.ts';
import type { GivenReason } from './reasons.ts';
import { expectNoDamage } from './execution/risky-probes.ts';

/** The expectations for one requirement. Each method judges it. */
export interface Expectation {
  /** The response rule of the requirement holds for this response (`response-rules.ts`). */
  holdsFor(response: Evidence): void;
  /** The response has this status. Returns whether it holds. */
  status(response: ResponseHead, status: number): boolean;
  /** The response rejects the request with this status, or as it may. The rules for errors judge its body. Returns whether it holds. */
  rejected(response: ResponseHead, status: ErrorStatus): boolean;
  /** The response adds the pet, or rejects it with 400. Returns the pet, or null if it was rejected. */
  addedOrRejected(response: CompleteResponse): ShownPet | null;
  /** An unknown id gets 404. Not applicable if zero or a negative id gets 400. `responses` are those of `api.getUnknown`. */
  notFound(responses: readonly CompleteResponse[]): void;
  /** An unknown id that is zero or negative gets 404, and not 400. `responses` are those of `api.getUnknown`. */
  notInvalid(responses: readonly CompleteResponse[]): void;
  /** A response shows a pet as it was before: with the same id, name, categoryId and status. */
  samePet(before: Pet | ShownPet, now: ShownPet): Promise<void>;
  /** The pets have different ids. */
  differentIds(pets: readonly ShownPet[]): void;
  /** `GET /pets/{petId}` returns the listed pets with the same values. Not verified if another client changes them all. */
  sameAsRead(page: Page, listed: readonly Pet[]): Promise<void>;
  /** The page holds at most as many pets as its limit. Not verified if the run knows too few pets to prove it. */
  withinLimit(page: Page): void;
  /** A filtered page lists only pets with the status of the filter. Not verified if it lists none. */
  matchesFilter(page: Page): void;
  /** The page lists every pet of this run if it is complete. Reads it again while it does not, until the settling time is over. */
  everyOwnPet(page: Page): Promise<void>;
  /** Complete pages list every expected pet. Reads them again while one does not, until the settling time is over. */
  allListed(read: () => Promise<PagesToList>): Promise<void>;
  /** The same for a number of lists read at once. A page that is wrong now and then gets no second chance. */
  allListedEachTime(read: (lists: number) => Promise<PagesToList>): Promise<void>;
  /** A page without a limit holds as many pets as one with the default limit. Not verified if the run knows too few pets. */
  sameSize(read: () => Promise<Page>, readLimited: () => Promise<Page>): Promise<void>;
  /** A page without a limit lists every pet of this run that one with the default limit lists. */
  sameOwnPets(read: () => Promise<Page>, readLimited: () => Promise<Page>): Promise<void>;
  /** A page that was read before `pet` was added is not returned again, in a catalogue too large for complete pages. */
  notStale(earlier: Page, pet: Pet): Promise<void>;
  /** The service stored the pets: the list shows them, or at least a read does. */
  stored(found: FoundPets): void;
  /** A complete page lists the pets. A lost pet violates CREATE-STORED instead. */
  listed(found: FoundPets): void;
  /** A complete page filtered by their status lists the pets. */
  listedByStatus(found: FoundPets): void;
  /** The list shows the pets of this run with the values that were sent. */
  sameValues(found: FoundPets): Promise<void>;
  /** The page lists the pet. */
  onPage(page: Page, pet: Pet): void;
  /** No page lists the pet. Not applicable if every page is full. */
  notListed(pages: readonly Page[], pet: Pet): void;
  /** A page lists each id once. Not verified if the catalogue holds fewer than two pets. */
  eachIdOnce(page: Page): void;
  /** The rejected body left no pet behind. */
  notStored(sent: MarkedBody, response: CompleteResponse): Promise<void>;
  /** No rejected body of the run left a pet behind that a response has shown so far. */
  noneStored(): void;
  /** Bodies without a field that identifies a pet are rejected and leave no pet behind: pages before and after show the same pets. */
  unmarkedNotStored(bodies: readonly UnmarkedBody[]): Promise<void>;
  /** The reads that worked before the risky probes still work. */
  noDamage(): void;
  /**
   * The response to an unusual form of a request is as right as the response to its plain form. Not applicable if the service
   * asks for the plain form. Not verified if the plain form fails too: other requirements judge that.
   */
  matchesPlainForm(
    response: CompleteResponse,
    isRight: (response: CompleteResponse) => boolean,
    sendPlain: () => Promise<CompleteResponse>,
  ): Promise<void>;
  /** A condition that the case evaluates itself. */
  holds(condition: boolean, finding: Finding): void;
  notApplicable(reason: GivenReason, responses?: readonly Evidence[]): void;
}

/** The expectations of a case, for one requirement that it declares. */
export type Expect<Judged extends TestableId> = (requirement: Judged) => Expectation;

/** The expectations of one case. */
export function createExpect(context: CaseContext): Expect<TestableId> {
  return (requirement) => expectationOf(context, requirement);
}

function expectationOf(context: CaseContext, requirement: TestableId): Expectation {
  const { scope, judge, api } = context;

  function status(response: ResponseHead, wanted: number, expected = `status ${wanted}`): boolean {
    const finding = { expected, actual: describeStatus(response), responses: [response] };
    // The status rule of the operation judges a wrong status of success.
    if (response.wrongSuccess !== null && findRule(requirement)?.isOfStatus !== true)
      return judge.check(requirement, true, finding);
    scope.skipStatusRules(response);
    return judge.check(requirement, response.status === wanted, finding);
  }

  return {
    holdsFor: (response) => void scope.judgeByRule(requirement, response),
    status: (response, wanted) => status(response, wanted),
    rejected(response, wanted) {
      const reason = wanted === 401 ? allowedInsteadOf401(response.status, response.request.credential) : null;
      if (reason === null) return status(response, wanted, `status ${wanted} with an Error`);
      scope.skipStatusRules(response);
      judge.notApplicable(requirement, reason, [response]);
      return true;
    },
    addedOrRejected(response) {
      if (isSuccess(response)) return api.petOf(response);
      status(response, 400, 'status 201 with the pet, or status 400 with an Error');
      return null;
    },
    notFound: (responses) => expectNotFound(context, requirement, responses),
    notInvalid: (responses) => expectNotInvalid(context, requirement, responses),
    differentIds(pets) {
      const ids = pets.map(({ pet }) => pet.id);
      judge.check(requirement, new Set(ids).size === ids.length, {
        expected: `${ids.length} different ids`,
        actual: `ids ${ids.join(', ')}`,
        pointer: '/id',
        responses: pets.map(({ response }) => response),
      });
    },
    sameAsRead: (page, listed) => expectSameAsRead(context, requirement, page, listed),
    everyOwnPet: (page) => expectEveryOwnPet(context, requirement, page),
    allListed: (read) => expectAllListed(context, requirement, read),
    allListedEachTime: (read) => expectAllListedEachTime(context, requirement, read),
    sameSize: (read, readLimited) => expectSameSize(context, requirement, read, readLimited),
    sameOwnPets: (read, readLimited) => expectSameOwnPets(context, requirement, read, readLimited),
    notStale: (earlier, pet) => expectNotStale(context, requirement, earlier, pet),
    stored: (found) => expectStored(context, requirement, found),
    listed: (found) => expectListed(context, requirement, found),
    listedByStatus: (found) => expectListedByStatus(context, requirement, found),
    sameValues: (found) => expectSameValues(context, requirement, found),
    onPage: (page, pet) => expectOnPage(context, requirement, page, pet),
    notListed: (pages, pet) => expectNotListed(context, requirement, pages, pet),
    samePet: (before, now) =>
      'response' in before
        ? expectSamePet(context, requirement, before.pet, now.pet, [before.response, now.response])
        : expectSamePet(context, requirement, before, now.pet, [now.response]),
    withinLimit: (page) => expectWithinLimit(context, requirement, page),
    matchesFilter: (page) => expectFiltered(context, requirement, page),
    eachIdOnce: (page) => expectEachIdOnce(context, requirement, page),
    notStored: (sent, response) => expectNotStored(context, rejection(requirement), sent.marks, response),
    noneStored: () => expectNoneStored(context, rejection(requirement)),
    unmarkedNotStored: (bodies) => expectUnmarkedNotStored(context, requirement, bodies),
    noDamage: () => expectNoDamage(context, requirement),
    matchesPlainForm: (response, isRight, sendPlain) =>
      expectLikePlainForm(context, requirement, response, isRight, sendPlain),
    holds: (condition, finding) => judge.check(requirement, condition, finding),
    notApplicable: (reason, responses) => judge.notApplicable(requirement, reason, responses),
  };
}

function rejection(requirement: TestableId): RejectionRequirement {
  if (requirement === 'CREATE-REFUSED-NOT-STORED' || requirement === 'AUTH-NO-EFFECT') return requirement;
  throw new TypeError(`${requirement} is not about stored pets.`);
}
