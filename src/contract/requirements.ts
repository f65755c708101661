/**
 * The one table of requirements: every statement of the contract's nine parts, in our own words. Ids are permanent.
 * Levels: `required` gates the verdict, `recommended` warns, `unspecified` is only ever observed.
 * A row with `reason` cannot be tried by a suite on the wire, and says why.
 */
export interface RequirementRow {
  readonly id: string;
  /** Part of the contract, with the rule where it has one: `4.1`, `5 rule 3`. */
  readonly part: string;
  readonly level: 'required' | 'recommended' | 'unspecified';
  readonly operation: 'listPets' | 'createPet' | 'getPet' | 'every';
  readonly statement: string;
  /** Judged on every exchange of a run, so that no case needs to cite it. */
  readonly everyAnswer?: true;
  readonly reason?: string;
}

export const requirements = [
  // Part 1: the service
  {
    id: 'ANSWER-JSON',
    part: '1',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'The body of every named answer is one JSON text in valid UTF-8, and nothing besides.',
  },
  {
    id: 'ANSWER-MEDIA-TYPE',
    part: '1',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'The body of every named answer is labelled with the media type application/json.',
  },
  {
    id: 'ANSWER-COMPLETE',
    part: '1',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'An answer that has begun arrives whole: no body ends before its declared length or its last chunk.',
  },
  {
    id: 'ANSWER-NO-BOM',
    part: '1 (RFC 8259 section 8.1)',
    level: 'recommended',
    operation: 'every',
    everyAnswer: true,
    statement: 'A JSON body does not begin with a byte-order mark.',
  },
  {
    id: 'ANSWER-UNIQUE-KEYS',
    part: '1 (RFC 7493 section 2.3)',
    level: 'recommended',
    operation: 'every',
    everyAnswer: true,
    statement: 'No JSON object in an answer names a member twice.',
  },
  {
    id: 'ANSWER-NO-SERVER-ERROR',
    part: '1 (RFC 9110 section 15.6)',
    level: 'recommended',
    operation: 'every',
    everyAnswer: true,
    statement: 'A request outside the named conditions is not answered with a server error.',
  },
  {
    id: 'SCOPE-ADDRESSES',
    part: '1',
    level: 'unspecified',
    operation: 'every',
    statement: 'A production and a staging address exist.',
    reason: 'The addresses are placeholders; a run judges the one address it is given.',
  },
  {
    id: 'SCOPE-STORE-ORDERS',
    part: '1',
    level: 'unspecified',
    operation: 'every',
    statement: 'A store-orders operation is mentioned without parameters, payloads or behaviour.',
    reason: 'Nothing is said that an answer could be held to, so the operation is left alone.',
  },
  // Part 2: resources
  {
    id: 'PET-ID',
    part: '2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'Every animal in an answer has an id that is an integer of the int64 range.',
  },
  {
    id: 'PET-NAME',
    part: '2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'Every animal in an answer has a name that is a string.',
  },
  {
    id: 'PET-CATEGORY',
    part: '2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'Every animal in an answer has a categoryId that is an integer of the int64 range.',
  },
  {
    id: 'PET-STATUS',
    part: '2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'The status of an animal in an answer is absent or exactly available, pending or sold.',
  },
  {
    id: 'PET-OBJECT',
    part: '2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'An animal in an answer is a JSON object, itself and not wrapped in another.',
  },
  {
    id: 'PETS-ARRAY',
    part: '2',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'A page is a bare JSON array of animals; a page without animals is the empty array.',
  },
  {
    id: 'ERROR-OBJECT',
    part: '7',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'The body of a named 400, 401 or 404 is a JSON object, the Error itself and not wrapped.',
  },
  {
    id: 'ERROR-CODE',
    part: '7 rule 2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'An Error always has a code that is a string.',
  },
  {
    id: 'ERROR-MESSAGE',
    part: '7 rule 2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'An Error always has a message that is a string.',
  },
  {
    id: 'ERROR-STATUS',
    part: '7 rule 1',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'An Error always has an integer status, equal to the HTTP status of its answer.',
  },
  {
    id: 'SCOPE-CATEGORY-FIELDS',
    part: '2',
    level: 'unspecified',
    operation: 'every',
    statement: 'A category is known by its identifier only.',
    reason: 'No operation reads or lists categories.',
  },
  // Part 3: states
  {
    id: 'SCOPE-TRANSITIONS',
    part: '3',
    level: 'unspecified',
    operation: 'every',
    statement: 'How the status of an animal changes after it was added is left open.',
    reason: 'No operation changes a status.',
  },
  {
    id: 'OPEN-DEFAULT-STATUS',
    part: '3',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Which status, if any, an animal receives that is added without one.',
  },
  // Part 4.1: listing
  {
    id: 'LIST-OK',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'Listing without parameters is answered 200.',
  },
  {
    id: 'LIST-LIMIT-RANGE',
    part: '8',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'Listing with any whole limit from 1 to 100 is answered 200, with and without a filter.',
  },
  {
    id: 'LIST-LIMIT-MAX',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'No page holds more animals than the limit asked for.',
  },
  {
    id: 'LIST-LIMIT-DEFAULT',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'Listing without a limit is listing with a limit of 20.',
  },
  {
    id: 'LIST-STATUS-VALUES',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'Listing with a status filter of available, pending or sold is answered 200.',
  },
  {
    id: 'LIST-STATUS-FILTER',
    part: '3',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'A page filtered by status holds only animals of exactly that status.',
  },
  {
    id: 'LIST-STATUS-COMPLETE',
    part: '3',
    level: 'required',
    operation: 'listPets',
    statement: 'The status filter finds the animals of that status: a complete page leaves none of them out.',
  },
  {
    id: 'LIST-COMPLETE',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    statement:
      'The list shows the catalogue as it is now: a complete page leaves out no animal known before it was asked for.',
  },
  {
    id: 'LIST-SAME',
    part: '4.1',
    level: 'required',
    operation: 'listPets',
    statement: 'The list shows an animal with the same values that adding it and reading it alone show.',
  },
  {
    id: 'LIST-IDS-DISTINCT',
    part: '2',
    level: 'required',
    operation: 'listPets',
    everyAnswer: true,
    statement: 'No id occurs twice within a page.',
  },
  {
    id: 'OPEN-LIST-ORDER',
    part: '4.1',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'In which order a page lists animals.',
  },
  {
    id: 'OPEN-LIST-PAGING',
    part: '4.1',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'Whether an answer carries paging metadata, and whether a page is capped below its limit.',
  },
  {
    id: 'OPEN-LIST-FILTER',
    part: '4.1',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'Whether a filter finds matches in the whole catalogue, or only among the animals of one page.',
  },
  {
    id: 'OPEN-LIST-LIMIT-OUTSIDE',
    part: '7',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'What a limit outside 1 to 100, or one that is no whole number, leads to.',
  },
  {
    id: 'OPEN-LIST-STATUS-UNKNOWN',
    part: '7',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'What a status filter outside the enumeration leads to.',
  },
  {
    id: 'OPEN-LIST-PARAMETERS',
    part: '4.1',
    level: 'unspecified',
    operation: 'listPets',
    statement: 'What repeated and unknown query parameters lead to.',
  },
  // Part 4.2: adding
  {
    id: 'CREATE-OK',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'Adding a valid animal is answered 201 with the animal.',
  },
  {
    id: 'CREATE-STATUS-OPTIONAL',
    part: '2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'A valid animal may be added without a status.',
  },
  {
    id: 'CREATE-KEEPS-NAME',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'The added animal has the name that was sent, unchanged.',
  },
  {
    id: 'CREATE-KEEPS-CATEGORY',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'The added animal has the categoryId that was sent, exact to the last digit.',
  },
  {
    id: 'CREATE-KEEPS-STATUS',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'The added animal has the status that was sent.',
  },
  {
    id: 'CREATE-NAMES',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'Ordinary names of 1 to 20 characters are accepted, whatever their script, emoji or punctuation.',
  },
  {
    id: 'CREATE-CATEGORY-INT64',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement:
      'Any categoryId of the int64 range is either accepted and kept exactly, or refused with 400 and an Error.',
  },
  {
    id: 'CREATE-DUPLICATES',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'Adding the same valid animal twice gives two animals: nothing makes names unique.',
  },
  {
    id: 'CREATE-ID-UNIQUE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'Every added animal receives an id that no other animal has, under simultaneous requests too.',
  },
  {
    id: 'CREATE-ID-ASSIGNED',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'The service assigns the id: one sent by the client is refused with 400 or ignored, never used.',
  },
  {
    id: 'CREATE-STORED',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    everyAnswer: true,
    statement: 'An animal answered with 201 is in the catalogue from then on.',
  },
  {
    id: 'CREATE-REFUSES-MISSING',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'A body without a required field is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-EMPTY',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'An empty body is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-MALFORMED',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'A body that is not JSON is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-NON-OBJECT',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'A JSON body that is not an object is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-NULL',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'null in the place of a field is refused with 400 and an Error, for the optional status too.',
  },
  {
    id: 'CREATE-REFUSES-NAME-TYPE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'A name that is not a string is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-CATEGORY-TYPE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'A categoryId that is not an integer is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-CATEGORY-RANGE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'A categoryId outside the int64 range is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-STATUS-TYPE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'A status that is not a string is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSES-STATUS-VALUE',
    part: '2',
    level: 'required',
    operation: 'createPet',
    statement: 'A status outside the enumeration, to the letter, is refused with 400 and an Error.',
  },
  {
    id: 'CREATE-REFUSED-NOT-STORED',
    part: '4.2',
    level: 'required',
    operation: 'createPet',
    statement: 'A refused body leaves no animal behind.',
  },
  {
    id: 'OPEN-CREATE-NAMES',
    part: '8',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Whether empty, long, padded or otherwise unusual names are accepted.',
  },
  {
    id: 'OPEN-CREATE-CATEGORIES',
    part: '2',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Which category identifiers are accepted.',
  },
  {
    id: 'OPEN-CREATE-FIELDS',
    part: '4.2',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'What unknown extra fields and repeated keys in a body lead to.',
  },
  {
    id: 'OPEN-CREATE-INTEGER-FORM',
    part: '2',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Whether an integer written with a zero fraction or an exponent is accepted.',
  },
  {
    id: 'OPEN-CREATE-CONTENT-TYPE',
    part: '5 rule 5',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'What a body with another media type, or with none, leads to.',
  },
  // Part 4.3: reading one
  {
    id: 'GET-OK',
    part: '4.3',
    level: 'required',
    operation: 'getPet',
    everyAnswer: true,
    statement:
      'Reading the id of an animal in the catalogue is answered 200 with an animal, until the operation is removed.',
  },
  {
    id: 'GET-SAME',
    part: '4.3',
    level: 'required',
    operation: 'getPet',
    everyAnswer: true,
    statement: 'Reading one gives the animal asked for, id and every field as adding it and the list show them.',
  },
  {
    id: 'GET-UNKNOWN',
    part: '4.3',
    level: 'required',
    operation: 'getPet',
    statement: 'Reading an id that no animal has is answered 404 with an Error.',
  },
  {
    id: 'GET-UNKNOWN-SIGN',
    part: '4.3',
    level: 'recommended',
    operation: 'getPet',
    statement: 'Zero and negative ids are looked up like any other: 404 where no animal has them, not 400.',
  },
  {
    id: 'OPEN-GET-ID-FORM',
    part: '4.3',
    level: 'unspecified',
    operation: 'getPet',
    statement: 'What a petId that is no integer, or none of the int64 range, leads to.',
  },
  {
    id: 'DEPRECATION-DATE',
    part: '9 rule 3',
    level: 'required',
    operation: 'getPet',
    statement: 'Reading one works before 5 December 2030 and gives the animal no more after that day.',
  },
  {
    id: 'DEPRECATION-REPLACEMENT',
    part: '4.3',
    level: 'required',
    operation: 'listPets',
    statement: 'What reading one gives can be had by listing with the status of the animal.',
  },
  {
    id: 'DEPRECATION-SUNSET',
    part: '9 rule 3 (RFC 8594)',
    level: 'recommended',
    operation: 'getPet',
    statement: 'A Sunset header, where there is one, names the removal date of the operation.',
  },
  {
    id: 'OPEN-DEPRECATION-HEADERS',
    part: '4.3 (RFC 9745)',
    level: 'unspecified',
    operation: 'getPet',
    statement: 'Whether answers announce the deprecation by Deprecation, Sunset or Link headers.',
  },
  // Part 5: authentication
  {
    id: 'AUTH-VALID-KEY',
    part: '5 rule 2',
    level: 'required',
    operation: 'every',
    everyAnswer: true,
    statement: 'A valid API key sent as bearer token is accepted.',
  },
  {
    id: 'AUTH-MISSING-LIST',
    part: '5 rule 3',
    level: 'required',
    operation: 'listPets',
    statement: 'Listing without an API key is answered 401 with an Error.',
  },
  {
    id: 'AUTH-MISSING-CREATE',
    part: '5 rule 3',
    level: 'required',
    operation: 'createPet',
    statement: 'Adding without an API key is answered 401 with an Error.',
  },
  {
    id: 'AUTH-MISSING-GET',
    part: '5 rule 3',
    level: 'required',
    operation: 'getPet',
    statement: 'Reading one without an API key is answered 401 with an Error.',
  },
  {
    id: 'AUTH-INVALID-LIST',
    part: '5 rule 3',
    level: 'required',
    operation: 'listPets',
    statement:
      'Listing with an API key that is not valid, however close to a valid one, is answered 401 with an Error.',
  },
  {
    id: 'AUTH-INVALID-CREATE',
    part: '5 rule 3',
    level: 'required',
    operation: 'createPet',
    statement: 'Adding with an API key that is not valid, however close to a valid one, is answered 401 with an Error.',
  },
  {
    id: 'AUTH-INVALID-GET',
    part: '5 rule 3',
    level: 'required',
    operation: 'getPet',
    statement:
      'Reading one with an API key that is not valid, however close to a valid one, is answered 401 with an Error.',
  },
  {
    id: 'AUTH-FIRST',
    part: '5 rule 3',
    level: 'required',
    operation: 'every',
    statement: 'The key is checked before the body is validated and before an animal is looked up.',
  },
  {
    id: 'AUTH-EVERY-REQUEST',
    part: '5 rule 1',
    level: 'required',
    operation: 'every',
    statement:
      'The key is checked on every request, also on one that follows an accepted request on the same connection.',
  },
  {
    id: 'AUTH-NO-EFFECT',
    part: '5 rule 1',
    level: 'required',
    operation: 'createPet',
    statement: 'A request to add an animal that is refused for its key adds none.',
  },
  {
    id: 'AUTH-CHALLENGE',
    part: '5 (RFC 9110 section 11.6.1)',
    level: 'recommended',
    operation: 'every',
    everyAnswer: true,
    statement: 'An answer of 401 carries a WWW-Authenticate header.',
  },
  {
    id: 'OPEN-AUTH-FORMS',
    part: '5 rule 2',
    level: 'unspecified',
    operation: 'every',
    statement: 'What a valid key leads to without a scheme, with the scheme in lower case, or in the query.',
  },
  {
    id: 'SCOPE-KEY-ISSUE',
    part: '5 rule 4',
    level: 'unspecified',
    operation: 'every',
    statement: 'Keys are obtained from an account.',
    reason: 'The steps are outside the interface.',
  },
  {
    id: 'SCOPE-KEY-RIGHTS',
    part: '5',
    level: 'unspecified',
    operation: 'every',
    statement: 'Lifetime, scopes and permissions of a key are left open.',
    reason:
      'A run has one key and no operation to change what it may do; an operation that always refuses it is not verified.',
  },
  {
    id: 'SCOPE-CLIENT-CONTENT-TYPE',
    part: '5 rule 5',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'Clients label a JSON body with Content-Type: application/json.',
    reason: 'It binds clients; what a service makes of other labels is observed as OPEN-CREATE-CONTENT-TYPE.',
  },
  // Parts 6 to 9
  {
    id: 'SCOPE-EVENTS',
    part: '6',
    level: 'unspecified',
    operation: 'every',
    statement: 'Events, webhooks and notifications are left open.',
    reason: 'Nothing is said that could be subscribed to.',
  },
  {
    id: 'OPEN-ERROR-CODES',
    part: '7',
    level: 'unspecified',
    operation: 'every',
    statement: 'Which code values errors carry.',
  },
  {
    id: 'OPEN-RATE-LIMIT',
    part: '8',
    level: 'unspecified',
    operation: 'every',
    statement: 'Whether and how the rate of requests is limited.',
  },
  {
    id: 'SCOPE-REQUEST-SIZE',
    part: '8',
    level: 'unspecified',
    operation: 'createPet',
    statement: 'The largest request is left open.',
    reason: 'Bodies large enough to find such a limit would be an attack on a shared service.',
  },
  {
    id: 'SCOPE-VERSION-SEGMENT',
    part: '9 rule 1',
    level: 'required',
    operation: 'every',
    statement: 'The path of the base address ends in the version segment v1.',
    reason:
      'It is a property of the address and not of an answer: another address is refused as a configuration error before anything is sent.',
  },
  {
    id: 'SCOPE-DESCRIPTION-VERSION',
    part: '9 rule 2',
    level: 'unspecified',
    operation: 'every',
    statement: 'The interface description is at version 1.0.0.',
    reason: 'No answer carries it; the report names the version that the suite judges by.',
  },
  {
    id: 'SCOPE-VERSION-POLICY',
    part: '9',
    level: 'unspecified',
    operation: 'every',
    statement: 'How later versions come and old ones go is left open.',
    reason: 'Nothing is said that an answer could be held to.',
  },
  {
    id: 'OPEN-OTHER-METHODS',
    part: '4',
    level: 'unspecified',
    operation: 'every',
    statement: 'What other methods on the two paths lead to.',
  },
] as const satisfies readonly RequirementRow[];

type Row = (typeof requirements)[number];

/** The id of any row of the table. */
export type RequirementId = Row['id'];
/** The ids of rows that cases can judge. */
export type TestableId = Exclude<Row, { readonly reason: string }>['id'];
/** The ids of rows that can be violated: what the contract leaves open is only observed. */
export type JudgedId = Exclude<Row, { readonly reason: string } | { readonly level: 'unspecified' }>['id'];

/** Version of the interface description that the table was made from (part 9 rule 2). */
export const CONTRACT_VERSION = '1.0.0';

const byId: ReadonlyMap<string, RequirementRow> = new Map(requirements.map((row) => [row.id, row]));

/** The row of an id, or undefined where there is none. */
export function findRequirement(id: string): RequirementRow | undefined {
  return byId.get(id);
}

/** Whether a row is judged on every exchange, so that each case may judge it without citing it. */
export function isEveryAnswer(id: RequirementId): boolean {
  return byId.get(id)?.everyAnswer === true;
}
