import deviationsSchema from '../../schemas/deviations.schema.json' with { type: 'json' };
import { REQUEST_KINDS } from '../contract/operations.ts';
import type { CaseDescription } from '../suite/case.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { findRequirement } from '../contract/requirements.ts';
import { partsOfCheck, RULES_PREFIX } from '../report/verdict/fold-checks.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import type { Deviation } from '../report/report.ts';
import { parseJsonFile } from '../contract/schema-problems.ts';

/** Reads a file of known deviations (schemas/deviations.schema.json). Problems are phrases. `unknownChecks` tests the ids of checks. */
export function readDeviations(text: string): Result<readonly Deviation[]> {
  const read = parseJsonFile(text, deviationsSchema, 'the list');
  if (read.kind === 'bad') return read;
  const { deviations } = read.value as { readonly deviations: readonly Deviation[] };
  const problems = deviations.flatMap((deviation, index) => [
    ...idProblems(deviation.id),
    ...(parseAsOf(deviation.expires) === null ? [`${deviation.expires} is not a calendar date`] : []),
    ...(deviations.findIndex(({ id }) => id === deviation.id) === index ? [] : [`${deviation.id} is listed twice`]),
  ]);
  return problems.length > 0 ? bad(...problems) : ok(deviations);
}

function idProblems(id: string): readonly string[] {
  const requirement = findRequirement(partsOfCheck(id).requirement);
  if (requirement === undefined) return [`there is no requirement or check ${id}`];
  if (requirement.reason !== undefined) return [`${id} is not testable, so it cannot have a known deviation`];
  if (requirement.level === 'unspecified') return [`${id} is only observed, so it cannot have a known deviation`];
  return [];
}

type KnownCase = Pick<CaseDescription, 'caseId' | 'judges'>;

/** The listed checks that no run can have, one phrase each. */
export function unknownChecks(deviations: readonly Deviation[], cases: readonly KnownCase[]): readonly string[] {
  return deviations.filter(({ id }) => !isKnown(id, cases)).map(({ id }) => `there is no check ${id}`);
}

const RULE_CASES: ReadonlySet<string> = new Set(REQUEST_KINDS.map((kind) => `${RULES_PREFIX}${kind}`));

/** A rule is a check of its operation. The fixtures declare nothing. */
function isKnown(id: string, cases: readonly KnownCase[]): boolean {
  const { caseId, requirement } = partsOfCheck(id);
  if (RULE_CASES.has(caseId)) return findRequirement(requirement)?.rule !== undefined;
  if (caseId === '' || caseId === FIXTURES_CASE) return true;
  return cases.some((each) => each.caseId === caseId && each.judges.some((own) => own === requirement));
}
