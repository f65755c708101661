import { LIMIT_DEFAULT, LIMIT_MAX, operations } from '../contract/operations.ts';
import { type NewPet, petDifferences, type PetStatus } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import { sendRequest } from './execution/send-request.ts';
import type { ListQuery, RawBody, RequestOptions, UnsentRequest } from './api-request.ts';
import { createOperationApi, createRequest, getRequest, listRequest, type Send } from './operations/requests.ts';
import { type CaseScope, createScope, inScope } from './case-scope.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import { petIn } from './responses/read-body.ts';
import { idOfAdded } from './responses/inner-values.ts';
import { type CompleteResponse, isSuccess, type ShownPage } from './responses/response.ts';
import { isValidKey } from './keys/credentials.ts';
import { createResponseReader, type ResponseReader } from './response-reader.ts';
import { findAdded } from './silent-additions.ts';
import { OLDEST } from './pets.ts';
import { isUnanswered } from './reasons.ts';
import type { Ended } from './judge.ts';

/** What a service may accept that rejects the largest limit: its bound may be exclusive, or lower. */
const SMALLER_LIMITS = [LIMIT_MAX - 1, LIMIT_MAX / 2];

/** The requests that a case can send. */
export type Api = ReturnType<typeof createApi>;

/** Sends the requests of one case, and ends it if a response is missing or incomplete. The response rules judge every response. */
export function createApi(scope: CaseScope) {
  const send: Send = (request, options = {}) => scope.track(sendAndFindAdded(scope, request, options));
  const reader = createResponseReader(scope);
  return {
    ...createOperationApi(send),
    /** Any other request. */
    send,
    ...reader,
    ...createPageApi(scope, send, reader),
    ...createPetApi(scope, send, reader),
  };
}

/** What a case reads of lists. */
function createPageApi(scope: CaseScope, send: Send, { pageOf }: Pick<ResponseReader, 'pageOf'>) {
  const { run, caseAttempt, stopLike } = scope;
  async function sharePage(query: ListQuery): Promise<ShownPage> {
    const shared = await pageForAll(scope, query);
    return shared.kind === 'done' ? shared.result : stopLike(shared.stop);
  }

  return {
    /** Reads a page of the list. If the largest limit is rejected, reads the largest page that is not. Ends the case without a page. */
    async readPage(query: ListQuery = {}): Promise<ShownPage> {
      const response = await send(listRequest(query));
      // A service that rejects the largest limit may accept a smaller one, and a pet that breaks the largest page is not on each.
      const { limit: _, ...filter } = query;
      const isRejected =
        query.limit === LIMIT_MAX && response.status >= 400 && run.knowledge.widestLimit() !== LIMIT_MAX;
      if (!isRejected) return pageOf(response);
      for (const limit of SMALLER_LIMITS.filter((each) => run.knowledge.isUntriedLimit(each))) {
        const smaller = await send(listRequest({ ...query, limit }));
        if (smaller.status < 400) return pageOf(smaller);
      }
      const limit = run.knowledge.widestLimit();
      return pageOf(await send(listRequest({ ...filter, ...(limit === undefined ? {} : { limit }) })));
    },
    /** Reads a page without parameters. If there is none, reads one with the default limit. Ends the case without a page. */
    async readAcceptedPage(options: RequestOptions = {}): Promise<ShownPage> {
      const response = await send(listRequest(), options);
      const isRead = response.content.kind === 'page' && response.content.page !== null;
      return pageOf(isRead ? response : await send(listRequest({ limit: LIMIT_DEFAULT }), options));
    },
    /** Sends a list that the service accepts: without parameters, or else with the default limit. Ends the case if both are rejected. */
    async listAccepted(options: RequestOptions = {}): Promise<void> {
      // A page in a wrong form shows that the key is accepted too.
      if (!isSuccess(await send(listRequest(), options)))
        pageOf(await send(listRequest({ limit: LIMIT_DEFAULT }), options));
    },
    /** Reads a page like `readPage`, but concurrent cases share the request. It is sent after this call. */
    sharePage,
    /** Reads the largest page without a filter, and with a status. Concurrent cases share the requests. */
    async readLists(status?: PetStatus): Promise<void> {
      await Promise.all(listsOf(status).map(sharePage));
    },
    /** The same for rules alone: a wrong list ends no case. In the first attempt, `stored/take-snapshots` reads for all cases. */
    async readListsForRules(status?: PetStatus): Promise<void> {
      if (caseAttempt.attempt === 'first') return;
      for (const shared of await Promise.all(listsOf(status).map((query) => pageForAll(scope, query))))
        if (shared.kind === 'stopped' && isUnanswered(shared.stop.cause)) stopLike(shared.stop);
    },
  };
}

/** What a case adds, and reads of single pets. */
function createPetApi(
  scope: CaseScope,
  send: Send,
  { petOf, mayShowPet }: Pick<ResponseReader, 'petOf' | 'mayShowPet'>,
) {
  return {
    /** Sends `shared` once for all cases that try a part of it. If the response is not right, sends `alone` with its part, if that is another body. */
    async createShared(shared: NewPet | RawBody, alone: NewPet | RawBody = shared): Promise<CompleteResponse> {
      const { attempt } = scope.caseAttempt;
      // Only a few cases run again in other attempts.
      if (attempt === 'first' || attempt === 'second try') {
        const { body, contentType } = createRequest(shared);
        const key = JSON.stringify([attempt, body, contentType]);
        const add = () => addForAll(scope, shared, alone !== shared);
        const response = await scope.track(scope.run.shared.addition(key, add));
        if (response !== null) return response;
      }
      return send(createRequest(alone));
    },
    /** Adds a valid pet. Ends the case if the service does not add it. */
    addPet: async (pet: NewPet) => petOf(await send(createRequest(pet))),
    /** Reads a pet that is in the catalogue. Ends the case if the service does not return it. */
    readPet: async (id: bigint) => petOf(await send(getRequest(id))),
    /** Reads unknown ids until one gets no pet, because a pet of another client may have an id. Returns all responses. */
    async getUnknown(ids: readonly bigint[]): Promise<readonly CompleteResponse[]> {
      const responses: CompleteResponse[] = [];
      for (const id of ids) {
        const response = await send(getRequest(id), { expects: [404] });
        responses.push(response);
        if (!mayShowPet(response, id)) break;
      }
      return responses;
    },
  };
}

/** Sends a request. If it adds a pet that its response does not show, the run reads the pet. */
async function sendAndFindAdded(
  scope: CaseScope,
  request: UnsentRequest,
  options: RequestOptions,
): Promise<CompleteResponse> {
  const response = await sendRequest(scope, request, options);
  await readIfAddedForWrongKey(scope, response);
  return findAdded(scope, response, async () => {
    const listed = await pageForAll(scope, { limit: LIMIT_MAX });
    return listed.kind === 'done' ? listed.result : {};
  });
}

/** A service may show a pet that it added for a wrong key, and list it wrongly. */
async function readIfAddedForWrongKey(scope: CaseScope, response: CompleteResponse): Promise<void> {
  const { marks, credential } = response.request;
  const id = marks === undefined || isValidKey(credential) || !isSuccess(response) ? null : idOfAdded(response);
  if (id !== null) await readForRules(scope, id, { expects: [200, 404] });
}

/** Reads a page once for all cases that ask for it at the same time. */
function pageForAll(scope: CaseScope, query: ListQuery): Promise<Ended<ShownPage>> {
  return scope.track(scope.run.shared.page(query, () => sendForAll(scope, (api) => api.readPage(query))));
}

/** The largest page, and the one of a status. */
function listsOf(status: PetStatus | undefined): readonly ListQuery[] {
  return [{ limit: LIMIT_MAX }, ...(status === undefined ? [] : [{ limit: LIMIT_MAX, status }])];
}

/** Sends requests in a scope of its own, so their end stops no case. Only rules judge them. */
function sendForAll<T>(
  { run, caseAttempt, purpose }: Pick<CaseScope, 'run' | 'caseAttempt' | 'purpose'>,
  work: (api: Api, scope: CaseScope) => Promise<T>,
): Promise<Ended<T>> {
  const scope = createScope(run, { ...caseAttempt, purpose, isShared: true });
  return inScope(scope, () => work(createApi(scope), scope));
}

/** Sends a body in a scope of its own. If it `hasParts`: null unless it is added, or rejected as it must be, and every response rule holds. */
async function addForAll(
  ofCase: CaseScope,
  shared: NewPet | RawBody,
  hasParts: boolean,
): Promise<CompleteResponse | null> {
  const { run } = ofCase;
  const disturbed: DisturbedRequests = {
    ...run.disturbed,
    // If a request with parts is disturbed, the cases try their parts alone, and a trial shows which part is the cause.
    note: (noted, request, sent) =>
      (!hasParts || sent.result.kind === 'response') && run.disturbed.note(noted, request, sent),
  };
  // What is wrong with other bodies too says nothing about the parts of this one. Names are tried one by one.
  const isKnownWrong = (id: TestableId): boolean => id !== 'CREATE-KEEPS-NAME' && run.records.hasViolated(id);
  const ended = await sendForAll({ ...ofCase, run: { ...run, disturbed } }, async (api, scope) => {
    const response = await api.createPet(shared);
    const { expects } = response.request;
    const wanted = expects.length === 0 ? [operations.createPet.success] : expects;
    const isRight = wanted.includes(response.status) && scope.allHold(response, isKnownWrong);
    const isTelling = isRight || !hasParts || showsWhatWasSent(response);
    // The case that tries the wrong part alone judges the status.
    scope.skipStatusRules(response);
    return isTelling ? response : null;
  });
  if (ended.kind === 'stopped' || ended.result === null) return null;
  const pet = petIn(ended.result.content);
  // Reads allow no delay (parts 4.3 and 7). No case waits for reads of the pets that the fixtures add.
  if (pet !== null && run.knowledge.own().length > OLDEST) ofCase.alongside(readForRules(ofCase, pet.id));
  return ended.result;
}

/** Reads a pet for rules alone, unless the operation may be removed. */
async function readForRules(scope: CaseScope, id: bigint, options?: RequestOptions): Promise<void> {
  if (scope.run.phase === 'before') await sendForAll(scope, (api) => api.getPet(id, options));
}

/** Whether a makeshift reading shows the pet as it was sent. Alone, each part would get the same wrong form. */
function showsWhatWasSent({ content, makeshift, request: { pet: sent } }: CompleteResponse): boolean {
  const pet = petIn(content);
  return makeshift !== null && pet !== null && sent !== undefined && petDifferences(sent, pet).length === 0;
}
