import deviationsSchema from '../../schemas/deviations.schema.json' with { type: 'json' };
import { REQUEST_KINDS } from '../contract/operations.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { findRequirement } from '../contract/requirements.ts';
import { RULES_PREFIX } from '../report/verdict/fold-checks.ts';
import type { Reading } from '../contract/result.ts';
import type { Deviation } from '../report/report.ts';
import { parseJsonFile } from '../contract/schema-problems.ts';

/** Reads a file of known deviations (schemas/deviations.schema.json). Problems are phrases. `unknownChecks` tests the ids of checks. */
export function readDeviations(text: string): Reading<readonly Deviation[]> {
  const read = parseJsonFile(text, deviationsSchema, 'the list');
  if (read.kind === 'bad') return read;
  const { deviations } = read.value as { readonly deviations: readonly Deviation[] };
  const problems = deviations.flatMap((deviation, index) => [
    ...idProblems(deviation.id),
    ...(parseAsOf(deviation.expires) === null ? [`${deviation.expires} is not a calendar date`] : []),
    ...(deviations.findIndex(({ id }) => id === deviation.id) === index ? [] : [`${deviation.id} is listed twice`]),
  ]);
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'ok', value: deviations };
}

function idProblems(id: string): readonly string[] {
  const requirement = findRequirement(requirementOf(id));
  if (requirement === undefined) return [`there is no requirement or check ${id}`];
  if (requirement.reason !== undefined) return [`${id} is not testable, so it cannot have a known deviation`];
  if (requirement.level === 'unspecified') return [`${id} is only observed, so it cannot have a known deviation`];
  return [];
}

/** The id of a check ends in that of its requirement. */
function requirementOf(id: string): string {
  return id.slice(id.lastIndexOf('#') + 1);
}

/** The parts of a case from which the ids of its checks follow. */
interface KnownCase {
  readonly caseId: string;
  readonly requirements: readonly string[];
}

/** The listed checks that no run can have, one phrase each. */
export function unknownChecks(deviations: readonly Deviation[], cases: readonly KnownCase[]): readonly string[] {
  return deviations
    .filter(({ id }) => id.includes('#'))
    .filter(({ id }) => !isKnownCheck(id, cases))
    .map(({ id }) => `there is no check ${id}`);
}

const RULE_CASES: ReadonlySet<string> = new Set(REQUEST_KINDS.map((kind) => `${RULES_PREFIX}${kind}`));

/** A rule is a check of its operation. The fixtures declare nothing. */
function isKnownCheck(id: string, cases: readonly KnownCase[]): boolean {
  const requirement = requirementOf(id);
  const caseId = id.slice(0, id.lastIndexOf('#'));
  if (RULE_CASES.has(caseId)) return findRequirement(requirement)?.rule !== undefined;
  if (caseId === FIXTURES_CASE) return true;
  return cases.some((each) => each.caseId === caseId && each.requirements.includes(requirement));
}
