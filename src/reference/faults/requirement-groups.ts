import { operations } from '../operations/index.ts';

// Requirements that one fault breaks together. All others stand at their fault.

type AnyOperation = (typeof operations)[keyof typeof operations];
type OperationOnOnePet = Extract<AnyOperation, { readonly path: `${string}{petId}${string}` }>;

const operationsOnOnePet = Object.values(operations).filter((each): each is OperationOnOnePet =>
  each.path.includes('{petId}'),
);

/** A request without a key is rejected, one requirement for each operation. */
export const missingKeyRejected = Object.values(operations).map(({ idWord }) => `AUTH-MISSING-${idWord}` as const);

/** A request with a wrong key is rejected, one requirement for each operation. */
export const wrongKeyRejected = Object.values(operations).map(({ idWord }) => `AUTH-INVALID-${idWord}` as const);

/** A request with an id that no pet has is rejected with 404, one requirement for each operation with an id in its path. */
export const unknownPetRejected = operationsOnOnePet.map(({ idWord }) => `${idWord}-UNKNOWN` as const);

/** What a service violates if it accepts wrong keys that resemble the right one. */
export const similarKeysAccepted = [...wrongKeyRejected, 'AUTH-NO-EFFECT'] as const;

/** What a service violates if it accepts wrong keys of any kind. */
export const wrongKeysAccepted = [...wrongKeyRejected, 'AUTH-FIRST', 'AUTH-EVERY-REQUEST', 'AUTH-NO-EFFECT'] as const;

/** What a service violates if some lists fail. */
export const listsFail = ['LIST-OK', 'LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES', 'LIST-SPELLINGS'] as const;

/** What a service violates if it rejects some valid additions of any kind. */
export const additionsFail = [
  'CREATE-OK',
  'CREATE-STATUS-OPTIONAL',
  'CREATE-NAMES',
  'CREATE-CATEGORY-INT64',
  'CREATE-DUPLICATES',
  'CREATE-ID-ASSIGNED',
] as const;

/** A body with one mistake is rejected with 400, one requirement for each kind of mistake. */
export const oneMistakeRejected = [
  'CREATE-REFUSES-MISSING',
  'CREATE-REFUSES-EMPTY',
  'CREATE-REFUSES-MALFORMED',
  'CREATE-REFUSES-NON-OBJECT',
  'CREATE-REFUSES-NULL',
  'CREATE-REFUSES-NAME-TYPE',
  'CREATE-REFUSES-CATEGORY-TYPE',
  'CREATE-REFUSES-CATEGORY-RANGE',
  'CREATE-REFUSES-STATUS-TYPE',
  'CREATE-REFUSES-STATUS-VALUE',
] as const;

/** Every invalid body is rejected with 400. */
export const invalidBodyRejected = [...oneMistakeRejected, 'CREATE-REFUSES-SEVERAL'] as const;
