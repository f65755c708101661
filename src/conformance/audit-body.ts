import { readJson, type JsonDocument, type JsonValue } from '../contract/json.ts';
import { checkError, checkPet, checkPets, type Mismatch } from '../contract/validation.ts';
import { exactInteger } from '../contract/exact-integer.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Answer, Answered } from '../target/answer.ts';
import type { Judge } from './judge.ts';

/** Judges media type and JSON of a named answer (parts 1 and 2) and gives the document, or null where there is none. */
export function auditJson(judge: Judge, answer: Answer, answered: Answered): JsonDocument | null {
  const labels = answered.headers.get('content-type') ?? [];
  judge.everyAnswer('ANSWER-MEDIA-TYPE', isJsonMediaType(labels), {
    expected: 'Content-Type: application/json, parameters allowed',
    actual: labels.length === 0 ? 'no Content-Type header' : `Content-Type: ${labels.join(' and ')}`,
    answers: [answer],
  });
  const reading = readJson(answered.body, answered.maxDepth);
  if (reading.kind === 'not-json' && reading.reason === 'too-deep') return stopTooDeep(judge, answer);
  judge.everyAnswer('ANSWER-JSON', reading.kind === 'json', {
    expected: 'one JSON text in UTF-8',
    actual: reading.kind === 'json' ? 'one JSON text in UTF-8' : reading.problem,
    answers: [answer],
  });
  if (reading.kind !== 'json') return null;
  const { document } = reading;
  judge.everyAnswer('ANSWER-NO-BOM', !document.byteOrderMark, {
    expected: 'no byte-order mark',
    actual: document.byteOrderMark ? 'a byte-order mark before the JSON text' : 'no byte-order mark',
    answers: [answer],
  });
  const [duplicate] = document.duplicateKeys;
  judge.everyAnswer('ANSWER-UNIQUE-KEYS', duplicate === undefined, {
    expected: 'every member named once in its object',
    actual: duplicate === undefined ? 'every member named once' : 'a member named twice',
    ...(duplicate === undefined ? {} : { pointer: duplicate }),
    answers: [answer],
  });
  return document;
}

/** Ends the case where a body is nested deeper than the suite reads, which is no fault of the service. */
export function stopTooDeep(judge: Judge, answer: Answer): never {
  return judge.stop(
    'The answer is nested deeper than the suite reads.',
    'See what the service sends, or raise --max-depth (PETSTORE_MAX_DEPTH).',
    [answer],
  );
}

/** Whether the values of Content-Type all say application/json, in any case and with any parameters (RFC 9110 section 8.3). */
export function isJsonMediaType(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^[ \t]*application\/json[ \t]*(;|$)/i.test(value));
}

/** The elements of a page, and whether each of them is an animal. */
export interface AuditedPets {
  readonly elements: readonly JsonValue[];
  readonly allValid: boolean;
}

/** Judges that a document is a page (parts 2 and 4.1). Null where it is no array. */
export function auditPets(judge: Judge, answer: Answer, document: JsonDocument): AuditedPets | null {
  const { value } = document;
  const isArray = isJsonArray(value);
  judge.everyAnswer('PETS-ARRAY', isArray, {
    expected: 'a bare JSON array of animals',
    actual: isArray ? 'a bare array' : describeKind(value),
    pointer: '',
    answers: [answer],
  });
  if (!isArray) return null;
  const mismatches = value.length === 0 ? [] : checkPets(document);
  if (value.length > 0) judgePetFields(judge, answer, mismatches);
  return { elements: value, allValid: mismatches.length === 0 };
}

/** Judges that a document is one animal (part 2). Gives whether it is. */
export function auditPet(judge: Judge, answer: Answer, document: JsonDocument): boolean {
  const mismatches = checkPet(document);
  judgePetFields(judge, answer, mismatches);
  return mismatches.length === 0;
}

/** Judges that a document is an Error whose status is that of the answer (parts 2 and 7). */
export function auditError(judge: Judge, answer: Answer, document: JsonDocument, status: number): void {
  const { value } = document;
  const mismatches = checkError(document);
  const isError = isJsonObject(value) && wrapperAmong(mismatches, ['code', 'message', 'status']) === null;
  judge.everyAnswer('ERROR-OBJECT', isError, {
    expected: 'a JSON object with code, message and status',
    actual: isError ? 'an object' : describeKind(value),
    pointer: '',
    answers: [answer],
  });
  if (!isError) return;
  for (const [field, requirement] of ERROR_FIELDS) {
    const mismatch = mismatches.find((candidate) => candidate.field === field);
    judge.everyAnswer(requirement, mismatch === undefined, fieldFinding(mismatch, `/${field}`, answer));
  }
  if (mismatches.some((mismatch) => mismatch.field === 'status')) {
    judge.everyAnswer(
      'ERROR-STATUS',
      false,
      fieldFinding(
        mismatches.find(({ field }) => field === 'status'),
        '/status',
        answer,
      ),
    );
    return;
  }
  const text = document.numberText(value, 'status') ?? '';
  const exact = exactInteger(text);
  judge.everyAnswer('ERROR-STATUS', exact.kind === 'integer' && exact.value === BigInt(status), {
    expected: `${status}, the HTTP status`,
    actual: text,
    pointer: '/status',
    answers: [answer],
  });
}

const ERROR_FIELDS = [
  ['code', 'ERROR-CODE'],
  ['message', 'ERROR-MESSAGE'],
] as const satisfies readonly (readonly [string, TestableId])[];

const PET_FIELDS = [
  ['', 'PET-OBJECT'],
  ['id', 'PET-ID'],
  ['name', 'PET-NAME'],
  ['categoryId', 'PET-CATEGORY'],
  ['status', 'PET-STATUS'],
] as const satisfies readonly (readonly [string, TestableId])[];

const REQUIRED_PET_FIELDS = ['id', 'name', 'categoryId'];

/** Where every required field is missing in one place, what stands there is no animal: a wrapper, say. */
function wrapperAmong(mismatches: readonly Mismatch[], fields: readonly string[]): string | null {
  const missing = mismatches.filter((mismatch) => mismatch.problem === 'missing');
  const places = Map.groupBy(missing, ({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/')));
  for (const [place, each] of places) {
    if (fields.every((field) => each.some((mismatch) => mismatch.field === field))) return place;
  }
  return null;
}

function judgePetFields(judge: Judge, answer: Answer, mismatches: readonly Mismatch[]): void {
  const wrapper = wrapperAmong(mismatches, REQUIRED_PET_FIELDS);
  if (wrapper !== null) {
    judge.everyAnswer('PET-OBJECT', false, {
      expected: 'an animal',
      actual: 'an object that has none of the required fields of an animal',
      pointer: wrapper,
      answers: [answer],
    });
    return;
  }
  const notAnObject = mismatches.some((mismatch) => mismatch.field === '');
  for (const [field, requirement] of PET_FIELDS) {
    const mismatch = mismatches.find((candidate) => candidate.field === field);
    if (notAnObject && mismatch === undefined) continue;
    judge.everyAnswer(requirement, mismatch === undefined, fieldFinding(mismatch, undefined, answer));
  }
}

function fieldFinding(mismatch: Mismatch | undefined, pointer: string | undefined, answer: Answer) {
  if (mismatch === undefined)
    return { expected: 'as the schema has it', actual: 'as the schema has it', answers: [answer] };
  return {
    expected: mismatch.expected,
    actual: mismatch.actual,
    pointer: pointer ?? mismatch.pointer,
    answers: [answer],
  };
}

/** Whether a JSON value is an object, neither null nor an array. */
export function isJsonObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function describeKind(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return `an object with the members ${Object.keys(value).slice(0, 5).join(', ') || '(none)'}`;
  return `a ${typeof value}`;
}
