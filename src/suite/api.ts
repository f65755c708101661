import { LIMIT_DEFAULT, LIMIT_MAX, operationRoute, operations } from '../contract/operations.ts';
import { integerIn } from '../contract/exact-integer.ts';
import { type NewPet, type Pet, petDifferences, type PetStatus, readPet } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import { validate } from '../contract/validation.ts';
import { sendRequest } from './execution/send-request.ts';
import type { ListQuery, RawBody, RequestOptions } from './api-request.ts';
import { createOperationApi, createRequest, getRequest, listRequest, type Send } from './operations/requests.ts';
import { type CaseScope, createScope, inScope, stopTooComplex } from './case-scope.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import { describeResponse } from './responses/describe-behaviour.ts';
import { petIn } from './responses/read-body.ts';
import { idOfAdded, meantIds } from './responses/inner-values.ts';
import {
  type CompleteResponse,
  describeWrongStatus,
  headOf,
  isSuccess,
  type ShownPage,
  type ShownPet,
} from './responses/response.ts';
import { isValidKey } from './keys/credentials.ts';
import { idToText } from './responses/text-ids.ts';
import { OLDEST } from './pets.ts';
import { isUnanswered } from './reasons.ts';
import { entryOf, isSilentAddition } from './history.ts';
import type { Ended } from './judge.ts';

/** The requests that a case can send. */
export type Api = ReturnType<typeof createApi>;

/** After so many additions that no list showed, the run reads no list for them. */
const MOST_SILENT = 3;

/** Sends the requests of one case, and ends it if a response is missing or incomplete. The response rules judge every response. */
export function createApi(scope: CaseScope) {
  const send: Send = (request, options = {}) =>
    scope.track(sendRequest(scope, request, options).then((response) => showAdded(scope, response)));
  const reader = createReader(scope);
  return {
    ...createOperationApi(send),
    /** Any other request. */
    send,
    ...reader,
    ...createPageApi(scope, send, reader),
    ...createPetApi(scope, send, reader),
  };
}

/** Reads responses. */
type Reader = ReturnType<typeof createReader>;

function createReader(scope: CaseScope) {
  /** The JSON of a successful read; null if there is none. Ends the case if it is too complex to be read. */
  function documentOf(response: CompleteResponse) {
    if (response.status !== operations.getPet.success) return null;
    const reading = response.json();
    if (reading.kind === 'json') return reading.document;
    return reading.reason === 'too-complex' ? stopTooComplex(scope, response, reading.problem) : null;
  }

  function stopUnusable(response: CompleteResponse, wanted: string): never {
    const { operation, method, expects } = response.request;
    const request = operation === 'other' ? method : operationRoute(operation);
    const reason = expects.includes(response.status)
      ? `${request} got ${describeResponse(response)}, which shows no ${wanted}, so the case could not continue.`
      : `${request} got status ${response.status} instead of ${expects.join(' or ')}, so the case could not continue.`;
    // Others may have removed a pet since it was known.
    const isGone = operation === 'getPet' && response.status === 404;
    return scope.stopNotVerified(isGone ? reason : { reason, cause: 'wrong-response' }, [response]);
  }

  return {
    /** The page in a response. Ends the case if there is none. */
    pageOf(response: CompleteResponse): ShownPage {
      const { content } = response;
      if (content.kind !== 'page' || content.page === null) return stopUnusable(response, 'page of pets');
      return { ...content.page, response: headOf(response) };
    },
    /** The valid pet in a response. Ends the case if there is none. */
    petOf(response: CompleteResponse): ShownPet {
      const pet = petIn(response.content);
      return pet === null ? stopUnusable(response, 'pet') : { pet, response: headOf(response) };
    },
    /** Whether a response is a success whose object has exactly this id, valid or not: a pet may have the id. */
    mayShowPet(response: CompleteResponse, id: bigint): boolean {
      const document = documentOf(response);
      return document !== null && (integerIn(document, document.value, 'id') === id || meantIds(document).includes(id));
    },
    /** Whether a response holds a pet with exactly this id. Ends the case if the body is too complex to be read. */
    showsPet(response: CompleteResponse, id: bigint): boolean {
      if (petIn(response.content)?.id === id) return true;
      const document = documentOf(response);
      return document !== null && validate('pet', document).length === 0 && readPet(document).id === id;
    },
  };
}

/** What a case reads of lists. */
function createPageApi(scope: CaseScope, send: Send, { pageOf }: Pick<Reader, 'pageOf'>) {
  const { run, caseAttempt, stopLike } = scope;
  async function takeShared(query: ListQuery): Promise<ShownPage> {
    const shared = await sharePage(scope, query);
    return shared.kind === 'done' ? shared.result : stopLike(shared.stop);
  }

  return {
    /** Reads a page of the list. If the largest limit is rejected, reads the largest page that is not. Ends the case without a page. */
    async readPage(query: ListQuery = {}): Promise<ShownPage> {
      const response = await send(listRequest(query));
      // A service that rejects the largest limit may accept a smaller one, and a pet that breaks the largest page is not on each.
      const { limit: _, ...filter } = query;
      const limit = run.known.widestLimit();
      const isRejected = query.limit === LIMIT_MAX && response.status >= 400 && limit !== LIMIT_MAX;
      if (!isRejected) return pageOf(response);
      return pageOf(await send(listRequest({ ...filter, ...(limit === undefined ? {} : { limit }) })));
    },
    /** Reads a page without parameters. If there is none, reads one with the default limit. Ends the case without a page. */
    async readAcceptedPage(options: RequestOptions = {}): Promise<ShownPage> {
      const response = await send(listRequest(), options);
      const isRead = response.content.kind === 'page' && response.content.page !== null;
      return pageOf(isRead ? response : await send(listRequest({ limit: LIMIT_DEFAULT }), options));
    },
    /** Reads a page like `readPage`, but concurrent cases share the request. It is sent after this call. */
    sharePage: takeShared,
    /** Reads the largest page without a filter, and with a status. Concurrent cases share the requests. */
    async readLists(status?: PetStatus): Promise<void> {
      await Promise.all(listsOf(status).map(takeShared));
    },
    /** The same for rules alone: a wrong list ends no case. In the first attempt, `stored/take-snapshots` reads for all cases. */
    async readListsForRules(status?: PetStatus): Promise<void> {
      if (caseAttempt.attempt === 'first') return;
      for (const shared of await Promise.all(listsOf(status).map((query) => sharePage(scope, query))))
        if (shared.kind === 'stopped' && isUnanswered(shared.stop.cause)) stopLike(shared.stop);
    },
  };
}

/** What a case adds, and reads of single pets. */
function createPetApi(scope: CaseScope, send: Send, { petOf, mayShowPet }: Pick<Reader, 'petOf' | 'mayShowPet'>) {
  return {
    /** Sends `shared` once for all cases that try a part of it. If the response is not right, sends `alone` with its part, if that is another body. */
    async createShared(shared: NewPet | RawBody, alone: NewPet | RawBody = shared): Promise<CompleteResponse> {
      return (await scope.track(addOnce(scope, shared, alone !== shared))) ?? send(createRequest(alone));
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

/** If the response to an addition shows no pet, a list may show the one that was sent, by its name. */
async function showAdded(scope: CaseScope, response: CompleteResponse): Promise<CompleteResponse> {
  const { run, caseAttempt } = scope;
  const { request, content: read, exchangeId: exchange } = response;
  await readIfAddedForWrongKey(scope, response);
  const { pet: wanted } = request;
  if (wanted === undefined || !isSilentAddition(entryOf(caseAttempt, request, response, response))) return response;
  const values: NewPet = (read.kind === 'pet' ? read.values : null) ?? wanted;
  const listed = await readListForSilent(scope);
  // Nothing may wait between here and the entry: simultaneous additions look for their pets on one page.
  const shown = listed.find((pet) => {
    const isSent = pet.name === wanted.name || petDifferences(values, pet).length === 0;
    const { isOwn = true, firstKnownAt = 0 } = run.known.find(pet.id) ?? {};
    return isSent && !isOwn && firstKnownAt >= response.sentAt;
  });
  if (shown === undefined) return response;
  const makeshift = `${operationRoute('createPet')} showed no pet, and a list showed the one that was sent`;
  const content = { kind: 'found', pet: { ...values, id: shown.id } } as const;
  const wrongStatus = describeWrongStatus(request, response, true);
  const found: CompleteResponse = { ...response, content, makeshift, wrongStatus };
  run.history.append(entryOf(caseAttempt, request, found, found));
  const added = { id: idToText(shown.id), name: wanted.name, caseId: caseAttempt.caseId, exchange };
  run.records.add({ type: 'addition', addition: { ...added, intended: true, sentAt: null, outcome: 'created' } });
  return found;
}

/** A service may show a pet that it added for a wrong key, and list it wrongly. */
async function readIfAddedForWrongKey(scope: CaseScope, response: CompleteResponse): Promise<void> {
  const { marks, credential } = response.request;
  const id = marks === undefined || isValidKey(credential) || !isSuccess(response) ? null : idOfAdded(response);
  if (id !== null) await readForRules(scope, id, { expects: [200, 404] });
}

/** The pets of the largest page, after an addition that showed no pet. None if lists have not shown such pets. */
async function readListForSilent(scope: CaseScope): Promise<readonly Pet[]> {
  const { history, known } = scope.run;
  const silent = history.entries.filter(isSilentAddition).length;
  if (silent > MOST_SILENT && known.own().length === 0) return [];
  const listed = await sharePage(scope, { limit: LIMIT_MAX });
  return listed.kind === 'done' ? listed.result.pets : [];
}

function sharePage(scope: CaseScope, query: ListQuery): Promise<Ended<ShownPage>> {
  const read = () => sendForAll(scope, (api) => api.readPage(query));
  return scope.track(scope.run.shared.page(query, read));
}

/** The largest page, and the one of a status. */
function listsOf(status: PetStatus | undefined): readonly ListQuery[] {
  return [{ limit: LIMIT_MAX }, ...(status === undefined ? [] : [{ limit: LIMIT_MAX, status }])];
}

/** Sends requests in a scope of its own, so their end stops no case. Only rules judge them. */
function sendForAll<T>({ run, caseAttempt }: CaseScope, work: (api: Api) => Promise<T>): Promise<Ended<T>> {
  const scope = createScope(run, { ...caseAttempt, isShared: true });
  return inScope(scope, () => work(createApi(scope)));
}

/** The response to a body that several cases share. Null if it is not right and `hasParts`, or if only a few cases run again. */
function addOnce(scope: CaseScope, shared: NewPet | RawBody, hasParts: boolean): Promise<CompleteResponse | null> {
  const { attempt } = scope.caseAttempt;
  if (attempt !== 'first' && attempt !== 'second try') return Promise.resolve(null);
  const { body, contentType } = createRequest(shared);
  const key = JSON.stringify([attempt, body, contentType]);
  return scope.run.shared.addition(key, () => addForAll(scope, shared, hasParts));
}

/** Sends a body in a scope of its own. If it `hasParts`: null unless it is added, or rejected as it must be, and every response rule holds. */
async function addForAll(
  ofCase: CaseScope,
  shared: NewPet | RawBody,
  hasParts: boolean,
): Promise<CompleteResponse | null> {
  const { run, caseAttempt, purpose } = ofCase;
  const disturbed: DisturbedRequests = {
    ...run.disturbed,
    // If the request is disturbed, the cases try their parts alone, and a trial shows which part is the cause.
    note: (noted, request, sent) => sent.result.kind === 'response' && run.disturbed.note(noted, request, sent),
  };
  const scope = createScope({ ...run, disturbed }, { ...caseAttempt, purpose, isShared: true });
  // What is wrong with other bodies too says nothing about the parts of this one. Names are tried one by one.
  const isKnownWrong = (id: TestableId): boolean => id !== 'CREATE-KEEPS-NAME' && run.records.hasViolated(id);
  const ended = await inScope(scope, async () => {
    const response = await createApi(scope).createPet(shared);
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
  if (pet !== null && run.known.own().length > OLDEST) ofCase.alongside(readForRules(ofCase, pet.id));
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
