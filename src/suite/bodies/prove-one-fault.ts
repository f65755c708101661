import { type JsonDocument, readJson } from '../../contract/json.ts';
import { CONTRACT_SCHEMAS } from '../../contract/schemas.ts';
import { checkNewPet, type MismatchProblem } from '../../contract/validation.ts';
import type { BuiltBody, FaultKind, OneFaultBody } from './one-fault-body.ts';

/** What a body declares about itself, and is held to. */
export type DeclaredFault = Pick<OneFaultBody, 'id' | 'kind' | 'faults'>;

const PROBLEMS: Readonly<Record<FaultKind, readonly MismatchProblem[]>> = {
  missing: ['missing'],
  misplaced: ['missing'],
  'wrong-type': ['type'],
  null: ['null'],
  'out-of-range': ['range'],
  'not-in-enumeration': ['enumeration'],
  'not-an-object': ['type', 'null'],
  malformed: [],
  empty: [],
};

/**
 * Proves that a built body has the declared fault and no other, so that a 400 can only be for it (part 4.2). Throws an
 * Error otherwise: that is a fault of the suite, never of the service.
 */
export function proveOneFault(built: BuiltBody, declared: DeclaredFault): void {
  const problem = problemOf(built, declared);
  if (problem !== null) throw new Error(`the body ${declared.id} is not what it says: ${problem}`);
}

function problemOf(built: BuiltBody, declared: DeclaredFault): string | null {
  if (declared.kind === 'empty') return built.body.trim() === '' ? null : 'it is not empty';
  const reading = readText(built.body);
  if (declared.kind === 'malformed') return malformedProblem(built, reading);
  if (reading === null) return 'it is not JSON';
  return faultsProblem(reading, declared) ?? restProblem(reading, built, declared.kind);
}

/** What else is wrong with a body whose faults are the declared ones. */
function restProblem(reading: JsonDocument, built: BuiltBody, kind: FaultKind): string | null {
  if (kind === 'not-an-object') return null;
  // That the fields stand elsewhere is what is wrong, so that only the body as it should have been can be looked at.
  return kind === 'misplaced' ? repairedProblem(built) : objectProblem(reading, built);
}

function readText(text: string): JsonDocument | null {
  const reading = readJson(new TextEncoder().encode(text));
  return reading.kind === 'json' ? reading.document : null;
}

function malformedProblem(built: BuiltBody, reading: JsonDocument | null): string | null {
  return reading === null ? repairedProblem(built) : 'it is JSON';
}

function repairedProblem(built: BuiltBody): string | null {
  const repaired = built.repaired === null ? null : readText(built.repaired);
  if (repaired === null) return 'its repaired text is not JSON';
  return checkNewPet(repaired).length === 0 ? null : 'its repaired text is no valid NewPet';
}

function faultsProblem(document: JsonDocument, declared: DeclaredFault): string | null {
  const mismatches = checkNewPet(document);
  const found = mismatches.map((mismatch) => mismatch.pointer).sort();
  if (found.join('\n') !== [...declared.faults].sort().join('\n') || found.length === 0) {
    return `it is wrong at ${JSON.stringify(found)} instead of ${JSON.stringify(declared.faults)}`;
  }
  const other = mismatches.find((mismatch) => !PROBLEMS[declared.kind].includes(mismatch.problem));
  return other === undefined ? null : `the problem at "${other.pointer}" is ${other.problem}`;
}

/** Fields that the contract does not know, or a field twice, would be a second reason to refuse the body. */
function objectProblem(document: JsonDocument, built: BuiltBody): string | null {
  const members = Object.entries(document.value as object);
  const unknown = members.find(([name]) => !Object.hasOwn(CONTRACT_SCHEMAS.newPet.properties, name));
  if (unknown !== undefined) return `the contract has no field ${unknown[0]}`;
  if (document.duplicateKeys.length > 0) return 'it holds a field twice';
  const strange = Object.entries(built.marks).find(
    ([name, mark]) =>
      document.numberText(document.value as object, name) !== String(mark) &&
      !members.some(([key, value]) => key === name && value === mark),
  );
  return strange === undefined ? null : `it does not hold the mark ${strange[0]}`;
}
