import type { JsonDocument } from '../contract/json.ts';
import { LIMIT_MAX, operationRoute, operations } from '../contract/operations.ts';
import { type NewPet, type Pet, petDifferences, type PetStatus, readId, readPet } from '../contract/pet.ts';
import { checkPet } from '../contract/validation.ts';
import { sendRequest } from './execution/send-request.ts';
import { type ListQuery, type RawBody, type RequestOptions, type UnsentRequest } from './api-request.ts';
import {
  createOperationApi,
  createRequest,
  getRequest,
  listRequest,
  type OperationApi,
} from './operations/requests.ts';
import { type CaseScope, createScope, inScope, stopTooComplex } from './case-scope.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import type { Page } from './catalogue/page.ts';
import { petIn } from './responses/read-body.ts';
import { meantId, onlyObjectIn } from './responses/makeshift.ts';
import { type CompleteResponse, headOf, type ShownPet } from './responses/response.ts';
import { idToText } from './responses/text-ids.ts';
import { OLDEST } from './pets.ts';
import { isUnanswered } from './reasons.ts';
import { type CaseAttempt, entryOf, isSilentAddition } from './history.ts';
import type { Run } from './run.ts';
import type { SharedPage } from './catalogue/shared-pages.ts';

/**
 * Sends the requests of one case. The response rules judge every response. The case ends if a response is missing or
 * incomplete.
 */
export interface Api extends OperationApi<RequestOptions, CompleteResponse> {
  /** Any other request. */
  send(request: UnsentRequest, options?: RequestOptions): Promise<CompleteResponse>;

  /** Reads a page of the list. If the largest limit is rejected, reads the largest page that is not. Ends the case without a page. */
  readPage(query?: ListQuery): Promise<Page>;
  /** Reads a page like `readPage`, but concurrent cases share the request. It is sent after this call. */
  sharePage(query: ListQuery): Promise<Page>;
  /** Reads the largest page without a filter, and with a status. Concurrent cases share the requests. */
  readLists(status?: PetStatus): Promise<void>;
  /**
   * The same, after the case has judged its own request: a wrong list, which rules judge, does not end the case. In the first
   * attempt it reads nothing, because `stored/take-snapshots` reads the lists once for all cases.
   */
  readListsForRules(status?: PetStatus): Promise<void>;
  /**
   * Sends `shared` once for all cases that try a part of it, such as its name. If the response is not right in every way, sends
   * `alone`, which has only the part that this case tries, so the finding names the cause. Default: the same body again.
   */
  createShared(shared: NewPet | RawBody, alone?: NewPet | RawBody): Promise<CompleteResponse>;
  /** Adds a valid pet. Ends the case if the service does not add it. */
  addPet(pet: NewPet): Promise<ShownPet>;
  /** Reads a pet that is in the catalogue. Ends the case if the service does not return it. */
  readPet(id: bigint): Promise<ShownPet>;
  /**
   * Reads ids that no response has shown, until a response shows that no pet has the id: a pet of another client may have it.
   * Returns all responses.
   */
  getUnknown(ids: readonly bigint[]): Promise<readonly CompleteResponse[]>;
  /** The page in a response. Ends the case if there is none. */
  pageOf(response: CompleteResponse): Page;
  /** The valid pet in a response. Ends the case if there is none. */
  petOf(response: CompleteResponse): ShownPet;
  /** Whether a response is a success whose object has exactly this id, valid or not: a pet may have the id. */
  mayShowPet(response: CompleteResponse, id: bigint): boolean;
  /** Whether a response holds a pet with exactly this id. Ends the case if the body is too complex to be read. */
  showsPet(response: CompleteResponse, id: bigint): boolean;
}

/** After so many additions that no list showed, the run reads no list for them. */
const MOST_SILENT = 3;

/** The API for one case. */
export function createApi(run: Run, scope: CaseScope): Api {
  const { judge } = scope;

  function send(request: UnsentRequest, options: RequestOptions = {}): Promise<CompleteResponse> {
    return scope.track(sendRequest(run, scope, request, options).then(showAdded));
  }

  /** If the response to an addition shows no pet, a list may show the one that was sent, by its name. */
  async function showAdded(response: CompleteResponse): Promise<CompleteResponse> {
    const { request } = response;
    const { pet: wanted } = request;
    if (wanted === undefined || !isSilentAddition(entryOf(scope.caseAttempt, request, response, response, false)))
      return response;
    const silent = run.history.entries.filter(isSilentAddition).length;
    if (silent > MOST_SILENT && run.known.own().length === 0) return response;
    const listed = await share({ limit: LIMIT_MAX });
    const isNew = ({ id, name }: Pet): boolean => {
      const known = run.known.find(id);
      return name === wanted.name && known?.isOwn === false && known.firstKnownAt >= response.sentAt;
    };
    const shown = listed.kind === 'page' ? listed.page.pets.find(isNew) : undefined;
    if (shown === undefined) return response;
    const makeshift = `${operationRoute('createPet')} showed no pet, and a list showed the one that was sent`;
    const found: CompleteResponse = {
      ...response,
      content: { kind: 'found', pet: { ...wanted, id: shown.id } },
      makeshift,
    };
    run.history.append(entryOf(scope.caseAttempt, request, found, found, false));
    const added = {
      id: idToText(shown.id),
      name: wanted.name,
      caseId: scope.caseAttempt.caseId,
      exchange: response.exchangeId,
    };
    run.record({ type: 'addition', addition: { ...added, intended: true, sentAt: null, outcome: 'created' } });
    return found;
  }

  function pageOf(response: CompleteResponse): Page {
    const { content } = response;
    if (content.kind !== 'page' || content.size === null) return stopUnusable(scope, response, 'page');
    const { query, pets, size, isTruncated } = content;
    const shown = { query, pets: pets.map(({ pet }) => pet), size, isTruncated, bytes: response.body.length };
    return { response: headOf(response), ...shown };
  }

  function petOf(response: CompleteResponse): ShownPet {
    const { content } = response;
    const pet = petIn(content);
    return pet === null ? stopUnusable(scope, response, 'pet') : { pet, response: headOf(response) };
  }

  /** The JSON of a successful read; null if there is none. Ends the case if it is too complex to be read. */
  function documentOf(response: CompleteResponse): JsonDocument | null {
    if (response.status !== operations.getPet.success) return null;
    const reading = response.json();
    if (reading.kind === 'json') return reading.document;
    return reading.reason === 'too-complex' ? stopTooComplex(judge, response, reading.problem) : null;
  }

  function mayShowPet(response: CompleteResponse, id: bigint): boolean {
    const document = documentOf(response);
    if (document === null) return false;
    const { value } = document;
    // A pet may stand in a wrapper. PET-OBJECT judges that.
    return readId(document) === id || meantId(document, onlyObjectIn(value)?.value ?? value) === id;
  }

  function share(query: ListQuery): Promise<SharedPage> {
    return scope.track(run.sharedPages.get(query, () => readForAll(run, scope.caseAttempt, query)));
  }

  const api: Api = {
    ...createOperationApi(send),
    send,
    async readPage(query = {}) {
      const response = await send(listRequest(query));
      // A service that rejects the largest limit may accept a smaller one, and a pet that breaks the largest page is not on each.
      const { limit: _, ...filter } = query;
      const limit = run.known.widestLimit();
      const isRejected = query.limit === LIMIT_MAX && response.status >= 400 && limit !== LIMIT_MAX;
      if (!isRejected) return pageOf(response);
      return pageOf(await send(listRequest({ ...filter, ...(limit === undefined ? {} : { limit }) })));
    },
    async sharePage(query) {
      const shared = await share(query);
      return shared.kind === 'page' ? shared.page : judge.stopLike(shared.stop);
    },
    async readLists(status) {
      await Promise.all(listsOf(status).map((query) => api.sharePage(query)));
    },
    async readListsForRules(status) {
      if (scope.caseAttempt.attempt === 'first') return;
      for (const shared of await Promise.all(listsOf(status).map(share)))
        if (shared.kind === 'none' && isUnanswered(shared.stop.cause)) judge.stopLike(shared.stop);
    },
    async createShared(shared, alone = shared) {
      const { body, contentType } = createRequest(shared);
      const add = (): Promise<CompleteResponse | null> => addForAll(run, scope, shared);
      const { attempt } = scope.caseAttempt;
      // Other attempts run a few cases, so each sends its own part alone.
      const isShared = attempt === 'first' || attempt === 'second try';
      const key = JSON.stringify([attempt, body, contentType]);
      const right = isShared ? await scope.track(run.sharedAdditions.get(key, add)) : null;
      return right ?? send(createRequest(alone));
    },
    addPet: async (pet) => petOf(await send(createRequest(pet))),
    readPet: async (id) => petOf(await send(getRequest(id))),
    async getUnknown(ids) {
      const responses: CompleteResponse[] = [];
      for (const id of ids) {
        const response = await send(getRequest(id), { expects: [404] });
        responses.push(response);
        if (!mayShowPet(response, id)) break;
      }
      return responses;
    },
    pageOf,
    petOf,
    mayShowPet,
    showsPet(response, id) {
      const { content } = response;
      if (petIn(content)?.id === id) return true;
      const document = documentOf(response);
      return document !== null && checkPet(document).length === 0 && readPet(document).id === id;
    },
  };
  return api;
}

/** The largest page, and the one of a status. */
function listsOf(status: PetStatus | undefined): readonly ListQuery[] {
  return [{ limit: LIMIT_MAX }, ...(status === undefined ? [] : [{ limit: LIMIT_MAX, status }])];
}

/** Reads a page in a scope of its own. Only rules judge it. */
async function readForAll(run: Run, caseAttempt: CaseAttempt, query: ListQuery): Promise<SharedPage> {
  const scope = createScope(run, { ...caseAttempt, isShared: true });
  const ended = await inScope(scope, () => createApi(run, scope).readPage(query));
  return ended.kind === 'done' ? { kind: 'page', page: ended.result } : { kind: 'none', stop: ended.stop };
}

/** Sends a body in a scope of its own. Null unless it is added, or rejected as it must be, and every response rule holds. */
async function addForAll(
  run: Run,
  { caseAttempt, purpose }: CaseScope,
  shared: NewPet | RawBody,
): Promise<CompleteResponse | null> {
  const disturbed: DisturbedRequests = {
    ...run.disturbed,
    // If the request is disturbed, the cases try their parts alone, and a trial shows which part is the cause.
    note: (noted, request, sent) => sent.result.kind === 'response' && run.disturbed.note(noted, request, sent),
  };
  const scope = createScope({ ...run, disturbed }, { ...caseAttempt, purpose, isShared: true });
  const ended = await inScope(scope, async () => {
    const response = await createApi(run, scope).createPet(shared);
    const { expects } = response.request;
    const wanted = expects.length === 0 ? [operations.createPet.success] : expects;
    const isRight = wanted.includes(response.status) && scope.allHold(response);
    const right = isRight || showsWhatWasSent(response) ? response : null;
    // The case that tries the wrong part alone judges the status.
    scope.skipStatusRules(response);
    return right;
  });
  if (ended.kind === 'stopped' || ended.result === null) return null;
  await readAtOnce(run, caseAttempt, ended.result);
  return ended.result;
}

/** Reads an added pet at once, since no delay is allowed (parts 4.3 and 7). Only rules judge it. The first pets are read at the end. */
async function readAtOnce(run: Run, caseAttempt: CaseAttempt, { content }: CompleteResponse): Promise<void> {
  const pet = petIn(content);
  if (pet === null || run.phase !== 'before' || run.known.own().length <= OLDEST) return;
  const scope = createScope(run, { ...caseAttempt, isShared: true });
  await inScope(scope, () => createApi(run, scope).getPet(pet.id));
}

/** Whether a makeshift reading shows the pet as it was sent. Alone, each part would get the same wrong form. */
function showsWhatWasSent({ content, makeshift, request: { pet: sent } }: CompleteResponse): boolean {
  const pet = petIn(content);
  return makeshift !== null && pet !== null && sent !== undefined && petDifferences(sent, pet).length === 0;
}

function stopUnusable(scope: CaseScope, response: CompleteResponse, wanted: string): never {
  const { operation, method, expects } = response.request;
  const request = operation === 'other' ? method : operationRoute(operation);
  const reason = expects.includes(response.status)
    ? `The response to ${request} holds no ${wanted}, so the case could not continue.`
    : `${request} got status ${response.status} instead of ${expects.join(' or ')}, so the case could not continue.`;
  return scope.judge.stopNotVerified(reason, [response]);
}
