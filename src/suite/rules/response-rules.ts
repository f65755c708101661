import { counted } from '../../contract/describe.ts';
import { exactInteger } from '../../contract/exact-integer.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../contract/json.ts';
import { LIMIT_DEFAULT, OPERATION_IDS, type OperationId, operations } from '../../contract/operations.ts';
import type { NewPet } from '../../contract/pet.ts';
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

/** A requirement that holds for every response of a run. */
export interface ResponseRule {
  readonly requirement: TestableId;
  /** Whether the rule judges the status. It is skipped if the case judges the status of the response itself. */
  readonly isOfStatus: boolean;
  /**
   * Judges a response. Returns null if the rule does not apply to it. `keyWasAccepted`: whether the operation has accepted the
   * configured key so far, in this response included.
   */
  readonly judge: (response: CompleteResponse, keyWasAccepted: boolean) => RuleFinding | null;
}

/** Content Too Large, URI Too Long, and Request Header Fields Too Large (RFC 9110, RFC 6585). */
export const LIMITS_OF_SIZE: ReadonlySet<number> = new Set([413, 414, 431]);
const NO_CONTENT = 204;
/** Bytes. A service may limit larger bodies (our reading of part 8). */
const SMALL_BODY = 1024;
const PET_FIELDS = ['id', 'name', 'categoryId'];

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
    const expected = 'no body with status 204';
    if (status !== NO_CONTENT) return holds(expected);
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
  rule('PETS-ARRAY', ({ content }) => {
    if (content.kind !== 'page') return null;
    const expected = 'a bare JSON array of pets';
    const isBare = content.page !== null && !content.isWrapped;
    return markMakeshift(content, isBare ? holds(expected) : fails(expected, describeKind(content.document.value), ''));
  }),
  rule('PET-OBJECT', ({ content }) => {
    if (!showsPets(content)) return null;
    const isWrapped = content.kind === 'pet' && content.isWrapped;
    const [wrapper = null] = isWrapped ? [''] : wrappersAmong(content.mismatches);
    const found = isWrapped ? describeKind(content.document.value) : 'an object without any required field of a pet';
    return wrapper === null
      ? markMakeshift(content, fieldFinding(content.mismatches, ''))
      : fails('a pet', found, wrapper);
  }),
  petField('PET-ID', 'id'),
  petField('PET-NAME', 'name'),
  petField('PET-CATEGORY', 'categoryId'),
  petField('PET-STATUS', 'status'),
  rule('ERROR-OBJECT', ({ content }) => {
    if (content.kind !== 'error') return null;
    const expected = 'a JSON object with code, message and status';
    const isBare = isJsonObject(content.value) && !content.isWrapped;
    return markMakeshift(content, isBare ? holds(expected) : fails(expected, describeKind(content.document.value), ''));
  }),
  errorField('ERROR-CODE', 'code'),
  errorField('ERROR-MESSAGE', 'message'),
  rule('ERROR-STATUS', ({ content, status, wrongStatus, request }) => {
    if (content.kind !== 'error' || !isJsonObject(content.value)) return null;
    const pointer = `${content.pointer}/status`;
    const wrongType = content.mismatches.some(({ field }) => field === 'status');
    if (wrongType) return asRead(content.place, fieldFinding(content.mismatches, 'status', pointer));
    const text = content.document.numberText(content.value, 'status') ?? '';
    const exact = exactInteger(text);
    // Under a wrong status, the member may be the right one.
    const right = wrongStatus === null ? [status] : [status, ...request.expects];
    const isStatus = exact.kind === 'integer' && right.some((each) => exact.value === BigInt(each));
    const finding = asRead(content.place, {
      holds: isStatus,
      expected: `${status}, the HTTP status`,
      actual: text,
      pointer,
    });
    return markMakeshift(content, finding);
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
  pageRule('LIST-LIMIT-MAX', ({ query, size }) =>
    query.limit !== undefined && size > query.limit ? tooMany(size, query.limit) : null,
  ),
  pageRule('LIST-LIMIT-DEFAULT', ({ query, size }) =>
    query.limit === undefined && size > LIMIT_DEFAULT ? tooMany(size, LIMIT_DEFAULT) : null,
  ),
  pageRule('LIST-STATUS-FILTER', ({ query, pets }, { places, strays }) => {
    // PET-STATUS judges a misspelt status.
    if (query.status === undefined) return null;
    const index = pets.findIndex(({ status }) => status !== query.status);
    const wrong = pets[index];
    const expected = `only pets with status "${query.status}"`;
    const stray = strays.find(({ status }) => status !== query.status);
    if (wrong === undefined && stray !== undefined)
      return fails(expected, `an element with status "${stray.status}"`, `/${stray.place}/status`);
    if (wrong === undefined) return pets.length === 0 ? null : holds(expected);
    const status = wrong.status === undefined ? 'without a status' : `with status "${wrong.status}"`;
    return fails(expected, `pet ${describeId(wrong.id)} ${status}`, `/${places[index]}/status`);
  }),
  pageRule('LIST-IDS-DISTINCT', ({ pets }, { places }) => {
    if (pets.length < 2) return null;
    const index = pets.findIndex(({ id }, at) => pets.findIndex((each) => each.id === id) < at);
    const twice = pets[index];
    if (twice === undefined) return holds('each id once');
    return fails('each id once', `id ${describeId(twice.id)} twice`, `/${places[index]}/id`);
  }),

  // Part 4.2: adding.
  rule('CREATE-SMALL-BODIES', ({ request: { operation, credential, body }, status }) => {
    if (operation !== 'createPet' || !isValidKey(credential) || body === undefined) return null;
    if (Buffer.byteLength(body) > SMALL_BODY) return null;
    const expected = 'no rejection of a small body for its size';
    return { holds: !LIMITS_OF_SIZE.has(status), expected, actual: `status ${status}` };
  }),
  addedRule('CREATE-KEEPS-NAME', (sent, shown) => kept('name', sent.name, shown.name, (name) => `name ${quote(name)}`)),
  addedRule('CREATE-KEEPS-CATEGORY', (sent, shown) =>
    kept('categoryId', sent.categoryId, shown.categoryId, (id) => `categoryId ${id}`),
  ),
  addedRule('CREATE-KEEPS-STATUS', (sent, shown) =>
    kept('status', sent.status, shown.status, (status) => `status "${status}"`),
  ),

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

function rule(requirement: TestableId, judge: (response: CompleteResponse) => RuleFinding | null): ResponseRule {
  return { requirement, isOfStatus: false, judge };
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

/** A rule about a page. The body says where its elements stand. */
function pageRule(
  requirement: TestableId,
  judge: (page: Page, body: BodyOf<'page'>) => RuleFinding | null,
): ResponseRule {
  return rule(requirement, ({ content }) =>
    content.kind !== 'page' || content.page === null ? null : asRead(content.how, judge(content.page, content)),
  );
}

/** A rule about the values of a pet that was added: those that were sent, and those that the response shows. */
function addedRule(requirement: TestableId, judge: (sent: NewPet, shown: NewPet) => RuleFinding | null): ResponseRule {
  return rule(requirement, ({ content, request: { pet } }) => {
    if (content.kind !== 'pet' || content.values === null || pet === undefined) return null;
    return asRead(content.how, judge(pet, content.values));
  });
}

/** A finding about what the pets of a body mean. If the reading was makeshift, it says how the body was read. */
function asRead<Found extends RuleFinding | null>(how: string | null, finding: Found): Found {
  if (finding === null || how === null) return finding;
  return finding.holds ? { ...finding, isMakeshift: true } : { ...finding, actual: `${finding.actual}, read ${how}` };
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

type BodyOf<Kind extends ReadBody['kind']> = Extract<ReadBody, { readonly kind: Kind }>;

/** A right part inside a wrapper, or of what is not JSON, verifies nothing. */
function markMakeshift({ isWrapped, notJson }: BodyOf<'page' | 'pet' | 'error'>, finding: RuleFinding): RuleFinding {
  return finding.holds && (isWrapped || notJson !== null) ? { ...finding, isMakeshift: true } : finding;
}

/** Judges one member of an Error against the schema. */
function errorField(requirement: TestableId, field: string): ResponseRule {
  return rule(requirement, ({ content }) => {
    if (content.kind !== 'error' || !isJsonObject(content.value)) return null;
    const finding = fieldFinding(content.mismatches, field, `${content.pointer}/${field}`);
    return markMakeshift(content, asRead(content.place, finding));
  });
}

/** Judges one field of the pets in a response against the schema. */
function petField(requirement: TestableId, field: string): ResponseRule {
  return rule(requirement, ({ content }) => {
    if (!showsPets(content)) return null;
    // PET-OBJECT judges elements that are not pets.
    const wrappers = wrappersAmong(content.mismatches);
    const mismatches = content.mismatches.filter(({ pointer }) => !wrappers.has(parentOf(pointer)));
    const isWrong = mismatches.some((each) => each.field === field);
    const isNoPet = mismatches.some((each) => each.field === '');
    return !isWrong && (isNoPet || wrappers.size > 0) ? null : markMakeshift(content, fieldFinding(mismatches, field));
  });
}

/** Whether a body should be a pet, or a page with at least one. */
function showsPets(body: ReadBody): body is BodyOf<'page' | 'pet'> {
  return body.kind === 'pet' || (body.kind === 'page' && (body.page?.size ?? 0) > 0);
}

function holds(expected: string): RuleFinding {
  return { holds: true, expected, actual: expected };
}

function fails(expected: string, actual: string, pointer?: string): RuleFinding {
  return { holds: false, expected, actual, ...(pointer === undefined ? {} : { pointer }) };
}

function tooMany(size: number, limit: number): RuleFinding {
  const difference = { kind: 'count', expected: limit, actual: size } as const;
  return { ...fails(`at most ${counted(limit, 'pet')}`, counted(size, 'pet')), difference };
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
