import type { ErrorStatus } from '../contract/operations.ts';
import type { Pet, PetStatus } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Credential } from '../http/request.ts';
import type { RequestOptions } from './api.ts';
import {
  expectCompletePage,
  expectListed,
  expectListedAsRead,
  expectSnapshot,
  judgeSamePet,
  expectFilterComplete,
} from './expectations/listed.ts';
import type { CaseContext } from './expectations/case-context.ts';
import { expectDefaultLimit, expectDefaultWhileSmall } from './expectations/default-limit.ts';
import { expectNoRejectedPetStored, expectNothingStored, expectUnmarkedNotStored } from './expectations/not-stored.ts';
import { expectFoundByFilter, expectUnknown } from './expectations/read-one.ts';
import type { Finding } from './judge.ts';
import type { ListQuery } from './api-request.ts';
import type { Page } from './page.ts';
import type { MarkedBody, IdRange } from './pets.ts';
import {
  type CompleteResponse,
  describeStatus,
  type Evidence,
  isSuccess,
  type ResponseHead,
  type ShownPet,
} from './response.ts';

/** Judges one requirement. Each method gives whether it holds. */
export interface Expectation {
  /** The response rule of the requirement holds for this response. */
  holdsFor(response: Evidence): boolean;
  /** The response has this status. */
  status(response: ResponseHead, status: number): boolean;
  /** The response rejects the request with this status; the rules for errors judge its body. */
  rejected(response: ResponseHead, status: ErrorStatus): boolean;
  /** The response adds the pet, or rejects it with 400. Gives the pet; null if it was rejected. */
  addedOrRejected(response: CompleteResponse): ShownPet | null;
  /** Two responses show the same pet: id, name, categoryId and status, exact. */
  samePet(before: ShownPet, now: ShownPet): boolean;
  /** The page holds at most so many pets. Not verified if too few matches are known for the page to prove it. */
  atMost(page: Page, limit: number): boolean;
  /** A filtered page shows pets, each with the status of the filter. Not verified if it shows none. */
  matchesFilter(page: Page): boolean;
  /** A page shows no more than one pet for each id. Not verified if the catalogue holds no two pets. */
  distinctIds(page: Page): boolean;
  /** The rejected body left no pet behind. */
  notStored(sent: MarkedBody, response: CompleteResponse): Promise<void>;
  /** Anything that a case compares itself. */
  holds(condition: boolean, finding: Finding): boolean;
  notApplicable(reason: string, responses?: readonly Evidence[]): void;
}

/** What a case expects: of one requirement that it declares, or of several at once. */
export type Expect<Judged extends TestableId> = ((requirement: Judged) => Expectation) & SharedExpectations;

/** Expectations that compare several responses, each for the requirements that it settles. The case declares them. */
export interface SharedExpectations {
  /**
   * Pets of one status, known before, are in the list and show the same values there. Settles LIST-COMPLETE, LIST-SAME,
   * CREATE-STORED and, for pets with a status, LIST-STATUS-COMPLETE.
   */
  listed(pets: readonly Pet[], status: PetStatus | undefined, size?: Pick<ListQuery, 'limit'>): Promise<void>;
  /** The same for the snapshots of pets of one status, by what is known now. */
  listedInSnapshots(status: PetStatus | undefined): Promise<void>;
  /** A complete filtered page holds every pet that the list shows before and after it. Settles LIST-STATUS-COMPLETE. */
  filterComplete(status: PetStatus): Promise<void>;
  /** The list shows a pet with the values that reading it shows. Settles LIST-SAME. */
  listedAsRead(page: Page, listed: Pet): Promise<void>;
  /** No response has shown a pet with the mark of a rejected body. Settles CREATE-REFUSED-NOT-STORED and AUTH-NO-EFFECT. */
  noRejectedPetStored(): void;
  /** Rejected bodies that hold no mark left no pet behind. Settles CREATE-REFUSED-NOT-STORED. */
  unmarkedBodiesNotStored(): Promise<void>;
  /** Leaving out the limit is the limit 20. Settles LIST-LIMIT-DEFAULT. */
  defaultLimit(status: PetStatus | undefined): Promise<void>;
  /** The list without a limit leaves out nothing that the limit 20 shows. Settles LIST-LIMIT-DEFAULT. */
  defaultLimitWhileSmall(): Promise<void>;
  /** A page below its limit and below the largest page leaves out no pet of this run. Settles LIST-COMPLETE. */
  completePage(page: Page): Promise<void>;
  /** A pet is found by the list with the filter of its status. Settles DEPRECATION-REPLACEMENT. */
  foundByFilter(status: PetStatus): Promise<void>;
  /** An id that no pet has is answered 404. Settles GET-UNKNOWN and, if the case judges it, GET-UNKNOWN-SIGN. */
  notFound(range: IdRange, first?: bigint): Promise<void>;
  /** A wrong credential is rejected on a connection that was accepted before. Settles AUTH-EVERY-REQUEST. */
  rejectedOnConnection(
    credential: Credential,
    send: (options: RequestOptions) => Promise<CompleteResponse>,
  ): Promise<void>;
}

/** The expectations of one case. */
export function createExpect(context: CaseContext): Expect<TestableId> {
  const shared: SharedExpectations = {
    listed: (pets, status, size) => expectListed(context, pets, status, size),
    listedInSnapshots: (status) => expectSnapshot(context, status),
    filterComplete: (status) => expectFilterComplete(context, status),
    listedAsRead: (page, listed) => expectListedAsRead(context, page, listed),
    noRejectedPetStored: () => expectNoRejectedPetStored(context),
    unmarkedBodiesNotStored: () => expectUnmarkedNotStored(context),
    defaultLimit: (status) => expectDefaultLimit(context, status),
    defaultLimitWhileSmall: () => expectDefaultWhileSmall(context),
    completePage: (page) => expectCompletePage(context, page),
    foundByFilter: (status) => expectFoundByFilter(context, status),
    notFound: (range, first) => expectUnknown(context, range, first),
    rejectedOnConnection: (credential, send) => expectRejectedOnConnection(context, credential, send),
  };
  return Object.assign((requirement: TestableId) => expectation(context, requirement), shared);
}

function expectation(context: CaseContext, requirement: TestableId): Expectation {
  const { run, scope, judge, api } = context;

  function status(response: ResponseHead, wanted: number, expected = `status ${wanted}`): boolean {
    scope.takeStatus(response);
    const finding = { expected, actual: describeStatus(response), responses: [response] };
    return judge.check(requirement, response.status === wanted, finding);
  }

  return {
    holdsFor: (response) => scope.judgeByRule(requirement, response),
    status: (response, wanted) => status(response, wanted),
    rejected: (response, wanted) => status(response, wanted, `status ${wanted} with an Error`),
    addedOrRejected(response) {
      if (isSuccess(response)) return api.petOf(response);
      status(response, 400, 'status 201 with the pet, or status 400 with an Error');
      return null;
    },
    samePet: (before, now) => judgeSamePet(judge, requirement, before.pet, now.pet, [before.response, now.response]),
    atMost(page, limit) {
      const { status: filter } = page.query;
      const known = run.known.countBefore(page.response.sentAt, filter);
      if (page.size <= limit && known <= limit) {
        const matches = filter === undefined ? 'pets' : `pets that are ${filter}`;
        judge.notVerified(
          requirement,
          `Only ${known} ${matches} were known, so that a page of at most ${limit} proves nothing.`,
          `Raise --max-creates (PETSTORE_MAX_CREATES), or put more than ${limit} ${matches} into the catalogue.`,
          [page.response],
        );
        return true;
      }
      return scope.judgeByRule(requirement, page.response);
    },
    matchesFilter(page) {
      const { status: filter } = page.query;
      if (page.size > 0) return scope.judgeByRule(requirement, page.response);
      const howToResolve = `Put a pet that is ${filter ?? ''} into the catalogue.`;
      judge.notVerified(requirement, `No pet is ${filter ?? ''}.`, howToResolve, [page.response]);
      return true;
    },
    distinctIds(page) {
      const responses = [page.response];
      if (page.size > 1) return scope.judgeByRule(requirement, page.response);
      if (page.size === 1 && run.known.all().length > 1)
        judge.notApplicable(requirement, 'The service shows one pet on a page, which cannot repeat an id.', responses);
      else
        judge.notVerified(
          requirement,
          'The catalogue holds no two pets.',
          'Put two pets into the catalogue.',
          responses,
        );
      return true;
    },
    async notStored(sent, response) {
      if (requirement !== 'CREATE-REFUSED-NOT-STORED' && requirement !== 'AUTH-NO-EFFECT')
        throw new TypeError(`${requirement} says nothing about stored pets`);
      await expectNothingStored(context, requirement, sent.marks, response);
    },
    holds: (condition, finding) => judge.check(requirement, condition, finding),
    notApplicable: (reason, responses) => judge.notApplicable(requirement, reason, responses),
  };
}

const TRIES = 3;

/**
 * Judges AUTH-EVERY-REQUEST: a request with a wrong credential is rejected also if it follows an accepted request on the
 * same connection (part 5 rule 1). Not applicable if the service closes its connections every time.
 */
export async function expectRejectedOnConnection(
  { run, scope, judge, api }: CaseContext,
  credential: Credential,
  send: (options: RequestOptions) => Promise<CompleteResponse>,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const connection = run.client.openConnection();
    try {
      api.pageOf(await api.listPets({}, { connection }));
      const response = await send({ connection, credential });
      if (response.connection !== 'reused') continue;
      scope.takeStatus(response);
      const finding = { expected: 'status 401 with an Error', actual: describeStatus(response), responses: [response] };
      judge.check('AUTH-EVERY-REQUEST', response.status === 401, finding);
      return;
    } finally {
      connection.close();
    }
  }
  return judge.stopNotApplicable('The service closes every connection after one response.');
}
