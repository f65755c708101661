import type { ErrorStatus } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import { nameByFlag } from '../settings/sources.ts';
import {
  expectCompletePage,
  expectListed,
  expectListedAsRead,
  expectListedInSnapshots,
  expectSamePet,
  expectFilterComplete,
  expectFilterStaysComplete,
  expectNotStale,
} from './expectations/listed.ts';
import type { CaseContext } from './expectations/case-context.ts';
import { expectDefaultLimit, expectDefaultLimitWhileSmall } from './expectations/default-limit.ts';
import {
  expectNoRejectedPetBetweenIds,
  expectNoRejectedPetStored,
  expectNothingStored,
  expectUnmarkedBodiesNotStored,
} from './expectations/not-stored.ts';
import { expectFoundByFilter, expectNotFound } from './expectations/read-one.ts';
import { AS_ALLOWED, type Finding } from './judge.ts';
import { hasMoved } from './moved-status.ts';
import { allowedInsteadOf401 } from './keys/credentials.ts';
import { noPetWithStatus, type Page } from './page.ts';
import type { MarkedBody } from './pets.ts';
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

/** Expectations that compare several responses, by the requirements that they settle. */
function caseExpectations(context: CaseContext) {
  const inCase =
    <Rest extends readonly unknown[], Result>(expectation: (context: CaseContext, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      expectation(context, ...rest);
  return {
    // LIST-COMPLETE, LIST-SAME, CREATE-STORED and, for pets with a status, LIST-STATUS-COMPLETE
    listed: inCase(expectListed),
    listedInSnapshots: inCase(expectListedInSnapshots),
    // LIST-COMPLETE
    completePage: inCase(expectCompletePage),
    // LIST-COMPLETE, or LIST-STATUS-COMPLETE for a filtered page
    notStale: inCase(expectNotStale),
    // LIST-STATUS-COMPLETE
    filterComplete: inCase(expectFilterComplete),
    filterStaysComplete: inCase(expectFilterStaysComplete),
    // LIST-SAME
    listedAsRead: inCase(expectListedAsRead),
    // LIST-LIMIT-DEFAULT
    defaultLimit: inCase(expectDefaultLimit),
    defaultLimitWhileSmall: inCase(expectDefaultLimitWhileSmall),
    // CREATE-REFUSED-NOT-STORED
    unmarkedBodiesNotStored: inCase(expectUnmarkedBodiesNotStored),
    // CREATE-REFUSED-NOT-STORED and AUTH-NO-EFFECT
    noRejectedPetStored: inCase(expectNoRejectedPetStored),
    noRejectedPetBetweenIds: inCase(expectNoRejectedPetBetweenIds),
    // CREATE-NO-DAMAGE
    noDamage: inCase(expectNoDamage),
    // GET-UNKNOWN and, if declared, GET-UNKNOWN-SIGN
    notFound: inCase(expectNotFound),
    // DEPRECATION-REPLACEMENT
    foundByFilter: inCase(expectFoundByFilter),
    // No requirement: whether the service has moved a pet of this run to another status.
    hasMoved: inCase(hasMoved),
  };
}

/** The expectations of a case: for one requirement that it declares, or for several responses at once. */
export type Expect<Judged extends TestableId> = ((requirement: Judged) => Expectation) &
  ReturnType<typeof caseExpectations>;

/** The expectations of one case. */
export function createExpect(context: CaseContext): Expect<TestableId> {
  return Object.assign((requirement: TestableId) => expectationOf(context, requirement), caseExpectations(context));
}

function expectationOf(context: CaseContext, requirement: TestableId): Expectation {
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
