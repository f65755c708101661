import { allOf, counted, grouped } from '../contract/describe.ts';
import { operationRoute, type RequestKind } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import { type Exchange, headerValue } from '../http/exchange.ts';
import type { ControlledTrial } from '../suite/records/records.ts';
import { redirectsToSlash } from '../suite/responses/makeshift.ts';
import { ABOUT_BODIES, responseRules } from '../suite/rules/response-rules.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import { isSuccess } from '../suite/responses/response.ts';
import type { Check, RequirementResult } from './report.ts';
import type { ReportIndex } from './report-index.ts';
import { violatingExchanges } from './violation.ts';

/** Requirements that could not be verified because the responses that they need violate others first. */
export interface Blockage {
  readonly by: readonly RequirementResult[];
  readonly requirements: readonly RequirementResult[];
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
  ...ABOUT_BODIES.error,
]);

/** Requirements about the status of a valid request. */
const ABOUT_STATUS: ReadonlySet<string> = new Set(
  responseRules.flatMap(({ requirement, isOfStatus }) => (isOfStatus ? [requirement] : [])),
);

/** Requirements whose violation makes a response no proof of anything else. */
const OBSTACLES: ReadonlySet<string> = new Set([
  ...ABOUT_STATUS,
  ...(['ANSWER-COMPLETE', 'ANSWER-JSON', 'ERROR-OBJECT'] as const satisfies readonly TestableId[]),
  ...ABOUT_BODIES.page,
]);

/** Requirements about unusual forms of requests. The rules judge only the plain forms. */
const ABOUT_REQUEST_FORMS: ReadonlySet<string> = new Set([
  'LIST-SPELLINGS',
  'CREATE-SPELLINGS',
  'GET-SPELLINGS',
] satisfies readonly TestableId[]);

/** A response that violates something, so it proves nothing else. */
interface Obstacle {
  /** How many requirements it violates. */
  readonly violations: number;
  /** Those of them that head the findings. */
  readonly by: readonly RequirementResult[];
  /** Their names in a sentence about the operation: one about another operation does not stand for it. */
  readonly names: readonly string[];
  readonly operation: RequestKind | undefined;
  /** Whether it is an Error of a wrong form. */
  readonly isError: boolean;
}

/**
 * What could not be verified because each response that could show it violates something else. The response with the fewest
 * violations names what must be fixed. `leads`: each violated requirement, with the one that heads its finding. `isEveryCreationWrong`:
 * no creation gets 201, or the service accepts a new pet only in a form of its own.
 */
export function blockagesOf(
  index: ReportIndex,
  leads: ReadonlyMap<RequirementResult, RequirementResult>,
  isEveryCreationWrong: boolean,
): readonly Blockage[] {
  const { exchanges, checksOf } = index;
  const { requirements, run, trials = [] } = index.report;
  const violated = requirements.filter((each) => leads.has(each));
  const obstacles = new Map(
    [...obstructingViolations(violated, index, isEveryCreationWrong)].map(([id, own]): [string, Obstacle] => {
      const { operation, response = null } = exchanges.get(id) ?? {};
      const headed = own.map((each) => [each, leads.get(each) ?? each] as const);
      const by = [...new Set(headed.map(([, lead]) => lead))];
      const names = [...new Set(headed.map(([each, lead]) => (isAbout(lead, operation) ? lead.id : each.id)))];
      const isError = (response?.status ?? 0) >= 400 && own.every((each) => ABOUT_FORM.has(each.id));
      return [id, { violations: own.length, by, names, operation, isError }];
    }),
  );
  const byCase = Map.groupBy(obstacles.keys(), (id) => exchanges.get(id)?.caseId ?? id);
  const trialsByCase = new Map(
    trials.flatMap((trial) => {
      const obstacle = trial.isProven ? undefined : wrongControl(trial, obstacles);
      return obstacle === undefined ? [] : [[trial.case, obstacle] as const];
    }),
  );

  /** The obstacle of a check: among its exchanges, or else among those of its case. */
  function obstacleOf(check: Check): Obstacle | undefined {
    if (check.howToResolve !== null) return undefined;
    const shown = check.exchanges.filter((id) => obstacles.has(id));
    const candidates = shown.length > 0 ? shown : (byCase.get(check.case) ?? []);
    return candidates
      .flatMap((id) => obstacles.get(id) ?? [])
      .filter(({ isError }) => mayBlock(isError, check.requirement))
      .toSorted((one, other) => one.violations - other.violations)[0];
  }

  /** What blocks most checks of a requirement. If its checks have several reasons, all of them must be blocked. */
  function mostFrequentObstacle({ id, operation }: RequirementResult): Obstacle | undefined {
    const own = undecidedChecks(checksOf(id));
    const [ofTrial] = own.flatMap((check) => trialsByCase.get(check.case) ?? []);
    if (ofTrial !== undefined) return ofTrial;
    const ofPlainForms = ABOUT_REQUEST_FORMS.has(id) ? mostFrequent(obstaclesOfMost(operation)) : undefined;
    if (ofPlainForms !== undefined) return ofPlainForms;
    const found = own.flatMap((check) => obstacleOf(check) ?? []);
    const isOpen = run.selection === 'all' && own.every((check) => check.howToResolve === null);
    if (found.length === 0) return isOpen ? mostFrequent(obstaclesOfMost(operation)) : undefined;
    const isOneReason = new Set(own.map(({ reason }) => reason)).size === 1;
    return isOneReason || found.length === own.length ? mostFrequent(found) : undefined;
  }

  /** The obstacles of the successes of an operation. None if most of them are none. */
  function obstaclesOfMost(operation: string): readonly Obstacle[] {
    const own = [...exchanges.values()].filter(
      (each) => each.operation === operation && each.response !== null && isSuccess(each.response),
    );
    const found = own.flatMap(({ id }) => obstacles.get(id) ?? []);
    return 2 * found.length > own.length ? found : [];
  }

  const open = requirements.filter(
    ({ id, outcome, howToResolve }) =>
      outcome === 'not-verified' &&
      (howToResolve === null || checksOf(id).some((check) => trialsByCase.has(check.case))),
  );
  const own = new Map(open.map((requirement) => [requirement, mostFrequentObstacle(requirement)]));
  // What is open for the same reason is blocked by the same violation.
  const alike = ({ id, reason }: RequirementResult): Obstacle | undefined =>
    [...own].flatMap(([each, obstacle]) =>
      reason !== null && each.reason === reason && obstacle !== undefined && mayBlock(obstacle.isError, id)
        ? [obstacle]
        : [],
    )[0];
  const blocked = open.flatMap((requirement) => {
    const obstacle = own.get(requirement) ?? alike(requirement);
    return obstacle === undefined ? [] : [{ requirement, obstacle }];
  });
  return [...Map.groupBy(blocked, ({ obstacle }) => violatedBy(obstacle)).values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const routes = new Set(
        group.flatMap(({ obstacle: { operation = 'other' } }) =>
          operation === 'other' ? [] : operationRoute(operation),
        ),
      );
      const concerned = group.map(({ requirement }) => requirement);
      return [
        {
          by: first.obstacle.by,
          requirements: concerned,
          sentence: blockedText(concerned, first.obstacle, [...routes]),
        },
      ];
    })
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}

function isAbout(requirement: RequirementResult, operation: RequestKind | undefined): boolean {
  return requirement.operation === 'every' || requirement.operation === operation;
}

/** An Error of a wrong form stands in the way only of what Errors hold. */
function mayBlock(isError: boolean, requirement: string): boolean {
  return !isError || ABOUT_FORM.has(requirement);
}

/** What the controls of a trial violate: one with a wrong status proves nothing. */
function wrongControl({ controls }: ControlledTrial, obstacles: ReadonlyMap<string, Obstacle>): Obstacle | undefined {
  return controls.flatMap((id): readonly Obstacle[] => {
    const obstacle = obstacles.get(id);
    const by = obstacle?.by.filter((each) => ABOUT_STATUS.has(each.id)) ?? [];
    return obstacle === undefined || by.length === 0 ? [] : [{ ...obstacle, by, names: by.map((each) => each.id) }];
  })[0];
}

function mostFrequent(found: readonly Obstacle[]): Obstacle | undefined {
  const keyOf = (obstacle: Obstacle): string =>
    [obstacle.isError ? '' : obstacle.operation, violatedBy(obstacle)].join(' ');
  const [most] = [...Map.groupBy(found, keyOf).values()].toSorted((one, other) => other.length - one.length);
  return most?.[0];
}

/** The checks that leave a requirement open. What a rule could not decide says more than cases that stopped before they fed it. */
function undecidedChecks(checks: readonly Check[]): readonly Check[] {
  const all = checks.filter(({ outcome }) => outcome === 'not-verified');
  const ofRules = all.filter((check) => isRuleCase(check.case));
  return ofRules.length > 0 ? ofRules : all;
}

/** What responses violate that proves nothing else, by the id of the exchange. */
function obstructingViolations(
  violated: readonly RequirementResult[],
  { exchanges, checksOf }: ReportIndex,
  isEveryCreationWrong: boolean,
): ReadonlyMap<string, readonly RequirementResult[]> {
  const violatedChecks = ({ id }: RequirementResult): readonly Check[] =>
    checksOf(id).filter(({ outcome }) => outcome === 'violated');
  const violations = new Map<string, RequirementResult[]>();
  for (const requirement of violated)
    for (const id of new Set(violatedChecks(requirement).flatMap(violatingExchanges)))
      violations.set(id, [...(violations.get(id) ?? []), requirement]);
  const obstructing = new Map<string, readonly RequirementResult[]>(
    [...violations].flatMap(([id, all]) => {
      const own = all.filter((each) => OBSTACLES.has(each.id));
      const hasFailed = (exchanges.get(id)?.response?.status ?? 0) >= 400;
      const others = hasFailed ? all.filter((each) => !ABOUT_FORM.has(each.id)) : [];
      const shown = own.length > 0 ? own : others;
      return shown.length === 0 ? [] : [[id, shown] as const];
    }),
  );
  // What stands behind a redirect to a slash verifies nothing until the redirect is gone, and so does a creation if each one is wrong.
  const everywhere = violated.filter(({ id }) => isEveryCreationWrong && id === 'CREATE-OK');
  const creations = [...exchanges.values()].filter(
    ({ operation }) => everywhere.length > 0 && operation === 'createPet',
  );
  const wrong = creations.map(({ id, response }) => {
    const own = response !== null && isSuccess(response) ? (obstructing.get(id) ?? []) : [];
    return [id, [...new Set([...everywhere, ...own])]] as const;
  });
  return new Map([...obstructing, ...behindRedirects(exchanges, obstructing), ...wrong]);
}

/** The exchanges with a slash at the end of their path, each with what the redirect to such a path violates. */
function behindRedirects(
  exchanges: ReadonlyMap<string, Exchange>,
  obstacles: ReadonlyMap<string, readonly RequirementResult[]>,
): readonly (readonly [id: string, violated: readonly RequirementResult[]])[] {
  const redirects = new Map(
    [...obstacles].flatMap(([id, own]) => {
      const exchange = exchanges.get(id);
      const location = headerValue(exchange?.response?.headers ?? [], 'location');
      const isRedirect = exchange !== undefined && redirectsToSlash({ path: pathOf(exchange) }, location);
      return isRedirect ? [[exchange.operation, own] as const] : [];
    }),
  );
  return [...exchanges.values()].flatMap((exchange) => {
    const own = pathOf(exchange).endsWith('/') ? redirects.get(exchange.operation) : undefined;
    return own === undefined ? [] : [[exchange.id, own] as const];
  });
}

function pathOf({ request }: Exchange): string {
  return URL.parse(request.url)?.pathname ?? '';
}

/** What a reader must fix, whatever the operation. */
function violatedBy({ names, isError }: Obstacle): string {
  return [isError ? 'errors' : '', ...names].join(' ');
}

function blockedText(
  requirements: readonly RequirementResult[],
  { names, isError }: Obstacle,
  routes: readonly string[],
): string {
  const places = isError ? ['error responses'] : routes;
  const where = places.length === 0 ? '' : ` of ${allOf(places)}`;
  const count = requirements.length;
  const required = requirements.filter(({ level }) => level === 'required').length;
  // The first line of a report counts only the required ones.
  const part =
    required === count ? '' : ` (${required === 0 ? (count === 1 ? 'not' : 'none') : grouped(required)} required)`;
  const [verb, object] = [count === 1 ? 'is' : 'are', names.length === 1 ? 'that' : 'these'];
  return `${counted(count, 'requirement')}${part} ${verb} blocked by ${allOf(names)}${where}: fix ${object}, then run again.`;
}
