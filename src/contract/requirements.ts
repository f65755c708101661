import {
  LIMIT_DEFAULT,
  LIMIT_MAX,
  LIMIT_MIN,
  OPERATION_IDS,
  type OperationId,
  operationRoute,
  operations,
} from './operations.ts';
import { STATUS_WORDS } from './pet.ts';
import { REMOVAL_DAY } from './removal-calendar.ts';

/** Version of the interface description that the table was made from (part 9 rule 2). */
export const CONTRACT_VERSION = '1.0.0';

/**
 * One statement of the contract, in our own words. Its id is permanent. A violation of a `required` row gates the verdict,
 * one of a `recommended` row is a warning, and what is `unspecified` is observed only.
 */
export interface RequirementRow {
  readonly id: string;
  /** Part of the contract, with the rule if it has one: `4.1`, `5 rule 3`. */
  readonly part: string;
  readonly level: 'required' | 'recommended' | 'unspecified';
  readonly operation: OperationId | 'every';
  readonly statement: string;
  /**
   * Judged by a rule (`src/suite/rules`), so no case needs to judge it: by one that judges every response of a run, or by one that
   * judges the history of the run.
   */
  readonly rule?: 'response' | 'history';
  /** What the service must do, for its maintainer: true for every service that violates the row, whatever its mistake. */
  readonly remedy?: string;
  /**
   * The remedy if every exchange of a finding shows a form, by that form: see `formSeen` in `src/report/remedies.ts`. A word in braces
   * stands for what was seen.
   */
  readonly remedies?: Readonly<Record<string, string>>;
  /** Why the suite reads the contract so, if the statement goes beyond its letter. */
  readonly reading?: string;
  /** Why requests cannot test it. */
  readonly reason?: string;
}

/** A row of the table. Unless it says otherwise, it is required, and about the operation whose word its id starts with, or else about every one. */
interface Row extends Omit<RequirementRow, 'id' | 'level' | 'operation'> {
  readonly level?: RequirementRow['level'];
  readonly operation?: RequirementRow['operation'];
}

/** A row that can be violated has a remedy. No other row has one. */
type CompleteRow = Row &
  (
    | { readonly level: 'unspecified'; readonly rule?: undefined; readonly remedy?: undefined }
    | { readonly rule?: undefined; readonly remedy?: undefined; readonly reason: string }
    | { readonly level?: 'required' | 'recommended'; readonly remedy: string; readonly reason?: undefined }
  );

const EQUAL_FORMS =
  'The standards of HTTP and JSON let a client write one request in several forms. The conditions of the contract apply to each of them. A server may decline some forms (411, 417, or a redirect to the plain form). The suite then observes that response and sends the plain form.';

const MOVED_STATUSES =
  'The contract shows no transitions (part 3), so a service may move a pet to another status. A change of status is such a move if a read showed the status that was sent, and all views (the read by id, the list, the filtered list) now agree on another one. The requirement is violated if the views keep differing, if no read showed the status that was sent, or if the status is lost. A pet without a status may show one later.';

/** The remedies of a request in another form. */
const SPELLINGS = {
  target: 'Decode percent escapes in the address before you read it.',
  fields: 'Respond to a request with {fields} as to the plain one: both mean the same.',
  'no Accept': 'Respond to a request without Accept as to one with Accept: application/json.',
  names: 'Compare the names of header fields without letter case.',
  body: 'Respond to this body as to its plain form: in JSON both mean the same.',
};

/** The remedy of bodies that a service accepts, if evidence shows what is wrong with them. */
const SEEN_WRONG = { wrong: 'Reject these with 400 and an Error: {wrong}.' };

/** The one table of requirements: every statement of the nine parts of the contract. */
const table = {
  // Part 1: the service
  'ANSWER-JSON': {
    part: '1',
    rule: 'response',
    statement: 'The body of every specified response is one JSON text in valid UTF-8 and nothing else.',
    remedy: 'Send one JSON text in UTF-8, and nothing else, in the encoding that Content-Encoding names, if any.',
    remedies: {
      empty: 'Send a JSON body with every specified response, errors included.',
      html: 'Send one JSON text, and no HTML, as the body.',
      text: 'Send one JSON text, and nothing else, as the body.',
    },
  },
  'ANSWER-MEDIA-TYPE': {
    part: '1',
    rule: 'response',
    statement: 'Every specified response has the media type application/json.',
    remedy: 'Set Content-Type: application/json on every specified response, errors included.',
  },
  'ANSWER-COMPLETE': {
    part: '1',
    rule: 'response',
    statement: 'A response that starts arrives complete: no body ends before its declared length or its last chunk.',
    remedy:
      'Send the whole body: as many bytes as Content-Length says, or all chunks with the last one. Close the connection only after that.',
  },
  'ANSWER-NO-BOM': {
    part: '1 (RFC 8259 section 8.1)',
    level: 'recommended',
    rule: 'response',
    statement: 'A JSON body does not start with a byte-order mark.',
    remedy: 'Write UTF-8 without a byte-order mark.',
  },
  'ANSWER-UNIQUE-KEYS': {
    part: '1 (RFC 7493 section 2.3)',
    level: 'recommended',
    rule: 'response',
    statement: 'No JSON object in a response has the same member twice.',
    remedy: 'Write each member of an object once.',
  },
  'ANSWER-NO-CONTENT': {
    part: '1 (RFC 9110 section 15.3.5)',
    level: 'recommended',
    rule: 'response',
    statement: 'No response with status 204 has a body.',
    remedy:
      'Send 204 without a body and without Transfer-Encoding, or send the body with 200. Clients read bytes behind a 204 as the start of the next response.',
  },
  'ANSWER-NO-SERVER-ERROR': {
    part: '1 (RFC 9110 section 15.6)',
    level: 'recommended',
    rule: 'response',
    statement: 'A request outside the specified conditions does not cause a server error.',
    remedy:
      'Respond with a status below 500, such as 400, 404 or 405. If it is 500, find the error that the request raises in the service.',
  },
  'SCOPE-ADDRESSES': untestable(
    '1',
    'The service has a production address and a staging address.',
    'The addresses are placeholders. A run judges one address, the configured one.',
  ),
  'SCOPE-STORE-ORDERS': untestable(
    '1',
    'The contract mentions a store-orders operation without parameters, payloads or behaviour.',
    'The contract says nothing to judge a response by, so a run does not use the operation.',
  ),
  // Part 2: resources, and the Error of part 7
  'PET-ID': {
    part: '2',
    rule: 'response',
    statement: 'Every pet in a response has an id that is an int64 integer.',
    remedy: 'Show id in every pet, as a JSON integer from -2^63 to 2^63-1.',
    remedies: {
      stored: 'Ignore an id in the body of a creation, or reject it with 400: the service shows the id that was sent.',
    },
  },
  'PET-NAME': {
    part: '2',
    rule: 'response',
    statement: 'Every pet in a response has a name that is a string.',
    remedy: 'Show name in every pet, as a JSON string.',
    remedies: {
      stored: 'Reject a wrong or missing name with 400 in POST /pets: the service stores such pets and shows them.',
    },
  },
  'PET-CATEGORY': {
    part: '2',
    rule: 'response',
    statement: 'Every pet in a response has a categoryId that is an int64 integer.',
    remedy: 'Show categoryId in every pet, as a JSON integer from -2^63 to 2^63-1.',
    remedies: {
      stored:
        'Reject a wrong or missing categoryId with 400 in POST /pets: the service stores such pets and shows them.',
      rounded: 'Keep every digit of categoryId: rounding takes the largest and the smallest integers out of the range.',
    },
  },
  'PET-STATUS': {
    part: '2',
    rule: 'response',
    statement: `The status of a pet in a response is absent or exactly ${STATUS_WORDS}.`,
    remedy: `Show status as ${STATUS_WORDS}, letter by letter. Leave the member out if a pet has none.`,
    remedies: { stored: 'Reject a wrong status with 400 in POST /pets: the service stores it and shows it.' },
  },
  'PET-OBJECT': {
    part: '2',
    rule: 'response',
    statement: 'A pet in a response is a JSON object without a wrapper.',
    remedy:
      'Show each pet itself, as the body or as an element of a page: an object with id, name and categoryId, and status if it has one.',
    remedies: { 'no pet': 'Respond with 404 and an Error if no pet has the id, not with a success that shows no pet.' },
  },
  'PETS-ARRAY': {
    part: '2',
    operation: 'listPets',
    rule: 'response',
    statement: 'A page is a bare JSON array of pets. A page without pets is the empty array.',
    remedy: 'Send the bare array of pets as the body, and [] if there are none.',
  },
  'ERROR-OBJECT': {
    part: '7',
    rule: 'response',
    statement: 'The body of a specified 400, 401 or 404 is an Error: a JSON object without a wrapper.',
    remedy: 'Send the Error itself as the body: one object with code, message and status at its top.',
  },
  'ERROR-CODE': {
    part: '7 rule 2',
    rule: 'response',
    statement: 'An Error always has a code that is a string.',
    remedy: 'Give every Error a code that is a string. Any text is allowed.',
  },
  'ERROR-MESSAGE': {
    part: '7 rule 2',
    rule: 'response',
    statement: 'An Error always has a message that is a string.',
    remedy: 'Give every Error a message that is one string.',
  },
  'ERROR-STATUS': {
    part: '7 rule 1',
    rule: 'response',
    statement: 'An Error always has an integer status that equals the HTTP status of its response.',
    remedy: 'Give every Error a status: the HTTP status of its response, as a JSON integer.',
  },
  'SCOPE-CATEGORY-FIELDS': untestable(
    '2',
    'The contract gives no field of a category except its identifier.',
    'No operation reads or lists categories.',
  ),
  // Part 3: states
  'SCOPE-TRANSITIONS': untestable(
    '3',
    'The contract does not say how the status of a pet changes after its creation.',
    'No operation changes a status.',
  ),
  'OPEN-STATUS-MOVES': observed('3', 'every', 'Whether the service moves pets to another status after their creation.'),
  'OPEN-DEFAULT-STATUS': observed('3', 'createPet', 'Which status a pet receives if it is created without one.'),
  // Part 4.1: listing, and the limits of part 8
  'LIST-OK': {
    part: '4.1',
    rule: 'response',
    statement: 'A list request without parameters gets 200.',
    remedy: 'Respond to GET /pets without parameters with 200 and the array of pets, [] if there are none.',
  },
  'LIST-LIMIT-RANGE': {
    part: '8',
    rule: 'response',
    statement: `A list request with any integer limit from ${LIMIT_MIN} to ${LIMIT_MAX} gets 200, with or without a filter.`,
    remedy: `Respond with 200 to every integer limit from ${LIMIT_MIN} to ${LIMIT_MAX}, with or without a filter.`,
  },
  'LIST-LIMIT-MAX': {
    part: '4.1',
    rule: 'response',
    statement: 'No page holds more pets than the requested limit.',
    remedy: 'Put at most as many pets on a page as its limit says.',
    remedies: {
      'one too many':
        'Put at most as many pets on a page as its limit says. Each of these pages has one too many: look for <= in the place of <.',
    },
  },
  'LIST-LIMIT-DEFAULT': {
    part: '4.1',
    rule: 'response',
    statement: `A list request without a limit has a limit of ${LIMIT_DEFAULT}.`,
    remedy: `If limit is absent, use ${LIMIT_DEFAULT}, with a filter too.`,
  },
  'LIST-STATUS-VALUES': {
    part: '4.1',
    rule: 'response',
    statement: `A list request that filters by ${STATUS_WORDS} gets 200.`,
    remedy: `Respond with 200 to each of ${STATUS_WORDS}, and with [] if no pet has that status.`,
  },
  'LIST-STATUS-FILTER': {
    part: '3',
    rule: 'response',
    statement: 'A page filtered by status holds only pets with exactly that status.',
    remedy: 'List only the pets whose status is exactly that of the filter.',
  },
  'LIST-STATUS-COMPLETE': {
    part: '3',
    rule: 'history',
    statement: 'A complete page filtered by status omits no pet with that status.',
    remedy: 'List every pet whose status is that of the filter, up to the limit.',
    reading:
      'The filter returns the pets with a status (part 3), so a page that no limit cuts short holds all of them. But a service may apply the limit first and the filter second. So a filtered page counts only if the unfiltered page of the same limit shows the pet or is below its limit.',
  },
  'LIST-COMPLETE': {
    part: '4.1',
    rule: 'history',
    statement: 'A complete page omits no pet that was in the catalogue before the request.',
    remedy: 'List every pet that was created before the request, up to the limit.',
    reading:
      'The limit is a maximum, so a page may hold fewer pets. But the operation lists the pets of the catalogue, so a page that no limit cuts short holds all of them. A service may cap its pages. So a page is complete if it is empty, or if it is below its limit and smaller than the largest page of the run: in pets, and in bytes by more than the largest known pet. A missing pet proves nothing if the catalogue is too large for such a page, or if pages below their limit omit known pets and no cap explains it. The suite does not judge it then.',
  },
  'LIST-SAME': {
    part: '4.1',
    rule: 'history',
    statement: 'The list shows a pet with the same values as its creation and a read by id.',
    remedy: 'Show each pet in lists with the same values as in its creation and in a read by id.',
    reading: MOVED_STATUSES,
  },
  'LIST-SPELLINGS': {
    part: '4.1 (RFC 9110, RFC 3986)',
    statement: 'Every form of a list request that means the same gets the same response.',
    remedy: 'Respond to each form of a list request as to its plain form: both mean the same.',
    remedies: SPELLINGS,
    reading: EQUAL_FORMS,
  },
  'LIST-IDS-DISTINCT': {
    part: '2',
    rule: 'response',
    statement: 'No id occurs twice on a page.',
    remedy: 'List each pet once, and give no two pets the same id.',
  },
  'OPEN-LIST-ORDER': observed('4.1', 'listPets', 'In which order a page lists pets.'),
  'OPEN-LIST-PAGING': observed(
    '4.1',
    'listPets',
    'Whether a response has paging metadata, and whether the service caps a page below its limit.',
  ),
  'OPEN-LIST-FILTER': observed(
    '4.1',
    'listPets',
    'Whether a filter searches the whole catalogue or only the pets of one page.',
  ),
  'OPEN-LIST-LIMIT-OUTSIDE': observed(
    '7',
    'listPets',
    `How the service responds to a limit outside ${LIMIT_MIN} to ${LIMIT_MAX} or a limit that is not an integer.`,
  ),
  'OPEN-LIST-STATUS-UNKNOWN': observed(
    '7',
    'listPets',
    'How the service responds to a status filter outside the enumeration.',
  ),
  'OPEN-LIST-PARAMETERS': observed(
    '4.1',
    'listPets',
    'How the service responds to repeated and unknown query parameters.',
  ),
  // Part 4.2: creation
  'CREATE-OK': {
    part: '4.2',
    rule: 'response',
    statement: 'The creation of a valid pet gets 201.',
    remedy: 'Respond to every valid creation with 201 and the pet.',
  },
  'CREATE-STATUS-OPTIONAL': {
    part: '2',
    rule: 'response',
    statement: 'A pet without a status is valid and gets 201.',
    remedy: 'Respond to a valid pet without a status with 201: the field is optional.',
  },
  'CREATE-KEEPS-NAME': {
    part: '4.2',
    rule: 'response',
    statement: 'The created pet has exactly the name that was sent.',
    remedy: 'Store and return the name exactly as it was sent.',
  },
  'CREATE-KEEPS-CATEGORY': {
    part: '4.2',
    rule: 'response',
    statement: 'The created pet has the categoryId that was sent, exact to the last digit.',
    remedy: 'Store and return every accepted categoryId exactly, to its last digit.',
  },
  'CREATE-KEEPS-STATUS': {
    part: '4.2',
    rule: 'response',
    statement: 'The created pet has the status that was sent.',
    remedy: 'Store and return the status that was sent.',
  },
  'CREATE-NAMES': {
    part: '2',
    statement: 'The service accepts ordinary names of 1 to 20 characters in any script, with emoji and punctuation.',
    remedy: 'Accept every name of 1 to 20 characters, in any script, with emoji and punctuation.',
    remedies: {
      name: 'Accept names such as {name}: every name of 1 to 20 visible characters is valid.',
      taken: 'Accept names such as {name} although other pets have them: nothing makes names unique.',
    },
  },
  'CREATE-SMALL-BODIES': {
    part: '4.2',
    rule: 'response',
    statement: 'A body of at most 1 KiB is not rejected for its size with 413, 414 or 431.',
    remedy: 'Accept bodies of at least 1 KiB. Reject a name that is too long with 400 and an Error.',
    reading:
      'The contract names no limits of size (part 8), so a service may have some. A body of at most 1 KiB is an ordinary request: the contract allows 201, 400 and 401 for it, and a name that the service does not accept is an invalid value.',
  },
  'CREATE-CATEGORY-INT64': {
    part: '2',
    statement:
      'The service either accepts an int64 categoryId and keeps it exactly, or rejects it with 400 and an Error.',
    remedy: 'Accept every int64 categoryId and keep it exactly, or reject it with 400 and an Error.',
  },
  'CREATE-DUPLICATES': {
    part: '4.2',
    statement: 'Two creations of the same valid pet give two pets: names need not be unique.',
    remedy: 'Make each creation a new pet with an id of its own, even if another pet has the same values.',
  },
  'CREATE-SPELLINGS': {
    part: '4.2 (RFC 8259, RFC 9110)',
    statement: 'Every form of a creation that means the same gets the same response.',
    remedy: 'Respond to each form of a creation as to its plain form: both mean the same.',
    remedies: SPELLINGS,
    reading: EQUAL_FORMS,
  },
  'CREATE-ID-UNIQUE': {
    part: '2',
    rule: 'history',
    statement: 'Every created pet receives an id that no other pet has, also under simultaneous requests.',
    remedy: 'Give each pet an id that no other pet has, also if creations arrive at the same time.',
  },
  'CREATE-ID-ASSIGNED': {
    part: '2',
    statement: 'The service assigns the id: it ignores an id from the client or rejects it with 400.',
    remedy: 'Ignore an id in the body of a creation, or reject it with 400.',
  },
  'CREATE-STORED': {
    part: '4.2',
    rule: 'history',
    statement: 'A pet whose creation got 201 is in the catalogue from then on, and only once.',
    remedy: 'Store each created pet exactly once, and send 201 only after that.',
  },
  'CREATE-REFUSES-MISSING': rejected('4.2', 'a body without a required field'),
  'CREATE-REFUSES-EMPTY': rejected('4.2', 'an empty body', 'a body of zero bytes or of white space alone'),
  'CREATE-REFUSES-MALFORMED': {
    part: '4.2',
    statement:
      'The service rejects a body with 400 and an Error if it is not JSON and no lenient parser finds a valid pet in it.',
    remedy:
      'Respond with 400 and an Error to such a body: it is not JSON, and no lenient JSON reader finds a valid pet in it.',
    reading:
      'Requests are JSON (part 1), but RFC 8259 section 9 lets a parser read more than JSON. So the service must reject a body only if no lenient parser finds both required fields in it with valid values. The suite observes all other bodies (OPEN-CREATE-MALFORMED).',
  },
  'CREATE-REFUSES-NON-OBJECT': rejected('4.2', 'a JSON body that is not an object'),
  'CREATE-REFUSES-NULL': {
    part: '2',
    statement: 'The service rejects null as the value of a field with 400 and an Error, even for the optional status.',
    remedy: 'Respond with 400 and an Error if a field is null. A status may be absent, but not null.',
    remedies: SEEN_WRONG,
  },
  'CREATE-REFUSES-NAME-TYPE': rejected('2', 'a name that is not a string'),
  'CREATE-REFUSES-CATEGORY-TYPE': rejected('2', 'a categoryId that is not an integer'),
  'CREATE-REFUSES-CATEGORY-RANGE': rejected('2', 'a categoryId outside the int64 range'),
  'CREATE-REFUSES-STATUS-TYPE': rejected('2', 'a status that is not a string'),
  'CREATE-REFUSES-STATUS-VALUE': rejected('2', 'a status that is not exactly a value of the enumeration'),
  'CREATE-REFUSES-SEVERAL': {
    part: '4.2',
    statement: 'The service rejects a body in which several fields are wrong or missing with 400 and one Error.',
    remedy: 'Respond with 400 and one Error to a body in which several fields are wrong.',
    remedies: SEEN_WRONG,
  },
  'CREATE-REFUSED-NOT-STORED': {
    part: '4.2',
    rule: 'history',
    statement: 'A rejected body creates no pet.',
    remedy: 'Store nothing for a body that the service rejects.',
    reading:
      'The contract says that 201 means an added pet and that 400 means an invalid body. A client that gets 400 corrects the body and sends it again, so a pet that is stored despite the 400 would be added twice.',
  },
  'CREATE-NO-DAMAGE': {
    part: '4.2',
    level: 'recommended',
    statement: 'A body that the contract does not specify does not break the list or the read of another pet.',
    remedy:
      'Reject a body that the service cannot show later, or convert it before you store it. Then remove the pet in the evidence from the store.',
  },
  'OPEN-CREATE-NAMES': observed(
    '8',
    'createPet',
    'Whether the service accepts empty, long, padded or otherwise unusual names.',
  ),
  'OPEN-CREATE-CATEGORIES': observed('2', 'createPet', 'Which category identifiers the service accepts.'),
  'OPEN-CREATE-FIELDS': observed(
    '4.2',
    'createPet',
    'How the service responds to unknown extra fields and repeated keys in a body.',
  ),
  'OPEN-CREATE-MALFORMED': observed(
    '4.2 (RFC 8259 section 9)',
    'createPet',
    'Whether the service accepts bodies that are not JSON, but that a lenient parser reads as a valid pet.',
  ),
  'OPEN-CREATE-INTEGER-FORM': observed(
    '2',
    'createPet',
    'Whether the service accepts an integer written with a zero fraction or an exponent.',
  ),
  'OPEN-CREATE-CONTENT-TYPE': observed(
    '5 rule 5',
    'createPet',
    'How the service responds to a body with another media type or none.',
  ),
  // Part 4.3: reading one pet, and its removal
  'GET-OK': {
    part: '4.3',
    rule: 'response',
    statement: 'A read by id of a pet in the catalogue gets 200 with a pet, until the operation is removed.',
    remedy: 'Respond with 200 and the pet to a read by any id that a creation or a list showed.',
    remedies: {
      'client id': 'Ignore an id in the body of a creation, or reject it with 400: this pet was created with one.',
    },
  },
  'GET-SAME': {
    part: '4.3',
    rule: 'response',
    statement: 'The response shows the requested pet: its id, and every field as its creation and the list show it.',
    remedy: 'Respond with the pet that has the requested id, with the values of its creation and of the list.',
    reading: MOVED_STATUSES,
  },
  'GET-SPELLINGS': {
    part: '4.3 (RFC 9110, RFC 3986)',
    statement: 'Every form of a read that means the same gets the same response.',
    remedy: 'Respond to each form of a read as to its plain form: both mean the same.',
    remedies: SPELLINGS,
    reading: EQUAL_FORMS,
  },
  'GET-UNKNOWN': {
    part: '4.3',
    statement: 'A read by an id that no pet has gets 404.',
    remedy: 'Respond with 404 and an Error to every int64 id that no pet has.',
    remedies: {
      'another pet':
        'Respond with 404 and an Error if no pet has the id: for {ids} the service returns a pet with another id.',
      'last pet':
        'Do not use the id as an index from the end: for -1 the service returns the last pet. Respond with 404 and an Error.',
    },
    reading:
      'The 404 applies to every petId without a pet, and petId is any int64. So zero, negative ids and ids that a double cannot hold get 404 too. An id that no response of the run showed may still exist, so a valid pet with exactly that id proves nothing.',
  },
  'GET-UNKNOWN-SIGN': {
    part: '4.3',
    level: 'recommended',
    statement: 'The service looks up zero and negative ids like any other: 404 if no pet has them, not 400.',
    remedy: 'Respond with 404 to every int64 id that no pet has, zero and negative ones included.',
  },
  'OPEN-GET-ID-FORM': observed('4.3', 'getPet', 'How the service responds to a petId that is not an int64 integer.'),
  'DEPRECATION-DATE': {
    part: '9 rule 3',
    operation: 'getPet',
    statement: `Reading a pet by id works before ${REMOVAL_DAY} and does not return the pet after that day.`,
    remedy: `Keep the operation until ${REMOVAL_DAY}, and remove it after that day. After that day, any response without the pet is allowed.`,
  },
  'DEPRECATION-REPLACEMENT': {
    part: '4.3',
    operation: 'listPets',
    rule: 'history',
    statement: 'A list filtered by the status of a pet finds the pet, so that it can replace a read by id.',
    remedy: 'List each pet, from its creation on, under the status filter that equals its status.',
  },
  'DEPRECATION-SUNSET': {
    part: '9 rule 3 (RFC 8594)',
    level: 'recommended',
    operation: 'getPet',
    statement: 'A Sunset header, if the service sends one, has the removal date of the operation.',
    remedy: `Set Sunset to an HTTP date on ${REMOVAL_DAY}, or omit the header.`,
  },
  'OPEN-DEPRECATION-HEADERS': observed(
    '4.3 (RFC 9745)',
    'getPet',
    'Whether responses announce the deprecation in Deprecation, Sunset or Link headers.',
  ),
  // Part 5: authentication
  'AUTH-VALID-KEY': {
    part: '5 rule 2',
    rule: 'history',
    statement: 'The service accepts a valid API key that is sent as a bearer token.',
    remedy: 'Accept the valid key in every operation, sent as Authorization: Bearer and the key.',
    remedies: { names: SPELLINGS.names },
  },
  ...forEachOperation('AUTH-MISSING', missingKeyRow),
  ...forEachOperation('AUTH-INVALID', invalidKeyRow),
  'AUTH-FIRST': {
    part: '5 rule 3',
    statement: 'The service checks the key before it validates the body and before it looks up a pet.',
    remedy: 'Check the key before anything else: without a valid key, each request gets 401, whatever else is wrong.',
    reading:
      'Rule 3 names no exception: a missing or invalid key gets 401, whatever else is wrong with the request. So no other part of a request (target, fields, media type, body) changes the response.',
  },
  'AUTH-EVERY-REQUEST': {
    part: '5 rule 1',
    statement: 'The service checks the key on every request, even after an accepted request on the same connection.',
    remedy: 'Check the key of every request, whatever its connection sent before.',
  },
  'AUTH-NO-EFFECT': {
    part: '5 rule 1',
    operation: 'createPet',
    rule: 'history',
    statement: 'A creation with a missing or an invalid API key creates no pet.',
    remedy: 'Store nothing for a request without a valid key.',
  },
  'AUTH-CHALLENGE': {
    part: '5 (RFC 9110 section 11.6.1)',
    level: 'recommended',
    rule: 'response',
    statement: 'A 401 response has a WWW-Authenticate header.',
    remedy: 'Send WWW-Authenticate: Bearer with every 401.',
  },
  'OPEN-AUTH-FORMS': observed(
    '5 rule 2',
    'every',
    'How the service responds to a valid key in another form: without a scheme, in Basic credentials, beside another key, in another header, or in the query.',
  ),
  'SCOPE-KEY-ISSUE': untestable(
    '5 rule 4',
    'A client gets its key from an account.',
    'The steps are outside the interface.',
  ),
  'SCOPE-KEY-RIGHTS': untestable(
    '5',
    'The contract does not give the lifetime, scopes or permissions of a key.',
    'A run has one key and no operation to change its permissions. An operation that always rejects the key is not verified.',
  ),
  'SCOPE-CLIENT-CONTENT-TYPE': {
    part: '5 rule 5',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Clients send a JSON body with Content-Type: application/json.',
    reason: 'The rule is for clients. OPEN-CREATE-CONTENT-TYPE observes how the service treats other media types.',
  },
  // Parts 6 to 9
  'SCOPE-EVENTS': untestable(
    '6',
    'The contract gives no events, webhooks or notifications.',
    'The contract names nothing to subscribe to.',
  ),
  'OPEN-ERROR-CODES': observed('7', 'every', 'Which code values errors have.'),
  'OPEN-RATE-LIMIT': observed('8', 'every', 'Whether and how the service limits the rate of requests.'),
  'SCOPE-REQUEST-SIZE': {
    part: '8',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'The contract gives no maximum size of a request.',
    reason: 'Bodies large enough to find a limit would be an attack on a shared service.',
  },
  'SCOPE-VERSION-SEGMENT': {
    part: '9 rule 1',
    statement: 'The path of the base address ends in the version segment v1.',
    reason:
      'It is a property of the address, not of a response. The suite rejects any other address as a configuration error before it sends anything.',
  },
  'SCOPE-DESCRIPTION-VERSION': untestable(
    '9 rule 2',
    `The interface description has version ${CONTRACT_VERSION}.`,
    'No response contains it. The report names the version that the suite uses.',
  ),
  'SCOPE-VERSION-POLICY': untestable(
    '9',
    'The contract gives no policy for later versions and for the lifetime of deprecated ones.',
    'The contract says nothing to judge a response by.',
  ),
  'OPEN-OTHER-METHODS': observed('4', 'every', 'How the service responds to other methods on its paths.'),
} as const satisfies Readonly<Record<string, CompleteRow>>;

/** What the contract leaves open (level `unspecified`). */
function observed(part: string, operation: RequirementRow['operation'], statement: string) {
  return { part, level: 'unspecified', operation, statement } as const;
}

/** What no request can test (level `unspecified`). `reason` says why. */
function untestable(part: string, statement: string, reason: string) {
  return { part, level: 'unspecified', statement, reason } as const;
}

/** A body that gets 400 (part 4.2). */
function rejected(part: string, what: string, seen = what) {
  return {
    part,
    statement: `The service rejects ${what} with 400 and an Error.`,
    remedy: `Respond with 400 and an Error to ${seen}.`,
    remedies: SEEN_WRONG,
  } as const;
}

type IdWord = (typeof operations)[OperationId]['idWord'];

/** A row for each operation: `AUTH-MISSING-LIST`. */
function forEachOperation<Prefix extends string, Of>(prefix: Prefix, rowOf: (operation: OperationId) => Of) {
  return Object.fromEntries(
    OPERATION_IDS.map((operation) => [`${prefix}-${operations[operation].idWord}`, rowOf(operation)]),
  ) as Readonly<Record<`${Prefix}-${IdWord}`, Of>>;
}

function missingKeyRow(operation: OperationId) {
  const route = operationRoute(operation);
  return {
    part: '5 rule 3',
    operation,
    statement: `Without an API key, a ${operations[operation].noun} gets 401.`,
    remedy: `Respond to ${route} with 401 and an Error if the request has no key.`,
    remedies: { processed: 'Respond with 401 and an Error if the request has no key.' },
    reading:
      'The contract shows one way to send a key: as a bearer token. A header that holds no right key at all, such as Basic credentials with a wrong one, has no key. A right key in another form (Basic, without a scheme, beside another key) is observed (OPEN-AUTH-FORMS).',
  } as const;
}

function invalidKeyRow(operation: OperationId) {
  const route = operationRoute(operation);
  return {
    part: '5 rule 3',
    operation,
    statement: `With an invalid API key, however similar to a valid one, a ${operations[operation].noun} gets 401.`,
    remedy: `Accept only issued keys for ${route}, equal in each character. Respond to any other key with 401 and an Error.`,
    remedies: {
      processed: 'Accept only issued keys, equal in each character. Respond to any other key with 401 and an Error.',
    },
    reading:
      'A key is invalid if it differs from the issued key, even by one character. A service may compare decoded keys, so the suite sends no key that decodes to the same bytes as base64, hexadecimal or UUID.',
  } as const;
}

/** The operation whose word an id starts with: `LIST-OK` is about `listPets`. */
function operationIn(id: string): RequirementRow['operation'] {
  return OPERATION_IDS.find((operation) => id.startsWith(`${operations[operation].idWord}-`)) ?? 'every';
}

/** The requirements in the order of the contract. */
export const requirements: readonly RequirementRow[] = Object.entries<Row>(table).map(
  ([id, { part, level = 'required', operation = operationIn(id), ...row }]) => ({ id, part, level, operation, ...row }),
);

type Table = typeof table;

/** The ids of rows that cases can judge. */
export type TestableId = {
  [Id in keyof Table]: Table[Id] extends { readonly reason: string } ? never : Id;
}[keyof Table];

type TestableRow = RequirementRow & { readonly id: TestableId };

/** The requirements that cases can judge. */
export const testableRequirements: readonly TestableRow[] = requirements.filter(
  (row): row is TestableRow => row.reason === undefined,
);

const byId: ReadonlyMap<string, RequirementRow> = new Map(requirements.map((row) => [row.id, row]));

/** The row of an id, or undefined if there is none. */
export function findRequirement(id: string): RequirementRow | undefined {
  return byId.get(id);
}

/** Whether a requirement is about unusual forms of requests. */
export function isAboutForms(id: string): boolean {
  return id.endsWith('-SPELLINGS');
}

/** The nine parts of the contract in their order: the number and the subject of each. */
export const parts: readonly Readonly<Record<'number' | 'title', string>>[] = [
  { number: '1', title: 'What the service does' },
  { number: '2', title: 'Resources and their fields' },
  { number: '3', title: 'States' },
  { number: '4', title: 'Endpoints' },
  { number: '5', title: 'Authentication' },
  { number: '6', title: 'Events' },
  { number: '7', title: 'Errors' },
  { number: '8', title: 'Limits' },
  { number: '9', title: 'Versioning' },
];

/** The number of the part of a place in the contract: `4.1` and `4.3 (RFC 9745)` belong to `4`. */
export function partNumberOf(place: string): string {
  return /^\d+/.exec(place)?.[0] ?? '';
}
