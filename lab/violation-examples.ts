import { requirements, type RequirementRow } from '../src/contract/requirements.ts';
import { faults } from '../src/reference/faults/index.ts';
import type { Check, Report } from '../src/report/report.ts';
import { representativeCheck } from '../src/report/findings.ts';
import { type Fact, safeFactsOf, reproduceCommand, violationOf } from '../src/report/violation.ts';
import { type Job, runFleet } from './fleet.ts';
import { caughtBy, type KillMatrix } from './kill-matrix.ts';
import { type FleetService, fleetServices, jobFor } from './services.ts';

/** By requirement, as docs/violations.json holds them. */
export type ViolationExamples = Readonly<Record<string, ViolationExample>>;

/** A violation of one requirement as a run reported it. */
export interface ViolationExample {
  /** `fault/ID` or `compliant/ID`: the service that was judged. */
  readonly service: string;
  readonly check: string;
  readonly facts: readonly Fact[];
  /** A curl command that shows it again; null where there is none that can be pasted. */
  readonly command: string | null;
}

/** Replaces the address of the service. */
const ADDRESS = 'https://staging.example/v1';
/** Facts of one run, or of one state of the sources. */
const PASSING = new Set(['Place', 'Example', 'Evidence', 'Unstable']);
const LONGEST = 300;
/** Each run draws its own wrong keys. */
const DRAWN_KEY = /Bearer [^"$]+"/;

interface Service {
  readonly id: string;
  readonly breaks?: readonly string[];
}

/**
 * The service that shows a violation of a requirement best: a fault that names it first and breaks the fewest others,
 * each time; where only compliant ones violate a recommendation, one of them. Undefined where none does.
 */
export function exampleServiceFor(
  requirement: string,
  broken: readonly Service[],
  matrix: KillMatrix,
): string | undefined {
  const others = ({ breaks = [] }: Service): number => breaks.length + (breaks[0] === requirement ? 0 : 100);
  const fault = broken
    .filter(({ breaks }) => breaks?.includes(requirement) === true)
    .toSorted((left, right) => others(left) - others(right))[0];
  if (fault !== undefined) return `fault/${fault.id}`;
  const violatedOn = matrix.checks
    .filter((check) => check.endsWith(`#${requirement}`))
    .flatMap((check) => caughtBy(matrix, check));
  return violatedOn.find((id) => id.startsWith('compliant/')) ?? violatedOn[0];
}

/** The services to be judged for the rows that can be violated, with the requirements that each is to show. */
export function exampleServices(
  rows: readonly RequirementRow[],
  broken: readonly Service[],
  matrix: KillMatrix,
): ReadonlyMap<string, readonly string[]> {
  const judged = rows.filter(({ level, reason }) => level !== 'unspecified' && reason === undefined);
  const shown = new Map<string, readonly string[]>();
  for (const { id } of judged) {
    const service = exampleServiceFor(id, broken, matrix);
    if (service !== undefined) shown.set(service, [...(shown.get(service) ?? []), id]);
  }
  return shown;
}

/** How a service is judged for its examples: by all cases, one request at a time, with a fixed seed. */
export function exampleJob(service: FleetService): Job {
  return { ...jobFor(service, null), settleSeconds: 1, seed: 1, concurrency: 1, keepsReport: true };
}

/**
 * Draws the example of one requirement from a report, in the words of the formats. A case written by hand is easier to
 * follow than a generated one, so these come first. Null where the report holds no violation of it.
 */
export function drawExample(requirement: string, service: string, report: Report): ViolationExample | null {
  const cases = new Map(report.cases.map((each) => [each.id, each]));
  const violated = report.checks.filter((each) => each.requirement === requirement && each.outcome === 'violated');
  const byHand = violated.filter((check) => !check.case.startsWith('property/'));
  const check = representativeCheck(byHand.length === 0 ? violated : byHand, cases);
  if (check === undefined) return null;
  return { service, check: check.id, ...describe(check, report) };
}

/** A report with the checks that the matrix has for its service, because more requests at a time violate others. */
function withRecorded(report: Report, service: string, matrix: KillMatrix): Report {
  const checks = report.checks.filter(({ id }) => caughtBy(matrix, id).includes(service));
  return checks.length === 0 ? report : { ...report, checks };
}

function describe(check: Check, report: Report): Pick<ViolationExample, 'facts' | 'command'> {
  const cases = new Map(report.cases.map((each) => [each.id, each]));
  const exchanges = new Map(report.exchanges.map((each) => [each.id, each]));
  const violation = violationOf(check, { cases, exchanges });
  const command = reproduceCommand(violation);
  const placed = (text: string): string => text.replaceAll(report.run.target, ADDRESS);
  return {
    facts: safeFactsOf(violation)
      .filter(({ label }) => !PASSING.has(label))
      .map(({ label, text }) => ({ label, text: cut(placed(text)) })),
    command: command === null ? null : placed(command).replace(DRAWN_KEY, 'Bearer a-wrong-key"'),
  };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/**
 * Records the examples that some services show, and keeps those of the others. A requirement without an example has none
 * in the result.
 */
export async function recordExamples(
  services: readonly FleetService[],
  matrix: KillMatrix,
  recorded: ViolationExamples,
): Promise<ViolationExamples> {
  const shown = exampleServices(requirements, faults, matrix);
  const chosen = new Set(services.map(({ id }) => id));
  const examples = new Map(Object.entries(recorded).filter(([, { service }]) => !chosen.has(service)));
  const jobs = fleetServices.filter(({ id }) => chosen.has(id) && shown.has(id)).map(exampleJob);
  await runFleet(jobs, ({ summary: { id }, report }) => {
    for (const requirement of shown.get(id) ?? []) {
      const example = report === null ? null : drawExample(requirement, id, withRecorded(report, id, matrix));
      if (example !== null) examples.set(requirement, example);
    }
  });
  return Object.fromEntries(
    requirements.flatMap(({ id }) => {
      const example = examples.get(id);
      return example === undefined ? [] : [[id, example] as const];
    }),
  );
}
