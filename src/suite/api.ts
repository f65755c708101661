import type { JsonDocument } from '../contract/json.ts';
import { effectOf, LIMIT_MAX, operationRoute, operations } from '../contract/operations.ts';
import { type NewPet, type Pet, petDifferences, type PetStatus, readId, readPet } from '../contract/pet.ts';
import { checkPet } from '../contract/validation.ts';
import { sendWithinBudget, stopNotSent } from './execution/send-within-budget.ts';
import {
  withParameters,
  type ApiRequest,
  type ListQuery,
  type RawBody,
  type RequestOptions,
  type UnsentRequest,
} from './api-request.ts';
import { createOperationApi } from './operations/operation-api.ts';
import type { OperationApi } from './operations/operation.ts';
import { createRequest } from './operations/create-pet.ts';
import { getRequest } from './operations/get-pet.ts';
import { listRequest } from './operations/list-pets.ts';
import { type CaseScope, createScope, inScope, stopTooComplex } from './case-scope.ts';
import { asDemanded } from './demands.ts';
import type { DisturbedRequests } from './execution/disturbed-requests.ts';
import { isValidKey, isWrongKey } from './keys/credentials.ts';
import type { Page } from './catalogue/page.ts';
import { meantId, onlyObjectIn, withSlash } from './responses/makeshift.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  headOf,
  isSlashRedirect,
  type ShownPet,
} from './responses/response.ts';
import type { HttpResult } from '../http/request.ts';
import { isUnanswered, type Reason } from './reasons.ts';
import { type CaseAttempt, entryOf, isSilentAddition } from './history.ts';
import type { Run } from './run.ts';
import type { SharedPage } from './catalogue/shared-pages.ts';
import { PROFILES } from '../settings/profiles.ts';

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

/** Why a case ends if the key is rejected for good. */
const LOCKED_OUT: Reason = {
  reason: 'The service has rejected the configured key on every operation since the run sent wrong keys.',
  howToResolve: 'Check that the key has not expired, or unlock this client in the service, then run again.',
  cause: 'lockout',
};

const TOO_MANY_LOCKOUTS = {
  howToResolve: 'Raise the number of wrong keys that the service accepts, and run again.',
  cause: 'lockout',
} as const;

/** After so many additions that no list showed, the run reads no list for them. */
const MOST_SILENT = 3;

/** The API for one case. */
export function createApi(run: Run, scope: CaseScope): Api {
  const { judge } = scope;
  const { valid } = run.credentials;

  function send(request: UnsentRequest, options: RequestOptions = {}): Promise<CompleteResponse> {
    return scope.track(exchange(request, options));
  }

  async function exchange(
    unsent: UnsentRequest,
    { credential = valid, expects, spell, parameters, connection, ...changes }: RequestOptions,
  ): Promise<CompleteResponse> {
    const usesValidKey = isValidKey(credential);
    const { profile } = run.configuration;
    if (!PROFILES[profile].addsPets && couldChangeCatalogue(unsent, usesValidKey))
      judge.stopNotApplicable(`The profile ${profile} does not send requests that could change the catalogue.`);
    const plain = asDemanded(run.demands, run.configuration.apiKey, {
      ...unsent,
      ...changes,
      ...(spell === undefined ? {} : { spell, path: spell(unsent.path) }),
      ...(parameters === undefined ? {} : { path: withParameters(unsent.path, parameters) }),
      known: (id) => run.known.find(id)?.pet,
      credential,
      expects: expects ?? (usesValidKey ? unsent.expects : [401]),
      isRetried:
        effectOf(unsent.operation) !== 'changes pets' &&
        (run.configuration.maxWrongKeys === null || !isWrongKey(credential)),
      mayBeClosed: !usesValidKey && allowedInsteadOf401('closed', credential) !== null,
    });
    // A response during a lockout says nothing, so the request is sent again afterwards.
    for (;;) {
      const request = run.known.redirectsToSlash(plain.operation) ? behindSlash(plain) : plain;
      const tooManyLockouts = await run.lockouts.takeTurn(request);
      if (tooManyLockouts !== null) judge.stopNotVerified({ ...TOO_MANY_LOCKOUTS, reason: tooManyLockouts });
      // A trial has shown that a proven request is disturbed each time, so it is not retried.
      const isProven = run.disturbed.isProven(request);
      const sent = await sendWithinBudget(run, judge.caseId, isProven ? { ...request, isRetried: false } : request, {
        purpose: isProven ? 'trials' : scope.purpose,
        isDecided: scope.isDecided(),
        send: connection?.send ?? run.client.send,
      });
      if (typeof sent === 'string') return stopNotSent(run, judge, sent);
      const lockout = await run.lockouts.check(request, sent.result.status);
      // A firewall may block such a key, and then lock the client out for it.
      if (lockout === 'none' || (lockout === 'over' && isAllowed(request, sent))) {
        const response = scope.receive(request, sent);
        // The redirect is a violation. What stands behind it is judged too.
        if (request === plain && run.known.redirectsToSlash(plain.operation) && isSlashRedirect(response)) continue;
        return showAdded(response);
      }
      scope.rememberLockedOut(request, sent);
      if (lockout === 'lasting') judge.stopNotVerified(LOCKED_OUT, [sent]);
    }
  }

  /** If the response to an addition shows no pet, a list may show the one that was sent, by its name. */
  async function showAdded(response: CompleteResponse): Promise<CompleteResponse> {
    const { request } = response;
    const { pet: wanted } = request;
    if (wanted === undefined || !isSilentAddition(entryOf(scope.each, request, response, response, false)))
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
    run.history.append(entryOf(scope.each, request, found, found, false));
    return found;
  }

  function pageOf(response: CompleteResponse): Page {
    const { content } = response;
    if (content.kind !== 'page' || content.size === null) return stopUnusable(scope, response, 'page');
    const { query, pets, size } = content;
    return { response: headOf(response), query, pets: pets.map(({ pet }) => pet), size, bytes: response.body.length };
  }

  function petOf(response: CompleteResponse): ShownPet {
    const { content } = response;
    const pet = 'pet' in content ? content.pet : null;
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
    return scope.track(run.sharedPages.get(query, () => readForAll(run, scope.each, query)));
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
      if (scope.each.attempt === 'first') return;
      for (const shared of await Promise.all(listsOf(status).map(share)))
        if (shared.kind === 'none' && isUnanswered(shared.stop.cause)) judge.stopLike(shared.stop);
    },
    async createShared(shared, alone = shared) {
      const { body, contentType } = createRequest(shared);
      const add = (): Promise<CompleteResponse | null> => addForAll(run, scope, shared);
      const { attempt } = scope.each;
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
      if ('pet' in content && content.pet?.id === id) return true;
      const document = documentOf(response);
      return document !== null && checkPet(document).length === 0 && readPet(document).id === id;
    },
  };
  return api;
}

/** The request to the path to which the service redirects. The key stays at the base address. */
function behindSlash(request: ApiRequest): ApiRequest {
  return {
    ...request,
    path: withSlash(request.path),
    detour: request.detour ?? 'was read behind its redirect to a path with a slash at the end',
  };
}

/** Whether a response to a wrong key is allowed instead of a 401. */
function isAllowed({ credential }: ApiRequest, { result: { status } }: HttpResult): boolean {
  return status !== null && !isValidKey(credential) && allowedInsteadOf401(status, credential) !== null;
}

/** The largest page, and the one of a status. */
function listsOf(status: PetStatus | undefined): readonly ListQuery[] {
  return [{ limit: LIMIT_MAX }, ...(status === undefined ? [] : [{ limit: LIMIT_MAX, status }])];
}

/** Reads a page in a scope of its own. Only rules judge it. */
async function readForAll(run: Run, each: CaseAttempt, query: ListQuery): Promise<SharedPage> {
  const scope = createScope(run, { ...each, isShared: true });
  const ended = await inScope(scope, () => createApi(run, scope).readPage(query));
  return ended.kind === 'done' ? { kind: 'page', page: ended.result } : { kind: 'none', stop: ended.stop };
}

/** Sends a body in a scope of its own. Null unless it is added, or rejected as it must be, and every response rule holds. */
async function addForAll(
  run: Run,
  { each, purpose }: CaseScope,
  shared: NewPet | RawBody,
): Promise<CompleteResponse | null> {
  const disturbed: DisturbedRequests = {
    ...run.disturbed,
    // If the request is disturbed, the cases try their parts alone, and a trial shows which part is the cause.
    note: (noted, request, sent) => sent.result.kind === 'response' && run.disturbed.note(noted, request, sent),
  };
  const scope = createScope({ ...run, disturbed }, { ...each, purpose, isShared: true });
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
  return ended.kind === 'done' ? ended.result : null;
}

/** Whether a makeshift reading shows the pet as it was sent. Alone, each part would get the same wrong form. */
function showsWhatWasSent({ content, makeshift, request: { pet: sent } }: CompleteResponse): boolean {
  const pet = 'pet' in content ? content.pet : null;
  return makeshift !== null && pet !== null && sent !== undefined && petDifferences(sent, pet).length === 0;
}

/**
 * Whether a request could change the catalogue. A faulty service may accept a wrong key, so a wrong key prevents nothing unless the
 * rest of the request must be rejected too.
 */
function couldChangeCatalogue({ operation, expects }: UnsentRequest, usesValidKey: boolean): boolean {
  const mustBeRejected = expects.length > 0 && expects.every((status) => status >= 400);
  return effectOf(operation) !== 'none' && (usesValidKey || !mustBeRejected);
}

function stopUnusable(scope: CaseScope, response: CompleteResponse, wanted: string): never {
  const { operation, method, expects } = response.request;
  const request = operation === 'other' ? method : operationRoute(operation);
  const reason = expects.includes(response.status)
    ? `The response to ${request} holds no ${wanted}, so the case could not continue.`
    : `${request} got status ${response.status} instead of ${expects.join(' or ')}, so the case could not continue.`;
  return scope.judge.stopNotVerified(reason, [response]);
}
