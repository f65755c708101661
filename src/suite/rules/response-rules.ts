import { counted } from '../../contract/describe.ts';
import { exactInteger } from '../../contract/exact-integer.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../contract/json.ts';
import { tokensOf } from '../../contract/json-pointer.ts';
import { LIMIT_DEFAULT, OPERATION_IDS, type OperationId, operations } from '../../contract/operations.ts';
import { type NewPet, REQUIRED_PET_FIELDS } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Mismatch } from '../../contract/validation.ts';
import { hasName } from '../responses/meant-pet.ts';
import type { BodyOf, DescribedBody, Page, ReadBody } from '../responses/read-body.ts';
import type { ApiRequest } from '../api-request.ts';
import { ANOTHER_VALUE, type ExpectedAndActual, formDifference, statusDifference } from '../judge.ts';
import { type CompleteResponse, describeStatus, isRedirect, isSuccess } from '../responses/response.ts';
import { describeId } from '../responses/text-ids.ts';
import { isValidKey } from '../keys/credentials.ts';

/** The result of one rule for one response. */
export interface ResponseRuleResult extends Omit<ExpectedAndActual, 'responses'> {
  readonly holds: boolean;
  /** What holds was read makeshift, so it verifies nothing. */
  readonly isMakeshift?: true;
}

/** A requirement that holds for every response of a run. */
export interface ResponseRule {
  readonly requirement: TestableId;
  /**
   * What it judges. A rule about the status is skipped if the case judges the status itself. One about a body, or about the values of
   * an added pet, is undecided if the body is not JSON.
   */
  readonly subjects: readonly ('status' | 'added pet' | DescribedBody)[];
  /**
   * Judges a response. Returns null if the rule does not apply to it. `keyWasAccepted`: whether the operation has accepted the
   * configured key so far, in this response included.
   */
  readonly judge: (response: CompleteResponse, keyWasAccepted: boolean) => ResponseRuleResult | null;
}

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
export const LIMITS_OF_SIZE: ReadonlySet<number> = new Set([413, 414, 431]);
export const NO_CONTENT = 204;
/** Bytes. A service may limit larger bodies (our reading of part 8). */
const SMALL_BODY = 1024;

/** The requirements that hold for every response, also to requests of fixtures and to repeated reads. */
export const responseRules: readonly ResponseRule[] = [
  // Part 1: framing, media type and JSON. The case scope judges broken responses.
  rule('ANSWER-COMPLETE', ({ isBroken }) => (isBroken === true ? null : holds('a complete response'))),
  rule('ANSWER-NO-SERVER-ERROR', ({ request, status }) => {
    if (request.expects.length > 0) return null;
    const difference = formDifference(String(status));
    return { holds: status < 500, expected: 'no server error', actual: `status ${status}`, difference };
  }),
  rule('ANSWER-MEDIA-TYPE', ({ content, headers }) => {
    if (content.kind === 'undescribed') return null;
    const labels = headers.get('content-type') ?? [];
    return {
      holds: isJsonMediaType(labels),
      expected: 'Content-Type: application/json, parameters allowed',
      actual: labels.length === 0 ? 'no Content-Type header' : `Content-Type: ${labels.join(' and ')}`,
      difference: formDifference(labels.length === 0 ? 'no media type' : 'another media type'),
    };
  }),
  rule('ANSWER-JSON', ({ content, isBroken }) => {
    if (content.kind === 'undescribed' || isBroken === true) return null;
    const expected = 'one JSON text in UTF-8';
    if ('notJson' in content && content.notJson !== null) return fails(expected, content.notJson);
    if (content.kind !== 'not-json') return holds(expected);
    // The limit belongs to the suite, so exceeding it is not a fault of the service.
    return content.isTooComplex ? null : fails(expected, content.problem);
  }),
  rule('ANSWER-NO-BOM', ({ content }) => {
    if (!('document' in content)) return null;
    const expected = 'no byte-order mark';
    return content.document.byteOrderMark ? fails(expected, 'a byte-order mark before the JSON text') : holds(expected);
  }),
  rule('ANSWER-NO-CONTENT', ({ status, headers }) => {
    if (status !== NO_CONTENT) return null;
    const expected = 'no body with status 204';
    // No client reads what stands behind these fields. A length of zero is common, and harms none.
    const framing = ['content-length', 'transfer-encoding'].flatMap((name) =>
      (headers.get(name) ?? []).filter((value) => value !== '0').map((value) => `${name}: ${value}`),
    );
    return framing.length === 0 ? holds(expected) : fails(expected, `status 204 with ${framing.join(' and ')}`);
  }),
  rule('ANSWER-UNIQUE-KEYS', ({ content }) => {
    if (!('document' in content)) return null;
    const [duplicate] = content.document.duplicateKeys;
    const expected = 'objects without duplicate keys';
    return duplicate === undefined ? holds(expected) : fails(expected, 'a duplicate key', duplicate);
  }),

  // Part 2: Pet, Pets and Error.
  bodyRule('PETS-ARRAY', ['page'], ({ page, isWrapped, document }) => {
    const expected = 'a bare JSON array of pets';
    const isBare = page !== null && !isWrapped;
    return isBare ? holds(expected) : fails(expected, describeKind(document.value), '');
  }),
  bodyRule('PET-OBJECT', ['page', 'pet'], (body) => {
    if (isWithoutPets(body)) return null;
    if (body.kind === 'pet' && body.isWrapped) return fails('a pet', describeKind(body.document.value), '');
    const [wrapper] = wrappersIn(body);
    if (wrapper === undefined) return fieldResult(body.mismatches, '');
    return fails('a pet', 'an object without any required field of a pet', wrapper);
  }),
  petField('PET-ID', 'id'),
  petField('PET-NAME', 'name'),
  petField('PET-CATEGORY', 'categoryId'),
  petField('PET-STATUS', 'status'),
  bodyRule('ERROR-OBJECT', ['error'], ({ value, isWrapped, document }) => {
    const expected = 'a JSON object with code, message and status';
    const isBare = isJsonObject(value) && !isWrapped;
    return isBare ? holds(expected) : fails(expected, describeKind(document.value), '');
  }),
  errorField('ERROR-CODE', 'code'),
  errorField('ERROR-MESSAGE', 'message'),
  bodyRule('ERROR-STATUS', ['error'], (body, { status, wrongStatus, request }) => {
    const { value, document, place, pointer } = body;
    if (!isJsonObject(value)) return null;
    const bySchema = errorResult(body, 'status');
    if (!bySchema.holds) return bySchema;
    const text = document.numberText(value, 'status') ?? '';
    const exact = exactInteger(text);
    // Under a wrong status, the member may be the right one.
    const right = wrongStatus === null ? [status] : [status, ...request.expects];
    const isStatus = exact.kind === 'integer' && right.some((each) => exact.value === BigInt(each));
    const expected = `${status}, the HTTP status`;
    return asRead(place, { holds: isStatus, expected, actual: text, pointer: `${pointer}/status` });
  }),

  // Part 4: a valid request gets the success status of its operation.
  statusRule('LIST-LIMIT-RANGE', 'listPets', ({ query }) => query?.limit !== undefined),
  statusRule(
    'LIST-STATUS-VALUES',
    'listPets',
    ({ query }) => query?.limit === undefined && query?.status !== undefined,
  ),
  statusRule('CREATE-STATUS-OPTIONAL', 'createPet', ({ pet }) => pet !== undefined && pet.status === undefined),
  // LIST-OK, CREATE-OK and GET-OK.
  ...OPERATION_IDS.map((operation) => statusRule(`${operations[operation].idWord}-OK`, operation, isOrdinary)),

  // Part 4.1: listing.
  // A page within its limit proves nothing by itself: `limits.ts` compares it with what the run knows.
  pageRule('LIST-LIMIT-MAX', ({ query, size }) =>
    query.limit !== undefined && size > query.limit ? tooMany(size, query.limit) : null,
  ),
  pageRule('LIST-LIMIT-DEFAULT', ({ query, size }) =>
    query.limit === undefined && size > LIMIT_DEFAULT ? tooMany(size, LIMIT_DEFAULT) : null,
  ),
  pageRule('LIST-STATUS-FILTER', ({ query, pets }, elements) => {
    // PET-STATUS judges a misspelt status.
    if (query.status === undefined) return null;
    const expected = `only pets with status "${query.status}"`;
    const index = elements.findIndex(({ status }) => status !== 'unread' && status !== query.status);
    const wrong = elements[index];
    if (wrong === undefined) return pets.length === 0 ? null : holds(expected);
    const what = wrong.pet === null ? 'an element' : `pet ${describeId(wrong.pet.id)}`;
    const status = wrong.status === null ? 'without a status' : `with status "${wrong.status}"`;
    return fails(expected, `${what} ${status}`, `/${index}/status`);
  }),
  pageRule('LIST-IDS-DISTINCT', ({ pets }, elements) => {
    if (pets.length < 2) return null;
    const ids = elements.map(({ pet }) => pet?.id);
    const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at);
    const twice = ids[index];
    return twice === undefined
      ? holds('each id once')
      : fails('each id once', `id ${describeId(twice)} twice`, `/${index}/id`);
  }),

  // Part 4.2: adding.
  rule('CREATE-SMALL-BODIES', ({ request: { operation, credential, body }, status }) => {
    if (operation !== 'createPet' || !isValidKey(credential) || body === undefined) return null;
    if (Buffer.byteLength(body) > SMALL_BODY) return null;
    const expected = 'no rejection of a small body for its size';
    return { holds: !LIMITS_OF_SIZE.has(status), expected, actual: `status ${status}` };
  }),
  addedRule('CREATE-KEEPS-NAME', 'name'),
  addedRule('CREATE-KEEPS-CATEGORY', 'categoryId'),
  addedRule('CREATE-KEEPS-STATUS', 'status'),

  // Part 4.3: reading one.
  rule('GET-SAME', ({ content, request: { petId } }) => {
    if (content.kind !== 'pet' || content.pet === null) return null;
    return asRead(
      content.how,
      kept('id', petId, content.pet.id, (id) => `pet ${describeId(id)}`),
    );
  }),

  // Part 5: authentication.
  rule('AUTH-CHALLENGE', ({ status, content, headers }) => {
    if (status !== 401 || content.kind === 'undescribed') return null;
    const challenge = headers.get('www-authenticate') ?? [];
    return {
      holds: challenge.length > 0,
      expected: 'a WWW-Authenticate header',
      actual: challenge.length > 0 ? `WWW-Authenticate: ${challenge.join(', ')}` : 'no WWW-Authenticate header',
    };
  }),
];

/** The requirements of the rules about a subject. */
export function requirementsAbout(subject: ResponseRule['subjects'][number]): readonly TestableId[] {
  return responseRules.filter(({ subjects }) => subjects.includes(subject)).map(({ requirement }) => requirement);
}

/** The requirements that the body of a response could show if it were JSON. */
export function requirementsNotRead({
  content,
  request,
}: Pick<CompleteResponse, 'content'> & { readonly request: Pick<ApiRequest, 'pet'> }): readonly TestableId[] {
  if (content.kind !== 'not-json' || content.isTooComplex) return [];
  const showsAddition = content.described === 'pet' && request.pet !== undefined;
  return [...requirementsAbout(content.described), ...(showsAddition ? requirementsAbout('added pet') : [])];
}

function rule(requirement: TestableId, judge: (response: CompleteResponse) => ResponseRuleResult | null): ResponseRule {
  return { requirement, subjects: [], judge };
}

/** A rule about the form of a body. A right part inside a wrapper, or of what is not JSON, verifies nothing. */
function bodyRule<Kind extends DescribedBody>(
  requirement: TestableId,
  subjects: readonly Kind[],
  judge: (body: BodyOf<Kind>, response: CompleteResponse) => ResponseRuleResult | null,
): ResponseRule {
  return {
    requirement,
    subjects,
    judge(response) {
      const { content } = response;
      if (!isOneOf(content, subjects)) return null;
      const result = judge(content, response);
      const isMakeshift = 'notJson' in content && (content.isWrapped || content.notJson !== null);
      return result?.holds === true && isMakeshift ? { ...result, isMakeshift } : result;
    },
  };
}

function isOneOf<Kind extends DescribedBody>(content: ReadBody, kinds: readonly Kind[]): content is BodyOf<Kind> {
  return kinds.some((kind) => kind === content.kind);
}

/** A valid request must get the success status of its operation. AUTH-VALID-KEY judges a rejected key. */
function statusRule(
  requirement: TestableId,
  operation: OperationId,
  isAbout: (request: ApiRequest) => boolean,
): ResponseRule {
  const { success } = operations[operation];
  return {
    requirement,
    subjects: ['status'],
    judge(response, keyWasAccepted) {
      const isKeyProblem = response.status === 401 || (response.status === 403 && !keyWasAccepted);
      if (!isAbout(response.request) || !mustSucceed(response, operation) || isKeyProblem) return null;
      // `reads.ts` judges a 404: another client may have removed its pet.
      if (operation === 'getPet' && response.status === 404) return null;
      return {
        holds: response.status === success,
        expected: `status ${success}`,
        actual: describeStatus(response),
        difference: statusDifference(success, response),
      };
    },
  };
}

/** Whether a valid request must succeed: no other status is allowed, or the service chose to accept it, or redirects it. */
function mustSucceed(response: CompleteResponse, operation: OperationId): boolean {
  const { expects } = response.request;
  const maySucceed = response.request.operation === operation && expects.includes(operations[operation].success);
  return maySucceed && (expects.length === 1 || isSuccess(response) || isRedirect(response));
}

/** Whether no other requirement judges the success of a request. */
function isOrdinary({ operation, query = {}, pet }: ApiRequest): boolean {
  const isFiltered = query.limit !== undefined || query.status !== undefined;
  return operation === 'createPet' ? pet?.status !== undefined : !isFiltered;
}

/** A rule about what a page shows. */
function pageRule(
  requirement: TestableId,
  judge: (page: Page, elements: BodyOf<'page'>['elements']) => ResponseRuleResult | null,
): ResponseRule {
  return rule(requirement, ({ content }) =>
    content.kind !== 'page' || content.page === null
      ? null
      : asRead(content.how, judge(content.page, content.elements)),
  );
}

/** A pet that was added keeps a value. The response shows it. */
function addedRule(requirement: TestableId, field: keyof NewPet): ResponseRule {
  const describe = (value: string | bigint) => `${field} ${typeof value === 'string' ? quote(value) : value}`;
  return {
    requirement,
    subjects: ['added pet'],
    judge({ content, request: { pet } }) {
      if (content.kind !== 'pet' || content.values === null || pet === undefined) return null;
      return asRead(content.how, kept(field, pet[field], content.values[field], describe));
    },
  };
}

/** A result about what the pets of a body mean. If the reading was makeshift, it says how the body was read. */
function asRead<Found extends ResponseRuleResult | null>(how: string | null, result: Found): Found {
  if (result === null || how === null) return result;
  return result.holds ? { ...result, isMakeshift: true } : { ...result, actual: `${result.actual}, read ${how}` };
}

/** Whether a pet in a response has the value of a field that was sent; null if none was. */
function kept<Value>(
  field: string,
  sent: Value | undefined,
  shown: Value | undefined,
  describe: (value: Value) => string,
): ResponseRuleResult | null {
  if (sent === undefined) return null;
  const difference = shown === undefined ? formDifference('missing') : ANOTHER_VALUE;
  const actual = shown === undefined ? `no ${field}` : describe(shown);
  return { holds: shown === sent, expected: describe(sent), actual, difference, pointer: `/${field}` };
}

/** Judges one member of an Error by the schema. */
function errorField(requirement: TestableId, field: string): ResponseRule {
  return bodyRule(requirement, ['error'], (body) => (isJsonObject(body.value) ? errorResult(body, field) : null));
}

function errorResult({ mismatches, pointer, place }: BodyOf<'error'>, field: string): ResponseRuleResult {
  return asRead(place, fieldResult(mismatches, field, `${pointer}/${field}`));
}

/** Judges one field of the pets in a response by the schema. */
function petField(requirement: TestableId, field: string): ResponseRule {
  return bodyRule(requirement, ['page', 'pet'], (body) => {
    if (isWithoutPets(body)) return null;
    // PET-OBJECT judges elements that are not pets.
    const wrappers = wrappersIn(body);
    const mismatches = body.mismatches.filter(({ pointer }) => !wrappers.has(parentOf(pointer)));
    const isWrong = mismatches.some((each) => each.field === field);
    const isNoPet = mismatches.some((each) => each.field === '');
    return !isWrong && (isNoPet || wrappers.size > 0) ? null : fieldResult(mismatches, field);
  });
}

/** Whether a body is a page without elements, or none. */
function isWithoutPets(body: BodyOf<'page' | 'pet'>): boolean {
  return body.kind === 'page' && (body.page?.size ?? 0) === 0;
}

function holds(expected: string): ResponseRuleResult {
  return { holds: true, expected, actual: expected };
}

function fails(expected: string, actual: string, pointer?: string): ResponseRuleResult {
  return { holds: false, expected, actual, ...(pointer === undefined ? {} : { pointer }) };
}

function tooMany(size: number, limit: number): ResponseRuleResult {
  const difference = { kind: 'count', expected: limit, actual: size } as const;
  return { ...fails(`at most ${counted(limit, 'pet')}`, counted(size, 'pet')), difference };
}

function fieldResult(mismatches: readonly Mismatch[], field: string, pointer?: string): ResponseRuleResult {
  const mismatch = mismatches.find((each) => each.field === field);
  if (mismatch === undefined) return holds('a valid value');
  const difference = formDifference(mismatch.problem);
  return { ...fails(mismatch.expected, mismatch.actual, pointer ?? mismatch.pointer), difference };
}

/** Whether every Content-Type value is application/json, in any case and with any parameters (RFC 9110 section 8.3). */
function isJsonMediaType(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^[ \t]*application\/json[ \t]*(;|$)/i.test(value));
}

/**
 * The pointers to objects that lack every required field of a pet, such as a wrapper around a pet. An object with the name of a pet under
 * another name is no wrapper: its fields are missing.
 */
function wrappersIn({ document, mismatches }: BodyOf<'page' | 'pet'>): ReadonlySet<string> {
  const missing = mismatches.filter(({ problem }) => problem === 'missing');
  const places = Map.groupBy(missing, ({ pointer }) => parentOf(pointer));
  return new Set(
    [...places].flatMap(([place, each]) => {
      const lacking = new Set(each.map(({ field }) => field));
      const isWrapper =
        REQUIRED_PET_FIELDS.every((field) => lacking.has(field)) && !hasName(valueAt(document.value, place));
      return isWrapper ? [place] : [];
    }),
  );
}

/** The value at a JSON Pointer; null if there is none. */
function valueAt(root: JsonValue, pointer: string): JsonValue {
  return tokensOf(pointer).reduce((holder, token) => {
    if (isJsonArray(holder)) return holder[Number(token)] ?? null;
    return isJsonObject(holder) && Object.hasOwn(holder, token) ? (holder[token] ?? null) : null;
  }, root);
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function describeKind(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'an array';
  if (isJsonObject(value)) return `an object with the members ${Object.keys(value).slice(0, 5).join(', ') || '(none)'}`;
  return `a ${typeof value}`;
}

/** A text in JSON quotes, cut after 60 characters. */
function quote(text: string): string {
  const json = JSON.stringify(text);
  return json.length <= 60 ? json : `${json.slice(0, 60)}… (${text.length} characters)`;
}
