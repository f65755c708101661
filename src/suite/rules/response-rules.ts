import { describePets } from '../../contract/describe.ts';
import { exactInteger } from '../../contract/exact-integer.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../contract/json.ts';
import { LIMIT_DEFAULT, OPERATION_IDS, type OperationId, operations } from '../../contract/operations.ts';
import type { NewPet, Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Mismatch } from '../../contract/validation.ts';
import type { DescribedBody, Page, ReadBody } from '../responses/read-body.ts';
import type { ApiRequest } from '../api-request.ts';
import { ANOTHER_VALUE, type Finding, formDifference, statusDifference } from '../judge.ts';
import { type CompleteResponse, describeStatus, isRedirect, isSuccess } from '../responses/response.ts';
import { describeId } from '../responses/text-ids.ts';
import { isValidKey } from '../keys/credentials.ts';

/** The result of one rule for one response. */
export interface RuleFinding extends Omit<Finding, 'responses'> {
  readonly holds: boolean;
  /** What holds was read makeshift, so it verifies nothing. */
  readonly isMakeshift?: true;
}

/** A response, and what the run knew when it arrived. This is all that a response rule can use. */
interface ResponseInContext {
  readonly response: CompleteResponse;
  readonly body: ReadBody;
  /** Whether the operation has accepted the configured key so far, this response included. */
  readonly keyWasAccepted: boolean;
}

/** A requirement that holds for every response of a run. */
export interface ResponseRule {
  readonly requirement: TestableId;
  /** Whether the rule judges the status. It is skipped if the case judges the status of the response itself. */
  readonly isOfStatus: boolean;
  /** Judges a response. Returns null if the rule does not apply to it. */
  readonly judge: (inContext: ResponseInContext) => RuleFinding | null;
}

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
export const LIMITS_OF_SIZE: ReadonlySet<number> = new Set([413, 414, 431]);
/** Bytes. A service may limit larger bodies (our reading of part 8). */
const SMALL_BODY = 1024;
const PET_FIELDS = ['id', 'name', 'categoryId'];

type WithBody<Kind extends ReadBody['kind']> = ResponseInContext & {
  readonly body: Extract<ReadBody, { readonly kind: Kind }>;
};

// The responses that a rule applies to.

/** Responses that the contract leaves open. */
const isUnspecified = ({ response }: ResponseInContext): boolean => response.request.expects.length === 0;
/** Responses whose body the contract describes. */
const hasBody = ({ body }: ResponseInContext): boolean => body.kind !== 'undescribed';
const isWhole = ({ response }: ResponseInContext): boolean => response.isBroken !== true;
const hasWholeBody = (inContext: ResponseInContext): boolean => hasBody(inContext) && isWhole(inContext);
const isJson = (inContext: ResponseInContext): inContext is WithBody<'page' | 'pet' | 'error'> =>
  'document' in inContext.body;
const isPage = (inContext: ResponseInContext): inContext is WithBody<'page'> => inContext.body.kind === 'page';
const showsPage = (inContext: ResponseInContext): inContext is WithPage =>
  inContext.body.kind === 'page' && inContext.body.page !== null;
const showsPets = (inContext: ResponseInContext): inContext is WithBody<'page' | 'pet'> =>
  (isPage(inContext) && (inContext.body.page?.size ?? 0) > 0) || inContext.body.kind === 'pet';
const isError = (inContext: ResponseInContext): inContext is WithBody<'error'> => inContext.body.kind === 'error';
const isChallenge = (inContext: ResponseInContext): boolean => inContext.response.status === 401 && hasBody(inContext);
const showsPet = (inContext: ResponseInContext): inContext is WithPet =>
  inContext.body.kind === 'pet' && inContext.body.pet !== null;
/** The values of pets that were added, with what was sent. */
const isAdded = (inContext: ResponseInContext): inContext is WithValues & AskedWith<'pet'> =>
  inContext.body.kind === 'pet' && inContext.body.values !== null && inContext.response.request.pet !== undefined;
/** Additions with the right key and a body below every lawful limit of size. */
const isSmallAddition = ({ response: { request } }: ResponseInContext): boolean =>
  request.operation === 'createPet' &&
  isValidKey(request.credential) &&
  request.body !== undefined &&
  Buffer.byteLength(request.body) <= SMALL_BODY;
/** Valid pets that were asked for by their id. */
const isRead = (inContext: ResponseInContext): inContext is WithPet & AskedWith<'petId'> =>
  showsPet(inContext) && inContext.response.request.petId !== undefined;

type WithValues = WithBody<'pet'> & { readonly body: { readonly values: NewPet } };
type WithPage = WithBody<'page'> & { readonly body: { readonly page: Page } };
type WithPet = WithBody<'pet'> & { readonly body: { readonly pet: Pet } };
type AskedWith<Field extends 'pet' | 'petId'> = ResponseInContext & {
  readonly response: { readonly request: Required<Pick<ApiRequest, Field>> };
};

/** Whether a valid request must succeed: no other status is allowed, or the service chose to accept it, or redirects it. */
function mustSucceed({ response }: ResponseInContext, operation: OperationId): boolean {
  const { expects } = response.request;
  const maySucceed = response.request.operation === operation && expects.includes(operations[operation].success);
  return maySucceed && (expects.length === 1 || isSuccess(response) || isRedirect(response));
}

/** The requirements that hold for every response, also to requests of fixtures and to repeated reads. */
export const responseRules: readonly ResponseRule[] = [
  // Part 1: framing, media type and JSON. The case scope judges broken responses.
  rule('ANSWER-COMPLETE', isWhole, () => holds('a complete response')),
  rule('ANSWER-NO-SERVER-ERROR', isUnspecified, ({ response }) => ({
    holds: response.status < 500,
    expected: 'no server error',
    actual: `status ${response.status}`,
    difference: formDifference(String(response.status)),
  })),
  rule('ANSWER-MEDIA-TYPE', hasBody, ({ response }) => {
    const labels = response.headers.get('content-type') ?? [];
    return {
      holds: isJsonMediaType(labels),
      expected: 'Content-Type: application/json, parameters allowed',
      actual: labels.length === 0 ? 'no Content-Type header' : `Content-Type: ${labels.join(' and ')}`,
      difference: formDifference(labels.length === 0 ? 'no media type' : 'another media type'),
    };
  }),
  rule('ANSWER-JSON', hasWholeBody, ({ body }) => {
    const expected = 'one JSON text in UTF-8';
    if ('notJson' in body && body.notJson !== null) return fails(expected, body.notJson);
    if (body.kind !== 'not-json') return holds(expected);
    // The limit belongs to the suite, so exceeding it is not a fault of the service.
    return body.isTooComplex ? null : fails(expected, body.problem);
  }),
  rule('ANSWER-NO-BOM', isJson, ({ body }) => ({
    holds: !body.document.byteOrderMark,
    expected: 'no byte-order mark',
    actual: body.document.byteOrderMark ? 'a byte-order mark before the JSON text' : 'no byte-order mark',
  })),
  rule('ANSWER-UNIQUE-KEYS', isJson, ({ body }) => {
    const [duplicate] = body.document.duplicateKeys;
    const expected = 'objects without duplicate keys';
    return duplicate === undefined ? holds(expected) : fails(expected, 'a duplicate key', duplicate);
  }),

  // Part 2: Pet, Pets and Error.
  rule('PETS-ARRAY', isPage, ({ body }) => {
    const { document, page, isWrapped } = body;
    const isBare = page !== null && !isWrapped;
    return ofMeant(body, {
      holds: isBare,
      expected: 'a bare JSON array of pets',
      actual: isBare ? 'a bare array' : describeKind(document.value),
      pointer: '',
    });
  }),
  rule('PET-OBJECT', showsPets, ({ body }) => {
    const isWrapped = body.kind === 'pet' && body.isWrapped;
    const [wrapper = null] = isWrapped ? [''] : wrappersAmong(body.mismatches);
    const found = isWrapped ? describeKind(body.document.value) : 'an object without any required field of a pet';
    if (wrapper !== null) return fails('a pet', found, wrapper);
    return ofMeant(body, fieldFinding(body.mismatches, ''));
  }),
  petField('PET-ID', 'id'),
  petField('PET-NAME', 'name'),
  petField('PET-CATEGORY', 'categoryId'),
  petField('PET-STATUS', 'status'),
  rule('ERROR-OBJECT', isError, ({ body }) => {
    const isBare = isJsonObject(body.value) && !body.isWrapped;
    return ofMeant(body, {
      holds: isBare,
      expected: 'a JSON object with code, message and status',
      actual: isBare ? 'an object' : describeKind(body.document.value),
      pointer: '',
    });
  }),
  errorField('ERROR-CODE', 'code'),
  errorField('ERROR-MESSAGE', 'message'),
  rule('ERROR-STATUS', isError, ({ response, body }) => {
    if (!isJsonObject(body.value)) return null;
    const pointer = `${body.pointer}/status`;
    const wrongType = body.mismatches.some(({ field }) => field === 'status');
    if (wrongType) return fieldFinding(body.mismatches, 'status', pointer);
    const text = body.document.numberText(body.value, 'status') ?? '';
    const exact = exactInteger(text);
    // Under a wrong status, the member may be the right one.
    const right = response.wrongStatus === null ? [response.status] : [response.status, ...response.request.expects];
    const isStatus = exact.kind === 'integer' && right.some((status) => exact.value === BigInt(status));
    return ofMeant(body, { holds: isStatus, expected: `${response.status}, the HTTP status`, actual: text, pointer });
  }),

  // Part 4: a valid request gets the success status of its operation.
  statusRule('LIST-LIMIT-RANGE', 'listPets', ({ query }) => query?.limit !== undefined),
  statusRule(
    'LIST-STATUS-VALUES',
    'listPets',
    ({ query }) => query?.limit === undefined && query?.status !== undefined,
  ),
  statusRule('CREATE-STATUS-OPTIONAL', 'createPet', ({ pet }) => pet !== undefined && pet.status === undefined),
  ...OPERATION_IDS.map((operation) => statusRule(`${operations[operation].idWord}-OK`, operation, isOrdinary)),

  // Part 4.1: listing.
  // A page within its limit proves nothing by itself: `limits.ts` compares it with what the run knows.
  meantRule('LIST-LIMIT-MAX', showsPage, ({ body: { page } }) =>
    page.query.limit !== undefined && page.size > page.query.limit ? tooMany(page.size, page.query.limit) : null,
  ),
  meantRule('LIST-LIMIT-DEFAULT', showsPage, ({ body: { page } }) =>
    page.query.limit === undefined && page.size > LIMIT_DEFAULT ? tooMany(page.size, LIMIT_DEFAULT) : null,
  ),
  meantRule('LIST-STATUS-FILTER', showsPage, ({ body: { page, places } }) => {
    const { query, pets } = page;
    // Only valid pets are judged here. PET-STATUS judges a misspelt status.
    if (query.status === undefined || pets.length === 0) return null;
    const index = pets.findIndex(({ status }) => status !== query.status);
    const wrong = pets[index];
    const expected = `only pets with status "${query.status}"`;
    if (wrong === undefined) return holds(expected);
    const { id, status } = wrong;
    const actual =
      status === undefined ? `pet ${describeId(id)} without a status` : `pet ${describeId(id)} with status "${status}"`;
    return fails(expected, actual, `/${places[index]}/status`);
  }),
  meantRule('LIST-IDS-DISTINCT', showsPage, ({ body: { page, places } }) => {
    const { pets } = page;
    if (pets.length < 2) return null;
    const index = pets.findIndex(({ id }, at) => pets.findIndex((each) => each.id === id) < at);
    const twice = pets[index];
    if (twice === undefined) return holds('each id once');
    return fails('each id once', `id ${describeId(twice.id)} twice`, `/${places[index]}/id`);
  }),

  // Part 4.2: adding.
  rule('CREATE-SMALL-BODIES', isSmallAddition, ({ response }) => ({
    holds: !LIMITS_OF_SIZE.has(response.status),
    expected: 'no rejection of a small body for its size',
    actual: `status ${response.status}`,
  })),
  meantRule('CREATE-KEEPS-NAME', isAdded, ({ response: { request }, body: { values } }) =>
    kept('name', request.pet.name, values.name, (name) => `name ${quote(name)}`),
  ),
  meantRule('CREATE-KEEPS-CATEGORY', isAdded, ({ response: { request }, body: { values } }) =>
    kept('categoryId', request.pet.categoryId, values.categoryId, (id) => `categoryId ${id}`),
  ),
  meantRule('CREATE-KEEPS-STATUS', isAdded, ({ response: { request }, body: { values } }) =>
    kept('status', request.pet.status, values.status, (status) => `status "${status}"`),
  ),

  // Part 4.3: reading one.
  meantRule('GET-SAME', isRead, ({ response: { request }, body: { pet } }) =>
    kept('id', request.petId, pet.id, (id) => `pet ${describeId(id)}`),
  ),

  // Part 5: authentication.
  rule('AUTH-CHALLENGE', isChallenge, ({ response }) => {
    const challenge = response.headers.get('www-authenticate') ?? [];
    return {
      holds: challenge.length > 0,
      expected: 'a WWW-Authenticate header',
      actual: challenge.length > 0 ? `WWW-Authenticate: ${challenge.join(', ')}` : 'no WWW-Authenticate header',
    };
  }),
];

const ABOUT_PETS = ['PET-OBJECT', 'PET-ID', 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS'] as const;

/** The requirements about what a body holds, if it is JSON. */
export const ABOUT_BODIES: Readonly<Record<DescribedBody, readonly TestableId[]>> = {
  page: ['PETS-ARRAY', ...ABOUT_PETS],
  pet: ABOUT_PETS,
  error: ['ERROR-OBJECT', 'ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS'],
};

const ABOUT_ADDED_PETS = ['CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS'] as const;

/** The requirements that the body of a response could show if it were JSON. */
export function requirementsNotRead({
  content,
  request,
}: Pick<CompleteResponse, 'content'> & { readonly request: Pick<ApiRequest, 'pet'> }): readonly TestableId[] {
  if (content.kind !== 'not-json' || content.isTooComplex) return [];
  const showsAddition = content.described === 'pet' && request.pet !== undefined;
  return [...ABOUT_BODIES[content.described], ...(showsAddition ? ABOUT_ADDED_PETS : [])];
}

function rule<Applicable extends ResponseInContext>(
  requirement: TestableId,
  appliesTo: ((inContext: ResponseInContext) => inContext is Applicable) | ((inContext: ResponseInContext) => boolean),
  judge: (inContext: Applicable) => RuleFinding | null,
): ResponseRule {
  return {
    requirement,
    isOfStatus: false,
    judge: (inContext) => (appliesTo(inContext) ? judge(inContext as Applicable) : null),
  };
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
    isOfStatus: true,
    judge(inContext) {
      const { response, keyWasAccepted } = inContext;
      const isKeyProblem = response.status === 401 || (response.status === 403 && !keyWasAccepted);
      if (!isAbout(response.request) || !mustSucceed(inContext, operation) || isKeyProblem) return null;
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

/** Whether no other requirement judges the success of a request. */
function isOrdinary({ operation, query = {}, pet }: ApiRequest): boolean {
  const isFiltered = query.limit !== undefined || query.status !== undefined;
  return operation === 'createPet' ? pet?.status !== undefined : !isFiltered;
}

/** A rule about what the pets of a body mean. A finding about a makeshift reading says how the body was read. */
function meantRule<Applicable extends WithBody<'page' | 'pet'>>(
  requirement: TestableId,
  appliesTo: (inContext: ResponseInContext) => inContext is Applicable,
  judge: (inContext: Applicable) => RuleFinding | null,
): ResponseRule {
  return rule(requirement, appliesTo, (inContext) => {
    const { how } = inContext.body;
    const finding = judge(inContext);
    if (finding === null || how === null) return finding;
    if (finding.holds) return { ...finding, isMakeshift: true };
    return { ...finding, actual: `${finding.actual}, read ${how}` };
  });
}

/** Whether a pet in a response has the value of a field that was sent; null if none was. */
function kept<Value>(
  field: string,
  sent: Value | undefined,
  shown: Value | undefined,
  describe: (value: Value) => string,
): RuleFinding | null {
  if (sent === undefined) return null;
  const difference = shown === undefined ? formDifference('missing') : ANOTHER_VALUE;
  const actual = shown === undefined ? `no ${field}` : describe(shown);
  return { holds: shown === sent, expected: describe(sent), actual, difference, pointer: `/${field}` };
}

/** A right part inside a wrapper, or of what is not JSON, verifies nothing. */
function ofMeant({ isWrapped, notJson }: MeantBody, finding: RuleFinding): RuleFinding {
  return finding.holds && (isWrapped || notJson !== null) ? { ...finding, isMakeshift: true } : finding;
}

type MeantBody = Pick<WithBody<'page' | 'pet' | 'error'>['body'], 'isWrapped' | 'notJson'>;

/** Judges one member of an Error against the schema. */
function errorField(requirement: TestableId, field: string): ResponseRule {
  return rule(requirement, isError, ({ body }) =>
    isJsonObject(body.value) ? ofMeant(body, fieldFinding(body.mismatches, field, `${body.pointer}/${field}`)) : null,
  );
}

/** Judges one field of the pets in a response against the schema. */
function petField(requirement: TestableId, field: string): ResponseRule {
  return rule(requirement, showsPets, ({ body }) => {
    // PET-OBJECT judges elements that are not pets.
    const wrappers = wrappersAmong(body.mismatches);
    const mismatches = body.mismatches.filter(({ pointer }) => !wrappers.has(parentOf(pointer)));
    const isWrong = mismatches.some((each) => each.field === field);
    const isNoPet = mismatches.some((each) => each.field === '');
    return !isWrong && (isNoPet || wrappers.size > 0) ? null : ofMeant(body, fieldFinding(mismatches, field));
  });
}

function holds(expected: string): RuleFinding {
  return { holds: true, expected, actual: expected };
}

function fails(expected: string, actual: string, pointer?: string): RuleFinding {
  return { holds: false, expected, actual, ...(pointer === undefined ? {} : { pointer }) };
}

function tooMany(size: number, limit: number): RuleFinding {
  const difference = { kind: 'count', expected: limit, actual: size } as const;
  return { ...fails(`at most ${describePets(limit)}`, describePets(size)), difference };
}

function fieldFinding(mismatches: readonly Mismatch[], field: string, pointer?: string): RuleFinding {
  const mismatch = mismatches.find((each) => each.field === field);
  if (mismatch === undefined) return holds('a valid value');
  const difference = formDifference(mismatch.problem);
  return { ...fails(mismatch.expected, mismatch.actual, pointer ?? mismatch.pointer), difference };
}

/** Whether every Content-Type value is application/json, in any case and with any parameters (RFC 9110 section 8.3). */
function isJsonMediaType(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^[ \t]*application\/json[ \t]*(;|$)/i.test(value));
}

/** The pointers to objects that lack every required field of a pet, such as a wrapper around a pet. */
function wrappersAmong(mismatches: readonly Mismatch[]): ReadonlySet<string> {
  const missing = mismatches.filter(({ problem }) => problem === 'missing');
  const places = Map.groupBy(missing, ({ pointer }) => parentOf(pointer));
  return new Set(
    [...places].flatMap(([place, each]) => {
      const lacking = new Set(each.map(({ field }) => field));
      return PET_FIELDS.every((field) => lacking.has(field)) ? [place] : [];
    }),
  );
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
