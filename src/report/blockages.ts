import { allOf, counted, grouped } from '../contract/describe.ts';
import { operationRoute, type RequestKind } from '../contract/operations.ts';
import { isAboutForms, type TestableId } from '../contract/requirements.ts';
import { headerValue } from '../http/exchange.ts';
import { requirementsAbout } from '../suite/rules/response-rules.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { isSuccess, redirectsToSlash } from '../suite/responses/response.ts';
import type { Check, Report, RequirementResult } from './report.ts';
import type { ReportIndex } from './report-index.ts';
import { violatingExchanges } from './check-details.ts';

/** Requirements that could not be verified because the responses that they need violate others first. */
export interface Blockage {
  readonly by: readonly RequirementResult[];
  readonly requirements: readonly RequirementResult[];
  /** The operations whose responses block them. */
  readonly operations: readonly RequestKind[];
  /** "2 requirements are blocked by PETS-ARRAY of GET /pets: fix that, then run again." */
  readonly sentence: string;
}

/** How many requirements some blockages are about. */
export function blockedBy(blockages: readonly Blockage[]): number {
  return blockages.reduce((sum, { requirements }) => sum + requirements.length, 0);
}

/** Requirements about the form of a body and of an Error: a rejection that violates no other still proves its status. */
const ABOUT_FORM: ReadonlySet<string> = new Set([
  ...(['ANSWER-JSON', 'ANSWER-MEDIA-TYPE'] as const satisfies readonly TestableId[]),
  ...requirementsAbout('error'),
]);

/** Requirements about the status of a valid request. */
const ABOUT_STATUS: ReadonlySet<string> = new Set(requirementsAbout('status'));

/** Requirements whose violation makes a response no proof of anything else. */
const OBSTACLES: ReadonlySet<string> = new Set([
  ...ABOUT_STATUS,
  ...(['ANSWER-COMPLETE', 'ANSWER-JSON', 'ERROR-OBJECT'] as const satisfies readonly TestableId[]),
  ...requirementsAbout('page'),
]);

/** A response that violates something, so it proves nothing else. */
interface Obstacle {
  /** What it violates: the requirements that head the findings. */
  readonly by: readonly RequirementResult[];
  /** Their names in a sentence about the operation: one about another operation does not stand for it. */
  readonly names: readonly string[];
  readonly operation: RequestKind;
  /** Whether it is an Error of a wrong form. */
  readonly isError: boolean;
}

/** The obstacles of a run, by the id of their exchange. */
type Obstacles = ReadonlyMap<string, Obstacle>;

/**
 * What could not be verified because each response that could show it violates something else. `leads`: each violated requirement,
 * with the one that heads its finding. `isEveryCreationWrong`: no creation gets 201, or the service accepts a new pet only in a form
 * of its own.
 */
export function blockagesOf(
  index: ReportIndex,
  leads: ReadonlyMap<RequirementResult, RequirementResult>,
  isEveryCreationWrong: boolean,
): readonly Blockage[] {
  const obstacles = obstaclesOf(index, leads, isEveryCreationWrong);
  const blocked = index.report.requirements.flatMap((requirement) => {
    const obstacle = requirement.outcome === 'not-verified' ? obstacleOf(requirement, obstacles, index) : undefined;
    return obstacle === undefined ? [] : [{ requirement, obstacle }];
  });
  const found = blocked.map(({ obstacle }) => obstacle);
  const merged = blocked.map((each) => ({ ...each, obstacle: leastOf(each.obstacle, found) }));
  return [...Map.groupBy(merged, ({ obstacle }) => keyOf(obstacle)).values()]
    .map((group): Blockage => {
      const own = group.map(({ obstacle }) => obstacle);
      const by = new Set(own.flatMap((each) => each.by));
      const requirements = group.map(({ requirement }) => requirement);
      const operations = [...new Set(own.map(({ operation }) => operation))];
      return { by: [...by], requirements, operations, sentence: blockedText(requirements, own) };
    })
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}

/** The smallest obstacle of the same operation among those that violate nothing else: fixing it is the next step. */
function leastOf(obstacle: Obstacle, others: readonly Obstacle[]): Obstacle {
  return others
    .filter(({ operation, isError }) => operation === obstacle.operation && isError === obstacle.isError)
    .filter(({ names }) => names.every((name) => obstacle.names.includes(name)))
    .reduce((least, each) => (each.names.length < least.names.length ? each : least), obstacle);
}

/** What a reader must fix, whatever the operation. */
function keyOf({ names, isError }: Obstacle): string {
  return [isError ? 'errors' : '', ...names].join(' ');
}

/** What blocks most of the undecided checks of a requirement. It is not blocked unless all of them are. */
function obstacleOf(requirement: RequirementResult, obstacles: Obstacles, index: ReportIndex): Obstacle | undefined {
  const undecided = undecidedChecks(index.checksOf(requirement.id));
  const ofTrial = obstacleOfTrials(undecided, obstacles, index.report);
  if (ofTrial !== undefined || requirement.howToResolve !== null) return ofTrial;
  // The rules judge only the plain forms of a request.
  const isOfAll = undecided.length === 0 || isAboutForms(requirement.id);
  const ofAll = isOfAll ? obstacleOfAll(requirement, obstacles, index) : undefined;
  const found = undecided.flatMap((check) => obstacleOfCheck(check, obstacles, index) ?? []);
  return ofAll ?? (found.length === undecided.length ? mostFrequent(found) : undefined);
}

/** The checks that leave a requirement undecided. What a rule could not decide says more than cases that stopped before they fed it. */
function undecidedChecks(checks: readonly Check[]): readonly Check[] {
  const all = checks.filter(({ outcome }) => outcome === 'not-verified');
  const ofRules = all.filter((check) => isRuleCase(check.case));
  return ofRules.length > 0 ? ofRules : all;
}

/** The obstacle in most successes of an operation, if no response was suitable to judge a requirement. */
function obstacleOfAll(
  { operation }: RequirementResult,
  obstacles: Obstacles,
  { exchanges, report }: ReportIndex,
): Obstacle | undefined {
  const successes = [...exchanges.values()].filter(
    (each) => each.operation === operation && each.response !== null && isSuccess(each.response),
  );
  const found = successes.flatMap(({ id }) => obstacles.get(id) ?? []);
  return report.run.selection === 'all' && 2 * found.length > successes.length ? mostFrequent(found) : undefined;
}

/** The smallest obstacle: among the exchanges of a check, or else among those of its case. */
function obstacleOfCheck(check: Check, obstacles: Obstacles, { exchanges }: ReportIndex): Obstacle | undefined {
  if (check.howToResolve !== null) return undefined;
  const own = check.exchanges.filter((id) => obstacles.has(id));
  const ofCase = [...obstacles.keys()].filter((id) => exchanges.get(id)?.caseId === check.case);
  return (own.length > 0 ? own : ofCase)
    .flatMap((id) => obstacles.get(id) ?? [])
    .filter(({ isError }) => !isError || ABOUT_FORM.has(check.requirement))
    .toSorted((one, other) => one.names.length - other.names.length)[0];
}

/** The obstacle in the controls of a trial: it proves nothing if they get a wrong status. */
function obstacleOfTrials(
  checks: readonly Check[],
  obstacles: Obstacles,
  { trials = [] }: Report,
): Obstacle | undefined {
  const cases = new Set(checks.map((check) => check.case));
  return trials
    .flatMap((trial) => (trial.isProven || !cases.has(trial.case) ? [] : trial.controls))
    .flatMap((id) => obstacles.get(id) ?? [])
    .find(({ by }) => by.some((each) => ABOUT_STATUS.has(each.id)));
}

function mostFrequent(found: readonly Obstacle[]): Obstacle | undefined {
  const groups = Map.groupBy(found, (each) => [each.isError ? '' : each.operation, keyOf(each)].join(' '));
  const [most] = [...groups.values()].toSorted((one, other) => other.length - one.length);
  return most?.[0];
}

/** The obstacles of a run. `leads`: each violated requirement, with the one that heads its finding. */
function obstaclesOf(
  index: ReportIndex,
  leads: ReadonlyMap<RequirementResult, RequirementResult>,
  isEveryCreationWrong: boolean,
): Obstacles {
  const obstructing = obstructingViolations(index, [...leads.keys()]);
  const all = new Map([
    ...obstructing,
    ...behindRedirects(index, obstructing),
    ...(isEveryCreationWrong ? wrongCreations(index, obstructing) : []),
  ]);
  const leadOf = (each: RequirementResult): RequirementResult => leads.get(each) ?? each;
  return new Map(
    [...all].map(([id, violated]): [string, Obstacle] => {
      const { operation = 'other', response = null } = index.exchanges.get(id) ?? {};
      // A lead about another operation does not stand for it in a sentence.
      const named = violated.map((each) => {
        const lead = leadOf(each);
        return lead.operation === 'every' || lead.operation === operation ? lead.id : each.id;
      });
      const isError = (response?.status ?? 0) >= 400 && violated.every((each) => ABOUT_FORM.has(each.id));
      return [id, { by: [...new Set(violated.map(leadOf))], names: [...new Set(named)], operation, isError }];
    }),
  );
}

/** The requirements that responses violate, by the id of the exchange. */
type Violations = ReadonlyMap<string, readonly RequirementResult[]>;

/** What responses violate that proves nothing else. A failure proves nothing else by any violation but of its form. */
function obstructingViolations(
  { exchanges, checksOf }: ReportIndex,
  violated: readonly RequirementResult[],
): Violations {
  const pairs = violated.flatMap((requirement) => {
    const checks = checksOf(requirement.id).filter(({ outcome }) => outcome === 'violated');
    return [...new Set(checks.flatMap(violatingExchanges))].map((id) => ({ id, requirement }));
  });
  return new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].flatMap(([id, own]) => {
      const all = own.map(({ requirement }) => requirement);
      const obstructing = all.filter((each) => OBSTACLES.has(each.id));
      const hasFailed = (exchanges.get(id)?.response?.status ?? 0) >= 400;
      const others = hasFailed ? all.filter((each) => !ABOUT_FORM.has(each.id)) : [];
      const shown = obstructing.length > 0 ? obstructing : others;
      return shown.length === 0 ? [] : [[id, shown] as const];
    }),
  );
}

/** What stands behind a redirect to a slash verifies nothing until the redirect is gone. */
function behindRedirects({ exchanges }: ReportIndex, violations: Violations): Violations {
  const all = [...exchanges.values()].map((each) => ({ ...each, path: URL.parse(each.request.url)?.pathname ?? '' }));
  const redirects = new Map(
    all
      .filter((each) => redirectsToSlash(each, headerValue(each.response?.headers ?? [], 'location')))
      .map(({ id, operation }) => [operation, violations.get(id)]),
  );
  return new Map(
    all.flatMap(({ id, path, operation }) => {
      const own = path.endsWith('/') ? redirects.get(operation) : undefined;
      return own === undefined ? [] : [[id, own] as const];
    }),
  );
}

/** If each creation is wrong, none verifies anything. */
function wrongCreations({ exchanges, requirements }: ReportIndex, violations: Violations): Violations {
  const everywhere = requirements.get('CREATE-OK');
  const creations = [...exchanges.values()].filter(({ operation }) => operation === 'createPet');
  if (everywhere?.outcome !== 'violated') return new Map();
  return new Map(
    creations.map(({ id, response }) => {
      const own = response !== null && isSuccess(response) ? (violations.get(id) ?? []) : [];
      return [id, [...new Set([everywhere, ...own])]] as const;
    }),
  );
}

/** The operations of obstacles, as a sentence names them. */
function placesOf(obstacles: readonly Obstacle[]): string {
  if (obstacles.some(({ isError }) => isError)) return ' of error responses';
  const routes = obstacles.flatMap(({ operation }) => (operation === 'other' ? [] : operationRoute(operation)));
  return routes.length === 0 ? '' : ` of ${allOf([...new Set(routes)])}`;
}

function blockedText(requirements: readonly RequirementResult[], obstacles: readonly Obstacle[]): string {
  const count = counted(requirements.length, 'requirement');
  const verb = requirements.length === 1 ? 'is' : 'are';
  const names = [...new Set(obstacles.flatMap((each) => each.names))];
  const object = names.length === 1 ? 'that' : 'these';
  return `${count}${requiredOf(requirements)} ${verb} blocked by ${allOf(names)}${placesOf(obstacles)}: fix ${object}, then run again.`;
}

/** How many are required, unless all are: the first line of a report counts only those. */
function requiredOf(requirements: readonly RequirementResult[]): string {
  const required = requirements.filter(({ level }) => level === 'required').length;
  if (required === requirements.length) return '';
  return required === 0 ? ' (not required)' : ` (${grouped(required)} required)`;
}
