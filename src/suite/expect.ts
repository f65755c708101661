import type { ErrorStatus } from '../contract/operations.ts';
import type { Pet, PetStatus } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Credential } from '../http/request.ts';
import { nameByFlag } from '../settings/sources.ts';
import type { RequestOptions } from './api.ts';
import {
  expectCompletePage,
  expectListed,
  expectListedAsRead,
  expectSnapshot,
  expectSamePet,
  expectFilterComplete,
  expectFilterStaysComplete,
  expectNotStale,
} from './expectations/listed.ts';
import type { CaseContext } from './expectations/case-context.ts';
import { expectDefaultLimit, expectDefaultWhileSmall } from './expectations/default-limit.ts';
import {
  expectNoRejectedPetStored,
  expectNothingStored,
  expectUnmarkedNotStored,
  readBetweenIds,
} from './expectations/not-stored.ts';
import { expectFoundByFilter, expectUnknown } from './expectations/read-one.ts';
import { AS_ALLOWED, type Finding } from './judge.ts';
import { hasMoved } from './moved-status.ts';
import { allowedInsteadOf401 } from './keys/credentials.ts';
import type { ListQuery } from './api-request.ts';
import { noPetWithStatus, type Page } from './page.ts';
import type { MarkedBody, IdRange } from './pets.ts';
import { withConnection } from './run.ts';
import {
  type CompleteResponse,
  describeStatus,
  type Evidence,
  isSuccess,
  type ResponseHead,
  type ShownPet,
} from './response.ts';
import { expectNoDamage } from './risky-probes.ts';

/** The expectations for one requirement. Each method judges it and returns whether it holds. */
export interface Expectation {
  /** The response rule of the requirement holds for this response (`response-rules.ts`). */
  holdsFor(response: Evidence): boolean;
  /** The response has this status. */
  status(response: ResponseHead, status: number): boolean;
  /** The response rejects the request with this status. The rules for errors judge its body. */
  rejected(response: ResponseHead, status: ErrorStatus): boolean;
  /** The response adds the pet, or rejects it with 400. Returns the pet, or null if it was rejected. */
  addedOrRejected(response: CompleteResponse): ShownPet | null;
  /** Two responses show the same pet: equal id, name, categoryId and status. */
  samePet(before: ShownPet, now: ShownPet): Promise<boolean>;
  /** The page holds at most `limit` pets. Not verified if the run knows too few pets to prove it. */
  atMost(page: Page, limit: number): boolean;
  /** A filtered page lists only pets with the status of the filter. Not verified if it lists none. */
  matchesFilter(page: Page): boolean;
  /** A page lists each id once. Not verified if the catalogue holds fewer than two pets. */
  distinctIds(page: Page): boolean;
  /** The rejected body left no pet behind. */
  notStored(sent: MarkedBody, response: CompleteResponse): Promise<void>;
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
  holds(condition: boolean, finding: Finding): boolean;
  notApplicable(reason: string, responses?: readonly Evidence[]): void;
}

/** The expectations of a case: for one requirement that it declares, or for several at once. */
export type Expect<Judged extends TestableId> = ((requirement: Judged) => Expectation) & SharedExpectations;

/** Expectations that compare several responses. Each settles the named requirements, which the case declares. */
export interface SharedExpectations {
  /**
   * The list holds these known pets of one status with the same values. Settles LIST-COMPLETE, LIST-SAME, CREATE-STORED and,
   * for pets with a status, LIST-STATUS-COMPLETE.
   */
  listed(pets: readonly Pet[], status: PetStatus | undefined, size?: Pick<ListQuery, 'limit'>): Promise<void>;
  /** A page that was read before a pet was added is not returned again where it must show the pet. Settles nothing if it need not. */
  notStale(earlier: Page, added: Pet): Promise<void>;
  /** The same for the snapshots of pets of one status, judged with what the run knows now. */
  listedInSnapshots(status: PetStatus | undefined): Promise<void>;
  /** A complete filtered page holds every matching pet that the list shows before and after. Settles LIST-STATUS-COMPLETE. */
  filterComplete(status: PetStatus): Promise<void>;
  /** Several complete filtered pages in a row hold every pet that the list shows. Settles LIST-STATUS-COMPLETE. */
  filterStaysComplete(status: PetStatus): Promise<void>;
  /** A page shows pets with the values that `GET /pets/{petId}` returns. Settles LIST-SAME. */
  listedAsRead(page: Page, listed: readonly Pet[]): Promise<void>;
  /** No response has shown the pet of a rejected body. Settles CREATE-REFUSED-NOT-STORED and AUTH-NO-EFFECT. */
  noRejectedPetStored(): void;
  /** The same, after some ids between those of added pets were read. */
  noRejectedPetBetweenIds(): Promise<void>;
  /** Rejected bodies without an identifying field left no pet behind. Settles CREATE-REFUSED-NOT-STORED. */
  unmarkedBodiesNotStored(): Promise<void>;
  /** A page without a limit is as long as one with the default limit. Settles LIST-LIMIT-DEFAULT. */
  defaultLimit(status: PetStatus | undefined): Promise<void>;
  /** A page without a limit holds every pet that one with the default limit holds. Settles LIST-LIMIT-DEFAULT. */
  defaultLimitWhileSmall(): Promise<void>;
  /** A complete page holds every pet of this run. Settles LIST-COMPLETE. */
  completePage(page: Page): Promise<void>;
  /** The list filtered by status finds a pet with that status. Settles DEPRECATION-REPLACEMENT. */
  foundByFilter(status: PetStatus): Promise<void>;
  /** Whether the service has moved a pet of this run to another status than it was added with. Judges nothing. */
  hasMoved(pet: Pet): Promise<boolean>;
  /** The reads that worked before the risky probes still work. Settles CREATE-NO-DAMAGE. */
  noDamage(): void;
  /** An unknown id gets 404: `first`, or an id drawn from `range`. Settles GET-UNKNOWN and, if declared, GET-UNKNOWN-SIGN. */
  notFound(range: IdRange, first?: bigint): Promise<void>;
  /** A wrong credential is rejected after an accepted request on the same connection. Settles AUTH-EVERY-REQUEST. */
  rejectedOnConnection(
    credential: Credential,
    send: (options: RequestOptions) => Promise<CompleteResponse>,
  ): Promise<void>;
}

/** The expectations of one case. */
export function createExpect(context: CaseContext): Expect<TestableId> {
  const shared: SharedExpectations = {
    listed: (pets, status, size) => expectListed(context, pets, status, size),
    notStale: (earlier, added) => expectNotStale(context, earlier, added),
    listedInSnapshots: (status) => expectSnapshot(context, status),
    filterComplete: (status) => expectFilterComplete(context, status),
    filterStaysComplete: (status) => expectFilterStaysComplete(context, status),
    listedAsRead: (page, listed) => expectListedAsRead(context, page, listed),
    noRejectedPetStored: () => expectNoRejectedPetStored(context),
    noRejectedPetBetweenIds: async () => {
      await readBetweenIds(context);
      expectNoRejectedPetStored(context);
    },
    unmarkedBodiesNotStored: () => expectUnmarkedNotStored(context),
    defaultLimit: (status) => expectDefaultLimit(context, status),
    defaultLimitWhileSmall: () => expectDefaultWhileSmall(context),
    completePage: (page) => expectCompletePage(context, page),
    foundByFilter: (status) => expectFoundByFilter(context, status),
    hasMoved: (pet) => hasMoved(context, pet),
    noDamage: () => expectNoDamage(context),
    notFound: (range, first) => expectUnknown(context, range, first),
    rejectedOnConnection: (credential, send) => expectRejectedOnConnection(context, credential, send),
  };
  return Object.assign((requirement: TestableId) => expectation(context, requirement), shared);
}

function expectation(context: CaseContext, requirement: TestableId): Expectation {
  const { run, scope, judge, api } = context;

  function status(response: ResponseHead, wanted: number, expected = `status ${wanted}`): boolean {
    scope.skipStatusRules(response);
    const finding = { expected, actual: describeStatus(response), responses: [response] };
    return judge.check(requirement, response.status === wanted, finding);
  }

  return {
    holdsFor: (response) => scope.judgeByRule(requirement, response),
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
    samePet: (before, now) => expectSamePet(context, requirement, before.pet, now.pet, [before.response, now.response]),
    atMost(page, limit) {
      const { status: filter } = page.query;
      // What the run learns after the response decides nothing, so the rule says whether the page proves its limit.
      if (!scope.hasFinding(requirement, page.response)) {
        const known = run.known.countBefore(page.response.sentAt, filter);
        const matches = filter === undefined ? 'pets' : `pets with status "${filter}"`;
        judge.notVerified(
          requirement,
          `The run knows only ${known} ${matches}, so a page of at most ${limit} proves nothing.`,
          `Raise ${nameByFlag('maxCreates')}, or add more than ${limit} ${matches} to the catalogue.`,
          [page.response],
        );
        return true;
      }
      return scope.judgeByRule(requirement, page.response);
    },
    matchesFilter(page) {
      const { status: filter } = page.query;
      if (page.size > 0 || filter === undefined) return scope.judgeByRule(requirement, page.response);
      judge.notVerified(requirement, ...noPetWithStatus(filter), [page.response]);
      return true;
    },
    distinctIds(page) {
      const responses = [page.response];
      if (page.size > 1) return scope.judgeByRule(requirement, page.response);
      if (page.size === 1 && run.known.all().length > 1)
        judge.notApplicable(
          requirement,
          'The service lists one pet on a page, so an id cannot appear twice.',
          responses,
        );
      else
        judge.notVerified(
          requirement,
          'The catalogue holds fewer than two pets.',
          'Add two pets to the catalogue.',
          responses,
        );
      return true;
    },
    async notStored(sent, response) {
      if (requirement !== 'CREATE-REFUSED-NOT-STORED' && requirement !== 'AUTH-NO-EFFECT')
        throw new TypeError(`${requirement} is not about stored pets.`);
      await expectNothingStored(context, requirement, sent.marks, response);
    },
    matchesPlainForm: (response, isRight, sendPlain) =>
      expectLikePlainForm(context, requirement, response, isRight, sendPlain),
    holds: (condition, finding) => judge.check(requirement, condition, finding),
    notApplicable: (reason, responses) => judge.notApplicable(requirement, reason, responses),
  };
}

/** Statuses by which a service asks for a Content-Length or for another spelling of the address. */
const ASKS_FOR_PLAIN: ReadonlySet<number> = new Set([301, 302, 307, 308, 411, 417]);

async function expectLikePlainForm(
  { judge, scope }: CaseContext,
  requirement: TestableId,
  response: CompleteResponse,
  isRight: (response: CompleteResponse) => boolean,
  sendPlain: () => Promise<CompleteResponse>,
): Promise<void> {
  scope.skipOperationRules(response);
  const expected = 'the same response as to the plain form of the request';
  if (ASKS_FOR_PLAIN.has(response.status)) {
    const reason = `The service asks for the plain form with ${describeStatus(response)}, ${AS_ALLOWED}`;
    judge.notApplicable(requirement, reason, [response]);
    return;
  }
  if (isRight(response)) {
    judge.check(requirement, true, { expected, actual: describeStatus(response), responses: [response] });
    return;
  }
  const plain = await sendPlain();
  const responses = [plain, response];
  if (!isRight(plain)) {
    // Other cases judge plain requests.
    scope.skipOperationRules(plain);
    judge.notVerified(requirement, 'The plain form of the request fails too.', null, responses);
    return;
  }
  const actual = `${describeStatus(response)}; the plain form gets ${describeStatus(plain)}`;
  judge.check(requirement, false, { expected, actual, responses });
}

/** A service may close any connection, so the case tries several. */
const MOST_CONNECTIONS = 3;

/**
 * Judges AUTH-EVERY-REQUEST: a request with a wrong credential is rejected, even after an accepted request on the
 * same connection (part 5 rule 1). Not applicable if the service closes every connection.
 */
async function expectRejectedOnConnection(
  { run, scope, judge, api }: CaseContext,
  credential: Credential,
  send: (options: RequestOptions) => Promise<CompleteResponse>,
): Promise<void> {
  for (let attempt = 0; attempt < MOST_CONNECTIONS; attempt += 1) {
    const response = await withConnection(run, async (connection) => {
      api.pageOf(await api.listPets({}, { connection }));
      return send({ connection, credential });
    });
    if (response.connection !== 'reused') continue;
    scope.skipStatusRules(response);
    const finding = { expected: 'status 401 with an Error', actual: describeStatus(response), responses: [response] };
    const reason = allowedInsteadOf401(response.status, credential);
    if (reason === null) judge.check('AUTH-EVERY-REQUEST', response.status === 401, finding);
    else judge.notApplicable('AUTH-EVERY-REQUEST', reason, [response]);
    return;
  }
  return judge.stopNotApplicable('The service closes every connection after one response.');
}
