import { requirements, type RequirementRow } from '../src/contract/requirements.ts';
import { faults } from '../src/reference/faults/index.ts';
import type { Check, Report } from '../src/report/report.ts';
import { representativeCheck } from '../src/report/findings.ts';
import { type FactLine, factLines } from '../src/report/section.ts';
import { checkDetailsOf, factsOf } from '../src/report/check-details.ts';
import { createFleet, type Job } from './fleet.ts';
import { checksOn, type KillMatrix } from './kill-matrix.ts';
import { type FleetService, fleetServices, jobFor } from './services.ts';

/** Examples by requirement. The format of docs/violations.json. */
export type ViolationExamples = Readonly<Record<string, ViolationExample>>;

/** A violation of one requirement, from the report of a run. */
interface ViolationExample {
  /** `fault/ID` or `compliant/ID`: the service that was judged. */
  readonly service: string;
  readonly check: string;
  readonly facts: readonly FactLine[];
  /** A curl command that reproduces it, or null if no command can be pasted. */
  readonly command: string | null;
}

/** Replaces the address of the service. */
const ADDRESS = 'https://staging.example/v1';
/** Facts of one run, or of one state of the sources. */
const PASSING = new Set(['Place', 'Evidence', 'Unstable']);
const LONGEST = 300;
/** Wrong keys differ between runs. */
const DRAWN_KEY = /Bearer [^"$]+"/;

interface Service {
  readonly id: string;
  readonly breaks?: readonly string[];
}

/**
 * The best example service for a violation: a deterministic fault that names the requirement first, and breaks the fewest
 * others. If only compliant variants violate a recommendation, one of them. Otherwise undefined.
 */
function exampleServiceFor(requirement: string, broken: readonly Service[], matrix: KillMatrix): string | undefined {
  const others = ({ breaks = [] }: Service): number => breaks.length + (breaks[0] === requirement ? 0 : 100);
  const fault = broken
    .filter(({ breaks }) => breaks?.includes(requirement) === true)
    .toSorted((left, right) => others(left) - others(right))[0];
  if (fault !== undefined) return `fault/${fault.id}`;
  const violatedOn = Object.keys(matrix.services).filter(
    (id) => matrix.services[id]?.violated[requirement] !== undefined,
  );
  return violatedOn.find((id) => id.startsWith('compliant/')) ?? violatedOn[0];
}

/** The services to judge for all rows that can be violated, each with the requirements that it shows. */
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

/** The job for a service's examples: all cases, one request at a time, and a fixed seed. */
export function exampleJob(service: FleetService): Job {
  return { ...jobFor(service, null), settleSeconds: 1, seed: 1, concurrency: 1, keepsReport: true };
}

/**
 * Returns the example of one requirement from a report, in the wording of the formats. Prefers handwritten cases, which are
 * easier to follow than generated ones. Null if the report holds no violation of the requirement.
 */
export function drawExample(requirement: string, service: string, report: Report): ViolationExample | null {
  const cases = new Map(report.cases.map((each) => [each.id, each]));
  const violated = report.checks.filter((each) => each.requirement === requirement && each.outcome === 'violated');
  const byHand = violated.filter((check) => !check.case.startsWith('generated/'));
  const exchanges = new Map(report.exchanges.map((each) => [each.id, each]));
  const check = representativeCheck(byHand.length === 0 ? violated : byHand, { cases, exchanges });
  if (check === undefined) return null;
  return { service, check: check.id, ...describe(check, report) };
}

/** Keeps only the checks that the matrix has for the service. Concurrent requests may violate other checks. */
function withRecorded(report: Report, service: string, matrix: KillMatrix): Report {
  const recorded = new Set(checksOn(service, matrix));
  const checks = report.checks.filter(({ id }) => recorded.has(id));
  return checks.length === 0 ? report : { ...report, checks };
}

function describe(check: Check, report: Report): Pick<ViolationExample, 'facts' | 'command'> {
  const cases = new Map(report.cases.map((each) => [each.id, each]));
  const exchanges = new Map(report.exchanges.map((each) => [each.id, each]));
  const all = factsOf(checkDetailsOf(check, { cases, exchanges }));
  const { command = null } = all.find((fact) => fact.command !== undefined) ?? {};
  const placed = (text: string): string => text.replaceAll(report.run.target, ADDRESS);
  return {
    facts: factLines(all.filter((fact) => fact.command === undefined && !PASSING.has(fact.label))).map(
      ({ label, text }) => ({ label, text: cut(placed(text)) }),
    ),
    command: command === null ? null : placed(command).replace(DRAWN_KEY, 'Bearer a-wrong-key"'),
  };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/**
 * Replaces the examples of some services, and keeps the examples of all others. A requirement without an example is absent
 * from the result.
 */
export async function recordExamples(
  services: readonly FleetService[],
  matrix: KillMatrix,
  recorded: ViolationExamples,
): Promise<ViolationExamples> {
  const shown = exampleServices(requirements, faults, matrix);
  const chosen = new Set(services.map(({ id }) => id));
  const examples = new Map(Object.entries(recorded).filter(([, { service }]) => !chosen.has(service)));
  const fleet = createFleet();
  await Promise.all(
    fleetServices
      .filter(({ id }) => chosen.has(id) && shown.has(id))
      .map(async (service) => {
        const { report } = await fleet.judge(exampleJob(service));
        for (const requirement of shown.get(service.id) ?? []) {
          const known = report === null ? null : withRecorded(report, service.id, matrix);
          const example = known === null ? null : drawExample(requirement, service.id, known);
          if (example !== null) examples.set(requirement, example);
        }
      }),
  );
  return Object.fromEntries(
    requirements.flatMap(({ id }) => {
      const example = examples.get(id);
      return example === undefined ? [] : [[id, example] as const];
    }),
  );
}
