import { type JsonDocument, readJson } from '../../contract/json.ts';
import { CONTRACT_SCHEMAS, checkNewPet, type MismatchProblem } from '../../contract/validation.ts';
import { type BuiltBody, type DeclaredFault, PROBLEMS } from './faulty-body.ts';

/** Throws unless a body has exactly its declared faults, so a 400 can only be for these (part 4.2). The suite is then at fault. */
export function proveDeclaredFaults(built: BuiltBody, declared: DeclaredFault): void {
  const problem = problemOf(built, declared);
  if (problem !== null)
    throw new Error(`The body ${declared.id} does not have exactly its declared fault: ${problem}.`);
}

function problemOf(built: BuiltBody, declared: DeclaredFault): string | null {
  const { requirement } = declared;
  if (requirement === 'CREATE-REFUSES-EMPTY') return String(built.body).trim() === '' ? null : 'it is not empty';
  const reading = readText(built.body);
  if (requirement === 'CREATE-REFUSES-MALFORMED' || requirement === 'OPEN-CREATE-MALFORMED')
    return reading === null ? repairedProblem(built) : 'it is JSON';
  if (reading === null) return 'it is not JSON';
  const problem = faultsProblem(reading, declared);
  if (problem !== null || requirement === 'CREATE-REFUSES-NON-OBJECT') return problem;
  // Misplaced fields cannot be checked, so the repaired body is.
  return declared.isMisplaced === true ? repairedProblem(built) : objectProblem(reading, built);
}

function readText(text: string | Uint8Array): JsonDocument | null {
  const reading = readJson(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return reading.kind === 'json' ? reading.document : null;
}

function repairedProblem(built: BuiltBody): string | null {
  const repaired = readText(built.repaired);
  if (repaired === null) return 'its repaired text is not JSON';
  return checkNewPet(repaired).length === 0 ? null : 'its repaired text is not a valid NewPet';
}

function faultsProblem(document: JsonDocument, declared: DeclaredFault): string | null {
  const mismatches = checkNewPet(document);
  const found = mismatches.map((mismatch) => mismatch.pointer).sort();
  if (found.join('\n') !== [...declared.faults].sort().join('\n') || found.length === 0) {
    return `it is wrong at ${JSON.stringify(found)} instead of ${JSON.stringify(declared.faults)}`;
  }
  const problems: readonly MismatchProblem[] = PROBLEMS[declared.requirement];
  const other = mismatches.find(({ problem }) => !problems.includes(problem));
  return other === undefined ? null : `the problem at "${other.pointer}" is ${other.problem}`;
}

/** An unknown field or a duplicate field would be a second reason to reject the body. */
function objectProblem(document: JsonDocument, built: BuiltBody): string | null {
  const members = Object.entries(document.value as object);
  const unknown = members.find(([name]) => !Object.hasOwn(CONTRACT_SCHEMAS.newPet.properties, name));
  if (unknown !== undefined) return `the contract has no field ${unknown[0]}`;
  if (document.duplicateKeys.length > 0) return 'it holds a field twice';
  const lost = Object.entries(built.kept).find(
    ([name, kept]) =>
      document.numberText(document.value as object, name) !== String(kept) &&
      !members.some(([key, value]) => key === name && value === kept),
  );
  return lost === undefined ? null : `it does not hold the mark ${lost[0]}`;
}
