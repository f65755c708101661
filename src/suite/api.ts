import { operations } from '../contract/operations.ts';
import { type NewPet, readPet } from '../contract/pet.ts';
import { checkPet } from '../contract/validation.ts';
import type { HttpResult, Credential } from '../http/request.ts';
import type { SingleConnection } from '../http/client.ts';
import type { Header } from '../settings/configuration.ts';
import { RAISE_CREATES } from './budget.ts';
import { type CaseScope, stopTooDeep } from './case-scope.ts';
import { lookFor, presenceOf } from './listing.ts';
import { newPetInAnySpelling, newPetText, listPath, type ListQuery } from './api-request.ts';
import { findOnPage, type Page } from './page.ts';
import { type ApiRequest, type CompleteResponse, headOf, isSuccess, type ShownPet } from './response.ts';
import type { Run } from './run.ts';

/** How a request differs from the plain one of a client that keeps the contract. */
export interface RequestOptions {
  /** Default the configured key. With another credential the contract expects 401. */
  readonly credential?: Credential;
  readonly headers?: readonly Header[];
  /** The media type of the body; null sends none. */
  readonly contentType?: string | null;
  /** The statuses that the contract names for the request; by default those that follow from what is sent. */
  readonly expects?: readonly number[];
  /** False if the contract does not name the condition, so that only an observation can come of it. */
  readonly isSpecified?: boolean;
  /** A connection of its own, for requests that must follow each other on it. */
  readonly connection?: SingleConnection;
}

/** What curl and many clients send by themselves; the suite itself asks for JSON. */
export const ANY_MEDIA_TYPE = { headers: [['Accept', '*/*']] } as const satisfies RequestOptions;

/** A body as text, and the statuses that the contract names for it; none if it leaves the response open. */
export interface RawBody {
  readonly body: string | undefined;
  readonly expects: readonly number[];
  /** The pet that the body adds if it is accepted. */
  readonly pet?: NewPet;
}

/**
 * Sends the requests of one case. Every response is judged by the response rules, whether the case looks at it or not. The
 * case ends if no complete response comes.
 */
export interface Api {
  /** `GET /pets` (part 4.1). A query as text is one that the contract leaves open. */
  listPets(query?: ListQuery | string, options?: RequestOptions): Promise<CompleteResponse>;
  /** `POST /pets` (part 4.2). Counts against the budget of the run; a pet added by it is recorded. */
  createPet(sent: NewPet | RawBody, options?: RequestOptions): Promise<CompleteResponse>;
  /** `GET /pets/{petId}` (part 4.3). An id as text is one that the contract leaves open. */
  getPet(id: bigint | string, options?: RequestOptions): Promise<CompleteResponse>;
  /** Any other request, about which the contract is silent. */
  send(method: string, path: string): Promise<CompleteResponse>;

  /** A page of the list; ends the case if the response is none. */
  readPage(query?: ListQuery): Promise<Page>;
  /** The same for a case that looks for a pet: the page may be read for other cases too, after this was called. */
  sharePage(query: ListQuery): Promise<Page>;
  /** Adds a valid pet; ends the case if the service does not add it. */
  addPet(pet: NewPet): Promise<ShownPet>;
  /** Reads a pet that is in the catalogue; ends the case if the service does not give it. */
  readPet(id: bigint): Promise<ShownPet>;
  /** The page that a response holds; ends the case if it holds none. */
  pageOf(response: CompleteResponse): Page;
  /** The pet that a response holds; ends the case if it holds no valid one. */
  petOf(response: CompleteResponse): ShownPet;
  /** Whether a response is a valid pet with exactly this id. Ends the case if it is nested too deep to tell. */
  showsPet(response: CompleteResponse, id: bigint): boolean;
}

/** The API for one case. */
export function createApi(run: Run, scope: CaseScope): Api {
  const { judge } = scope;
  const { valid } = run.credentials;

  function exchange(...parameters: Parameters<typeof exchangeNow>): Promise<CompleteResponse> {
    return scope.track(exchangeNow(...parameters));
  }

  async function exchangeNow(
    request: Omit<ApiRequest, 'credential' | 'expects' | 'isSpecified'>,
    expects: readonly number[],
    { credential = valid, headers, isSpecified, connection, ...options }: RequestOptions,
  ): Promise<CompleteResponse> {
    const allowed = options.expects ?? (credential.id === valid.id ? expects : [401]);
    const complete: ApiRequest = {
      ...request,
      ...(headers === undefined ? {} : { headers }),
      credential,
      // A pet added by a body that the contract leaves open is judged like any other.
      expects: isSpecified === false && request.call.kind !== 'create' ? [] : allowed,
      isSpecified: isSpecified ?? allowed.length > 0,
    };
    const isAddition = request.operation === 'createPet';
    if (isAddition) reserve(run, scope, credential);
    const result = await (connection ?? run.client).send(complete, judge.caseId);
    if (isAddition) settleAddition(run, scope, complete, result);
    return scope.receive(complete, result);
  }

  function listPets(query: ListQuery | string = {}, options: RequestOptions = {}): Promise<CompleteResponse> {
    const [path, call] =
      typeof query === 'string'
        ? [`${operations.listPets.path}?${query}`, { kind: 'other' } as const]
        : [listPath(query), { kind: 'list', query } as const];
    const { method, success } = operations.listPets;
    return exchange({ method, path, operation: 'listPets', call }, call.kind === 'list' ? [success] : [], options);
  }

  function createPet(sent: NewPet | RawBody, options: RequestOptions = {}): Promise<CompleteResponse> {
    const { method, path, success } = operations.createPet;
    const raw: RawBody = 'body' in sent ? sent : { body: bodyOf(sent, options), expects: [success], pet: sent };
    const { contentType } = options;
    return exchange(
      {
        method,
        path,
        operation: 'createPet',
        call: raw.pet === undefined ? { kind: 'other' } : { kind: 'create', pet: raw.pet },
        ...(raw.body === undefined ? {} : { body: raw.body }),
        ...(contentType === undefined ? {} : { contentType }),
      },
      raw.expects,
      options,
    );
  }

  function getPet(id: bigint | string, options: RequestOptions = {}): Promise<CompleteResponse> {
    const call = typeof id === 'string' ? ({ kind: 'other' } as const) : ({ kind: 'read', id } as const);
    const { method, path, success } = operations.getPet;
    const request = { method, path: path.replace('{petId}', String(id)), operation: 'getPet', call } as const;
    return exchange(request, call.kind === 'read' ? [success] : [], options);
  }

  function pageOf(response: CompleteResponse): Page {
    const body = scope.bodyOf(response);
    if (body.kind !== 'page' || body.size === null) return stopUnusable(scope, response, 'page');
    return { response: headOf(response), query: body.query, pets: body.pets.map(({ pet }) => pet), size: body.size };
  }

  function petOf(response: CompleteResponse): ShownPet {
    const body = scope.bodyOf(response);
    if (body.kind !== 'pet' || body.pet === null) return stopUnusable(scope, response, 'valid pet');
    return { pet: body.pet, response: headOf(response) };
  }

  async function readOne(id: bigint): Promise<ShownPet> {
    const response = await getPet(id);
    if (response.status === 404) await judgeLostPet(run, scope, api, id, response);
    return petOf(response);
  }

  const api: Api = {
    listPets,
    createPet,
    getPet,
    send: (method, path) => exchange({ method, path, operation: 'other', call: { kind: 'other' } }, [], {}),
    readPage: async (query) => pageOf(await listPets(query)),
    async sharePage(query) {
      const seen = await scope.track(run.readPage(query, judge.caseId));
      return seen.kind === 'page' ? seen.page : judge.stop(seen.reason, seen.howToResolve, seen.responses);
    },
    addPet: async (pet) => petOf(await createPet(pet)),
    readPet: (id) => scope.track(readOne(id)),
    pageOf,
    petOf,
    showsPet(response, id) {
      if (response.status !== operations.getPet.success) return false;
      const reading = response.json();
      if (reading.kind === 'not-json') return reading.reason === 'too-deep' ? stopTooDeep(judge, response) : false;
      return checkPet(reading.document).length === 0 && readPet(reading.document).id === id;
    },
  };
  return api;
}

/** Bodies that must be accepted are sent in every spelling of JSON; a rejection of others must be for what they try. */
function bodyOf(pet: NewPet, { expects, isSpecified }: RequestOptions): string {
  return expects === undefined && isSpecified !== false ? newPetInAnySpelling(pet) : newPetText(pet);
}

function stopUnusable(scope: CaseScope, response: CompleteResponse, wanted: string): never {
  const isExpected = response.request.expects.includes(response.status);
  const reason = isExpected
    ? `The response holds no ${wanted}, so there was nothing further to judge.`
    : `The request was answered ${response.status}, so there was nothing further to judge.`;
  return scope.judge.stop(reason, null, [response]);
}

/** Sets one addition aside before a request that could add a pet, or ends the case if it must not be sent. */
function reserve(run: Run, { judge }: CaseScope, credential: Credential): void {
  const { profile, maxCreates } = run.configuration;
  if (profile === 'read-only' && credential.id === run.credentials.valid.id)
    judge.stopNotApplicable('The profile read-only sends no request that could add a pet.');
  if (run.budget.reserve()) return;
  judge.stop(`The run may add no more than ${maxCreates} pets, and this case would exceed that.`, RAISE_CREATES);
}

/** Gives back to the budget what a request certainly did not add, and records what it did. */
function settleAddition(run: Run, { judge }: CaseScope, { call, expects }: ApiRequest, sent: HttpResult): void {
  const { result } = sent;
  for (let repeat = 1; repeat < sent.attempts; repeat += 1) run.budget.addRepeat();
  const isRejected = result.status !== null && result.status >= 400 && result.status < 500;
  const isUnsent = result.kind === 'no-response' && result.status === null && NEVER_SENT.has(result.failure.kind);
  // A server error does not tell whether the pet was stored before it.
  if (isRejected || isUnsent) run.budget.release();
  // An addition counts by its status alone: the response may be cut off behind it.
  if (result.status === null || !isSuccess({ status: result.status })) return;
  const text = result.kind === 'response' ? new TextDecoder().decode(result.body.subarray(0, 65_536)) : '';
  run.record({
    type: 'created',
    pet: {
      id: /"id"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? null,
      name: call.kind === 'create' ? call.pet.name : null,
      caseId: judge.caseId,
      exchange: sent.exchangeId,
      intended: call.kind === 'create' && expects.includes(operations.createPet.success),
    },
  });
}

const NEVER_SENT: ReadonlySet<string> = new Set(['refused', 'dns', 'tls', 'connect-timeout']);

/**
 * Judges a 404 for a pet. One of this run that a complete page does not show either was never stored: that is judged in the
 * place of the status, and ends the case. So does a pet of another client that may be gone.
 */
async function judgeLostPet(
  run: Run,
  scope: CaseScope,
  api: Api,
  id: bigint,
  response: CompleteResponse,
): Promise<void> {
  const { judge } = scope;
  const known = run.known.find(id);
  if (known?.own === true) {
    const look = await lookFor(run, api, [known.pet], known.pet.status);
    if (presenceOf(look, known.pet, run.known) !== 'missing') return;
    const responses = [look.unfiltered.response, response];
    const expected = `the pet ${id}, added by this run, in the catalogue`;
    const actual = 'reading it is answered 404, and a complete page does not hold it';
    scope.takeStatus(response);
    scope.recordViolation('CREATE-STORED', { holds: false, expected, actual }, responses);
    return judge.stop('The added pet was not stored, so there was nothing further to judge.', null, responses);
  }
  const status = known?.pet.status;
  const page = await api.readPage({ limit: 100, ...(status === undefined ? {} : { status }) });
  if (findOnPage(page, id) !== undefined) return;
  scope.takeStatus(response);
  return judge.stop('The pet is not in the list any more, and may be gone.', 'Run again while fewer clients write.', [
    response,
    page.response,
  ]);
}
