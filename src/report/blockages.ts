import { allOf, counted } from '../contract/describe.ts';
import { operationRoute, type RequestKind } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Exchange } from '../http/exchange.ts';
import { responseRules } from '../suite/rules/response-rules.ts';
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
  const obstacles = new Map(
    [...violations].flatMap(([id, all]) => {
      const own = all.filter((each) => OBSTACLES.has(each.id));
      const hasFailed = (exchanges.get(id)?.response?.status ?? 0) >= 400;
      return own.length > 0 ? [[id, own] as const] : hasFailed ? [[id, all] as const] : [];
    }),
  );
  const byCase = Map.groupBy(obstacles.keys(), (id) => exchanges.get(id)?.caseId ?? id);
  const countOf = (id: string): number => obstacles.get(id)?.length ?? 0;

  /** The exchange that blocks a check. */
  function blockerOf(check: Check): string | undefined {
    if (check.howToResolve !== null) return undefined;
    const shown = check.exchanges.filter((id) => obstacles.has(id));
    const candidates = shown.length > 0 ? shown : (byCase.get(check.case) ?? []);
    return candidates.toSorted((one, other) => countOf(one) - countOf(other))[0];
  }

  const open = requirements.filter(({ outcome, howToResolve }) => outcome === 'not-verified' && howToResolve === null);
  const blocked = open.flatMap((requirement) => {
    const own = (checks.get(requirement.id) ?? []).filter(({ outcome }) => outcome === 'not-verified');
    const blockers = own.map(blockerOf);
    const first = blockers.find((each) => each !== undefined);
    const isOneReason = new Set(own.map(({ reason }) => reason)).size === 1;
    if (first === undefined || (!isOneReason && blockers.includes(undefined))) return [];
    const by = [...new Set((obstacles.get(first) ?? []).map((each) => leads.get(each) ?? each))];
    return [{ requirement, by, operation: exchanges.get(first)?.operation }];
  });
  // What is open for the same reason is blocked by the same violation.
  const alike = open.flatMap((requirement) => {
    const like = blocked.find((each) => each.requirement.reason === requirement.reason);
    const isNamed = blocked.some((each) => each.requirement === requirement);
    return like === undefined || isNamed || requirement.reason === null ? [] : [{ ...like, requirement }];
  });
  const groups = Map.groupBy([...blocked, ...alike], ({ by, operation }) =>
    [operation, ...by.map(({ id }) => id)].join(' '),
  );
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

function blockedText(count: number, by: readonly RequirementResult[], operation: RequestKind | undefined): string {
  const route = operation === undefined || operation === 'other' ? '' : ` of ${operationRoute(operation)}`;
  const [subject, object] = [counted(count, 'requirement is', 'requirements are'), by.length === 1 ? 'that' : 'these'];
  return `${subject} blocked by ${allOf(by.map(({ id }) => id))}${route}: fix ${object}, then run again.`;
}
