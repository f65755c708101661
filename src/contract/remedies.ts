import type { JudgedId } from './requirements.ts';

/**
 * What usually breaks each requirement that can be violated, and what to change: a hint of a sentence or three for whoever
 * maintains the service. A requirement without one does not compile.
 */
export const remedies: Readonly<Record<JudgedId, string>> = {
  'ANSWER-JSON':
    'Write every body, of refusals too, by one JSON writer, and send exactly what it gave as UTF-8: no guard prefix, no comma at the end, no page of the framework. Where Content-Encoding is set, the bytes must be so encoded.',
  'ANSWER-MEDIA-TYPE':
    'Set Content-Type: application/json where answers are written, on 400, 401 and 404 too. A charset parameter is fine; application/problem+json, vendor types and text/plain are not.',
  'ANSWER-COMPLETE':
    'Let the HTTP library frame the body: count Content-Length in bytes of what goes over the wire, after any compression, or send chunks and end the response. Do not close the socket before the last byte was flushed.',
  'ANSWER-NO-BOM': 'Write UTF-8 without a signature: many writers have a switch for it.',
  'ANSWER-UNIQUE-KEYS':
    'Build an object and write it once, instead of joining texts; look for a field that both a base class and its child write.',
  'ANSWER-NO-SERVER-ERROR':
    'Find the exception that the request in the evidence raises, and answer it with a refusal in the 400s. Odd input is not a fault of the server.',
  'PET-ID':
    'Write id as a JSON integer in every answer. Where it does not fit a double, use a JSON writer that keeps 64 bits, not a string.',
  'PET-NAME': 'Write name as a JSON string in every answer, also where the text looks like a number.',
  'PET-CATEGORY':
    'Write categoryId as a JSON integer in every answer: not as text, not as an object of the category, not rounded by a double.',
  'PET-STATUS':
    'Write status in lower case as the contract spells it. Where a pet has none, leave the member out; null and the empty string are not a status.',
  'PET-OBJECT': 'Answer with the pet itself: no envelope such as data, no array around one pet.',
  'PETS-ARRAY':
    'Answer with the array itself, also for one pet and for none: no envelope with items or totals, and [] instead of null.',
  'ERROR-OBJECT':
    'Give refusals of every layer, gateway and framework included, the one flat Error object, not wrapped in error or in an array.',
  'ERROR-CODE': 'Put a code that is a string into every Error. Any text serves, since the set is left open.',
  'ERROR-MESSAGE': 'Put a message that is one string into every Error, under exactly this name; join several into one.',
  'ERROR-STATUS':
    'Write into the Error the number that goes out as HTTP status, as an integer, where both are decided in one place.',
  'LIST-OK': 'GET /pets without any parameter must answer 200: give limit and status defaults, and demand neither.',
  'LIST-LIMIT-RANGE':
    'Read limit as a number, and accept all whole numbers from 1 to 100, both bounds included, alone and beside a filter, however few pets there are.',
  'LIST-LIMIT-MAX':
    'Cut the page to the limit after filtering, on every path: look for <= where < is meant, and for a query that is given the limit only in one branch.',
  'LIST-LIMIT-DEFAULT': 'Where limit is not given, go on exactly as if it were 20, with a filter too.',
  'LIST-STATUS-VALUES':
    'Accept available, pending and sold in lower case, one by one. A filter that nothing matches is answered 200 with [], not 404.',
  'LIST-STATUS-FILTER':
    'Compare the stored status with the filter for equality before the page is cut. A pet without a status matches no filter.',
  'LIST-STATUS-COMPLETE':
    'Compare the stored status of every pet, and look for an index or a cache that additions and their statuses do not reach.',
  'LIST-COMPLETE':
    'Read the list from what additions write to: no cache that outlives one, no join or rule that hides some pets, no repeated row that takes the place of another.',
  'LIST-SAME':
    'Write pets in a page by the code that writes a single one, and read them from the same columns, at the same precision.',
  'LIST-IDS-DISTINCT': 'Look for a join that repeats rows, and for ids that are given twice.',
  'CREATE-OK': 'Answer a valid addition with 201, not 200 or 202, for every status and also the second time.',
  'CREATE-STATUS-OPTIONAL': 'Do not demand status, and let the code behind it cope where there is none.',
  'CREATE-KEEPS-NAME':
    'Store and return the name as it came: no trimming, padding, escaping for HTML or change of case, and a column that holds any Unicode text.',
  'CREATE-KEEPS-CATEGORY':
    'Keep categoryId in 64 bits all the way. In JavaScript JSON.parse rounds above 2^53: read the source text of the number (the third argument of a reviver) into a BigInt, or refuse what cannot be kept with 400.',
  'CREATE-KEEPS-STATUS': 'Store the status that was sent, for each of the three values.',
  'CREATE-NAMES':
    'Accept any name of 1 to 20 characters: no pattern of allowed letters, no minimum above one, lengths counted in characters and not in bytes, and a database that takes four-byte UTF-8.',
  'CREATE-CATEGORY-INT64':
    'Accept a categoryId of the int64 range and keep all 64 bits, or refuse with 400 and an Error what cannot be kept: a double holds integers exactly only up to 2^53. Unknown categories are a 400 too, not 404, 409 or 422.',
  'CREATE-DUPLICATES':
    'Drop the unique constraint on names, and do not look a pet up by name before adding: each addition is a new pet with an id of its own.',
  'CREATE-ID-UNIQUE':
    'Take ids from a sequence of the database or a counter that is incremented atomically, not from the number of rows, the clock or the contents.',
  'CREATE-ID-ASSIGNED':
    'Read name, categoryId and status from the body and nothing else. An id that is sent is ignored, or refused with 400.',
  'CREATE-STORED':
    'Commit before answering 201, and make sure that simultaneous additions do not overwrite each other.',
  'CREATE-REFUSES-MISSING':
    'Check that name and categoryId are there, before anything is converted or given a default. The answer is 400 with an Error, not 422 or 500.',
  'CREATE-REFUSES-EMPTY': 'Answer a body of no bytes with 400 and an Error: parse failures must not fall through.',
  'CREATE-REFUSES-MALFORMED':
    'Use a strict JSON parser over the whole body, without leniency for comments, quotes or trailing text, and turn its failure into 400 with an Error.',
  'CREATE-REFUSES-NON-OBJECT':
    'Check that the parsed body is an object (not null, not an array) before fields are read.',
  'CREATE-REFUSES-NULL': 'Tell null from absent: null is refused with 400 for each of the three fields.',
  'CREATE-REFUSES-NAME-TYPE':
    'Check the JSON type of name before it is used, and turn off conversion by the framework.',
  'CREATE-REFUSES-CATEGORY-TYPE':
    'Check that categoryId is a JSON number without a fraction; a numeral in quotes, true, or a list of one is refused with 400.',
  'CREATE-REFUSES-CATEGORY-RANGE':
    'Compare with -9223372036854775808 and 9223372036854775807 before the value is narrowed, and on its digits: a double cannot tell them from their neighbours.',
  'CREATE-REFUSES-STATUS-TYPE': 'Check the JSON type of status before it is looked up in the enumeration.',
  'CREATE-REFUSES-STATUS-VALUE':
    'Compare status with the three values as they are: no change of case, no trimming, no ordinals, no fourth value.',
  'CREATE-REFUSED-NOT-STORED': 'Validate the whole body before anything is written, or roll back when it is refused.',
  'GET-OK': 'GET /pets/{petId} must find every pet in the catalogue, those from before the last restart included.',
  'GET-SAME':
    'Look the pet up by its exact 64-bit id, and write it by the code that writes it elsewhere, with every field.',
  'GET-UNKNOWN':
    'Answer an unknown id with 404 and an Error: not with 200 and null, not with 400 or 500, and whatever its size or sign.',
  'GET-UNKNOWN-SIGN': 'Do not demand that ids be positive: zero and negative integers are ids that no pet has, 404.',
  'DEPRECATION-DATE':
    'Keep the operation until 5 December 2030, and take it away after that day. What it answers then is left open, but it no longer gives the pet.',
  'DEPRECATION-REPLACEMENT': 'Make sure that the list with the status of a pet as filter finds it at once.',
  'DEPRECATION-SUNSET': 'Set Sunset to a moment on 5 December 2030 in the form of HTTP dates, or leave the header out.',
  'AUTH-VALID-KEY':
    'Read the Authorization header as the word Bearer, a space and the key, and accept the key for all three operations.',
  'AUTH-MISSING-LIST':
    'Put the check of the key in front of GET /pets: without the header, with an empty one, without a token or with Basic credentials, 401 with an Error.',
  'AUTH-MISSING-CREATE':
    'Put the check of the key in front of POST /pets: without the header, with an empty one, without a token or with Basic credentials, 401 with an Error.',
  'AUTH-MISSING-GET':
    'Put the check of the key in front of GET /pets/{petId}: without the header, with an empty one, without a token or with Basic credentials, 401 with an Error.',
  'AUTH-INVALID-LIST':
    'Compare the whole key of GET /pets for equality, letter case and length included: no prefix, no pattern, no truncation. What differs is 401 with an Error, not 403.',
  'AUTH-INVALID-CREATE':
    'Compare the whole key of POST /pets for equality, letter case and length included: no prefix, no pattern, no truncation. What differs is 401 with an Error, not 403.',
  'AUTH-INVALID-GET':
    'Compare the whole key of GET /pets/{petId} for equality, letter case and length included: no prefix, no pattern, no truncation. What differs is 401 with an Error, not 403.',
  'AUTH-FIRST':
    'Check the key before the body is parsed and before a pet is looked up, so that no 400 and no 404 reaches whoever has none.',
  'AUTH-EVERY-REQUEST':
    'Check the key for each request. Do not remember on the connection that an earlier one was accepted.',
  'AUTH-NO-EFFECT': 'Refuse before anything is stored: the check of the key comes first and ends the request.',
  'AUTH-CHALLENGE': 'Send WWW-Authenticate: Bearer with every 401.',
};

/** The hint for a requirement, or undefined where nothing can be violated. */
export function remedyFor(id: string): string | undefined {
  return new Map<string, string>(Object.entries(remedies)).get(id);
}
