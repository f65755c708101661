import type { JsonDocument } from '../contract/json.ts';
import { readPet, type NewPet, type Pet } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Answer, Credential, OutgoingRequest } from '../target/answer.ts';
import type { SingleConnection } from '../target/client.ts';
import type { Header, OperationId } from '../target/exchange.ts';
import { isSuccess, noteAdded, settleBudget } from './additions.ts';
import { auditAdded } from './audit-added.ts';
import { auditPage } from './audit-page.ts';
import { auditJson, auditPet } from './audit-body.ts';
import { auditWhole, type Whole } from './audit-transport.ts';
import { RAISE_CREATES } from './budget.ts';
import { describeStatus } from './describe-status.ts';
import { judgeError } from './judge-error.ts';
import { judgeLoss } from './judge-loss.ts';
import type { Judge } from './judge.ts';
import { newPetInAnySpelling, newPetText } from './new-pet-text.ts';
import { listPath, type ListQuery, type Page } from './page.ts';
import { requireRight } from './require-right.ts';
import type { Run } from './run.ts';

/** A request to POST /pets. `body` is sent as it is; `intended` is the animal it would add if it were accepted. */
export interface PostOptions {
  readonly credential?: Credential;
  readonly contentType?: string | null;
  readonly headers?: readonly Header[];
}

/** What came of a body that the service may accept or refuse. */
export type Either =
  | { readonly kind: 'accepted'; readonly pet: Pet; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly answer: Answer; readonly status: number };

/**
 * Sends the requests of one case and judges, on each answer, what holds for every answer. A method that promises a
 * page or an animal ends the case where there is none to give, after it has judged why.
 */
export interface CaseClient {
  /** A valid list request (part 4.1). */
  list(query?: ListQuery): Promise<Page>;
  /** The same for a case that looks for an animal: the page may have been read for other cases too, after this was called. */
  look(query: ListQuery): Promise<Page>;
  /** Judges the answer to a valid list request that was sent by other means. */
  asPage(whole: Whole, query: ListQuery): Page;
  /** A valid NewPet, which must be accepted (part 4.2); `requirement` is what a refusal violates. */
  add(pet: NewPet, requirement?: TestableId): Promise<{ readonly pet: Pet; readonly answer: Answer }>;
  /** A NewPet that may lawfully be refused with 400, else must be added and kept. */
  addOrRefuse(pet: NewPet, requirement: TestableId): Promise<Either>;
  /** Judges the answer to a body that may be refused with 400, else must have added this animal. */
  refusedOrAdded(requirement: TestableId, whole: Whole, pet: NewPet): Either;
  /** A NewPet of which the contract does not say whether it is accepted; if it is, it must be kept. */
  addOpen(pet: NewPet): Promise<Either>;
  /** Reading the id of an animal that is in the catalogue (part 4.3). */
  read(id: bigint): Promise<{ readonly pet: Pet; readonly answer: Answer }>;
  /** Any request; judges only that the answer is whole and, where asked, no server error. */
  send(
    request: Omit<OutgoingRequest, 'credential'> & { readonly credential?: Credential },
    condition: 'named' | 'open',
  ): Promise<Whole>;
  /** POST /pets with a body of any kind. Counts against the budget; an animal added by it is noted. */
  post(body: string | Uint8Array | undefined, condition: 'named' | 'open', options?: PostOptions): Promise<Whole>;
  /** A named request on a connection of its own, with a bad credential. */
  sendOn(connection: SingleConnection, request: OutgoingRequest): Promise<Whole>;
  /** Judges that an answer refuses with a status and an Error. Gives whether its status is the expected one. */
  refused(requirement: TestableId, whole: Whole, status: 400 | 401 | 404): boolean;
  /** Judges the Error of an answer whose status is as it should be. */
  judgeError(whole: Whole, status: 400 | 401 | 404): void;
}

/** The client of one case. */
export function createCaseClient(run: Run, judge: Judge): CaseClient {
  const { valid } = run.credentials;

  async function send(request: Parameters<CaseClient['send']>[0], condition: 'named' | 'open'): Promise<Whole> {
    const answer = await run.client.send({ credential: valid, ...request }, judge.caseId);
    return auditWhole(judge, answer, condition);
  }

  /** Judges the status of a success, and reads its body. Ends the case where either is not as it must be. */
  function success(operation: OperationId, requirement: TestableId, whole: Whole, status: 200 | 201): JsonDocument {
    const { answer, answered } = whole;
    requireRight(run, judge, operation, whole);
    const held = judge.everyAnswer(requirement, answered.status === status, {
      expected: `status ${status}`,
      actual: describeStatus(answered.status),
      answers: [answer],
    });
    if (!held)
      return judge.stop(`The request was answered ${answered.status}, so there was nothing further to judge.`, null, [
        answer,
      ]);
    const document = auditJson(judge, answer, answered);
    return document ?? judge.stop('The answer holds no JSON, so there was nothing further to judge.', null, [answer]);
  }

  /** Ends the case where a request that could add an animal must not be sent. */
  function reserve(credential: Credential): void {
    if (run.configuration.profile === 'read-only' && credential.id === valid.id) {
      judge.stopNotApplicable('The profile read-only sends no request that could add an animal.');
    }
    if (run.budget.reserve()) return;
    judge.stop(
      `The run may add no more than ${run.configuration.maxCreates} animals, and this case would exceed that.`,
      RAISE_CREATES,
    );
  }

  async function post(
    body: string | Uint8Array | undefined,
    condition: 'named' | 'open',
    options: PostOptions = {},
  ): Promise<Whole> {
    const credential = options.credential ?? valid;
    reserve(credential);
    const request: OutgoingRequest = { method: 'POST', path: '/pets', operation: 'createPet', ...options, credential };
    const answer = await run.client.send(body === undefined ? request : { ...request, body }, judge.caseId);
    settleBudget(run, answer);
    return auditWhole(judge, answer, condition);
  }

  /** Reads the answer to an accepted NewPet and judges that it is the animal that was sent. */
  function added(whole: Whole, sent: NewPet, requirement: TestableId): { readonly pet: Pet; readonly answer: Answer } {
    const { answer } = whole;
    if (isSuccess(whole.answered)) noteAdded(run, judge, whole, sent.name, true);
    const document = success('createPet', requirement, whole, 201);
    if (!auditPet(judge, answer, document)) {
      return judge.stop('The answer holds no valid animal, so there was nothing further to judge.', null, [answer]);
    }
    const pet = readPet(document, document.value);
    auditAdded(run, judge, answer, sent, pet);
    return { pet, answer };
  }

  function asPage(whole: Whole, query: ListQuery): Page {
    const document = success('listPets', listRequirement(query), whole, 200);
    return auditPage(run, judge, whole.answer, document, query);
  }

  function refusedOrAdded(requirement: TestableId, whole: Whole, pet: NewPet): Either {
    const { answer, answered } = whole;
    requireRight(run, judge, 'createPet', whole);
    if (isSuccess(answered)) return { kind: 'accepted', ...added(whole, pet, 'CREATE-OK') };
    const refused = judge.check(requirement, answered.status === 400, {
      expected: 'status 201 with the animal, or status 400 with an Error',
      actual: describeStatus(answered.status),
      answers: [answer],
    });
    if (refused) judgeError(judge, whole, 400);
    return { kind: 'refused', answer, status: answered.status };
  }

  const client: CaseClient = {
    list: async (query = {}) =>
      asPage(await send({ method: 'GET', path: listPath(query), operation: 'listPets' }, 'named'), query),
    async look(query) {
      const seen = await run.readPage(query, judge.caseId);
      return seen.kind === 'page' ? seen.page : judge.stop(seen.reason, seen.supply, seen.answers);
    },
    asPage,
    async add(pet, requirement) {
      const whole = await post(newPetInAnySpelling(pet), 'named');
      return added(whole, pet, requirement ?? (pet.status === undefined ? 'CREATE-STATUS-OPTIONAL' : 'CREATE-OK'));
    },
    addOrRefuse: async (pet, requirement) => refusedOrAdded(requirement, await post(newPetText(pet), 'named'), pet),
    refusedOrAdded,
    async addOpen(pet) {
      const whole = await post(newPetText(pet), 'open');
      const { answer, answered } = whole;
      requireRight(run, judge, 'createPet', whole);
      if (answered.status !== 201) return { kind: 'refused', answer, status: answered.status };
      return { kind: 'accepted', ...added(whole, pet, 'CREATE-OK') };
    },
    async read(id) {
      const whole = await send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, 'named');
      if (whole.answered.status === 404) await judgeLoss(run, judge, client, id, whole.answer);
      const document = success('getPet', 'GET-OK', whole, 200);
      const { answer } = whole;
      if (!auditPet(judge, answer, document)) {
        return judge.stop('The answer holds no valid animal, so there was nothing further to judge.', null, [answer]);
      }
      const pet = readPet(document, document.value);
      judge.everyAnswer('GET-SAME', pet.id === id, {
        expected: `the animal with id ${id}`,
        actual: `the animal with id ${pet.id}`,
        pointer: '/id',
        answers: [answer],
      });
      if (run.sightings.find(id)?.own === true) {
        judge.everyAnswer('CREATE-STORED', true, {
          expected: `the added animal ${id}`,
          actual: 'it is there',
          answers: [answer],
        });
      }
      run.sightings.seen([pet], answer.doneAt, answer.exchangeId);
      return { pet, answer };
    },
    send,
    async post(body, condition, options) {
      const whole = await post(body, condition, options);
      if (isSuccess(whole.answered)) noteAdded(run, judge, whole, null, false);
      return whole;
    },
    async sendOn(connection, request) {
      const adds = request.method === 'POST';
      if (adds) reserve(request.credential);
      const answer = await connection.send(request, judge.caseId);
      if (adds) settleBudget(run, answer);
      const whole = auditWhole(judge, answer, 'named');
      if (adds && isSuccess(whole.answered)) noteAdded(run, judge, whole, null, false);
      return whole;
    },
    refused(requirement, whole, status) {
      const { answer, answered } = whole;
      if (status !== 401) requireRight(run, judge, answer.request.operation, whole);
      const held = judge.check(requirement, answered.status === status, {
        expected: `status ${status} with an Error`,
        actual: describeStatus(answered.status),
        answers: [answer],
      });
      if (held) judgeError(judge, whole, status);
      return held;
    },
    judgeError: (whole, status) => judgeError(judge, whole, status),
  };
  return client;
}

/** Which requirement a refused list request violates: that of its limit, else of its filter, else of listing at all. */
function listRequirement(query: ListQuery): TestableId {
  if (query.limit !== undefined) return 'LIST-LIMIT-RANGE';
  return query.status === undefined ? 'LIST-OK' : 'LIST-STATUS-VALUES';
}
