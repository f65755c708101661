import { allOf, counted } from '../contract/describe.ts';
import { operationRoute, type RequestKind } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import { type Exchange, headerValue } from '../http/exchange.ts';
import { redirectsToSlash } from '../suite/responses/makeshift.ts';
import { responseRules } from '../suite/rules/response-rules.ts';
import { isRuleCase } from './verdict/fold-checks.ts';
import type { Check, RequirementResult } from './report.ts';

/** Requirements that could not be verified because the responses that they need violate others first. */
export interface Blockage {
  readonly by: readonly RequirementResult[];
  readonly requirements: readonly RequirementResult[];
  /** "2 requirements are blocked by PETS-ARRAY of GET /pets: fix that, then run again." */
  readonly sentence: string;
}

/** A violated requirement, with its violated checks. */
interface ViolatedRequirement {
  readonly requirement: RequirementResult;
  readonly checks: readonly Check[];
}

/** Requirements whose violation makes a response no proof of anything else. */
const OBSTACLES: ReadonlySet<string> = new Set([
  ...responseRules.flatMap(({ requirement, isOfStatus }) => (isOfStatus ? [requirement] : [])),
  ...([
    'ANSWER-COMPLETE',
    'ANSWER-JSON',
    'PETS-ARRAY',
    'PET-OBJECT',
    'PET-ID',
    'PET-NAME',
    'PET-CATEGORY',
    'PET-STATUS',
  ] as const satisfies readonly TestableId[]),
]);

/** What `blockagesOf` reads. `leads`: for each violated requirement, the one that heads its finding. */
interface BlockageInput {
  readonly violated: readonly ViolatedRequirement[];
  readonly requirements: readonly RequirementResult[];
  readonly checks: ReadonlyMap<string, readonly Check[]>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly leads: ReadonlyMap<RequirementResult, RequirementResult>;
}

/**
 * What could not be verified because each response that could show it violates something else. The response with the fewest
 * violations names what must be fixed.
 */
export function blockagesOf({ violated, requirements, checks, exchanges, leads }: BlockageInput): readonly Blockage[] {
  const violations = new Map<string, RequirementResult[]>();
  for (const { requirement, checks: own } of violated)
    for (const id of new Set(own.flatMap((check) => [...check.exchanges.slice(-1), ...check.furtherViolations])))
      violations.set(id, [...(violations.get(id) ?? []), requirement]);
  const obstacles = new Map<string, readonly RequirementResult[]>(
    [...violations].flatMap(([id, all]) => {
      const own = all.filter((each) => OBSTACLES.has(each.id));
      const hasFailed = (exchanges.get(id)?.response?.status ?? 0) >= 400;
      return own.length > 0 ? [[id, own] as const] : hasFailed ? [[id, all] as const] : [];
    }),
  );
  // What stands behind a redirect to a slash verifies nothing until the redirect is gone.
  for (const [id, own] of behindRedirects(exchanges, obstacles)) obstacles.set(id, own);
  const byCase = Map.groupBy(obstacles.keys(), (id) => exchanges.get(id)?.caseId ?? id);
  const countOf = (id: string): number => obstacles.get(id)?.length ?? 0;

  /** The exchange that blocks a check. */
  function blockerOf(check: Check): string | undefined {
    if (check.howToResolve !== null) return undefined;
    const shown = check.exchanges.filter((id) => obstacles.has(id));
    const candidates = shown.length > 0 ? shown : (byCase.get(check.case) ?? []);
    return candidates.toSorted((one, other) => countOf(one) - countOf(other))[0];
  }

  /** What an exchange that blocks violates, by the leads of the findings. */
  function causeOf(exchange: string): Omit<Blocked, 'requirement'> {
    const by = [...new Set((obstacles.get(exchange) ?? []).map((each) => leads.get(each) ?? each))];
    return { by, operation: exchanges.get(exchange)?.operation };
  }

  const open = requirements.filter(({ outcome, howToResolve }) => outcome === 'not-verified' && howToResolve === null);
  const blocked = open.flatMap((requirement): readonly Blocked[] => {
    const all = (checks.get(requirement.id) ?? []).filter(({ outcome }) => outcome === 'not-verified');
    // What a rule could not decide says more than cases that stopped before they fed it.
    const ofRules = all.filter((check) => isRuleCase(check.case));
    const own = ofRules.length > 0 ? ofRules : all;
    const blockers = own.map(blockerOf);
    const isOneReason = new Set(own.map(({ reason }) => reason)).size === 1;
    if (!isOneReason && blockers.includes(undefined)) return [];
    const causes = blockers.flatMap((each) => (each === undefined ? [] : [causeOf(each)]));
    const [most] = [...Map.groupBy(causes, keyOf).values()].toSorted((one, other) => other.length - one.length);
    return most?.[0] === undefined ? [] : [{ requirement, ...most[0] }];
  });
  // What is open for the same reason is blocked by the same violation.
  const alike = open.flatMap((requirement) => {
    const like = blocked.find((each) => each.requirement.reason === requirement.reason);
    const isNamed = blocked.some((each) => each.requirement === requirement);
    return like === undefined || isNamed || requirement.reason === null ? [] : [{ ...like, requirement }];
  });
  const groups = Map.groupBy([...blocked, ...alike], keyOf);
  return [...groups.values()]
    .flatMap((group): readonly Blockage[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { by, operation } = first;
      const own = group.map(({ requirement }) => requirement);
      return [{ by, requirements: own, sentence: blockedText(own.length, by, operation) }];
    })
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
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

/** A requirement, what blocks it, and of which operation. */
interface Blocked {
  readonly requirement: RequirementResult;
  readonly by: readonly RequirementResult[];
  readonly operation: RequestKind | undefined;
}

function keyOf({ by, operation }: Omit<Blocked, 'requirement'>): string {
  return [operation, ...by.map(({ id }) => id)].join(' ');
}

function blockedText(count: number, by: readonly RequirementResult[], operation: RequestKind | undefined): string {
  const route = operation === undefined || operation === 'other' ? '' : ` of ${operationRoute(operation)}`;
  const [subject, object] = [counted(count, 'requirement is', 'requirements are'), by.length === 1 ? 'that' : 'these'];
  return `${subject} blocked by ${allOf(by.map(({ id }) => id))}${route}: fix ${object}, then run again.`;
}
