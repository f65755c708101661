import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partNumberOf, parts } from '../src/contract/parts.ts';
import { findRequirement } from '../src/contract/requirements.ts';
import { isRuleCase } from '../src/report/fold-checks.ts';
import type { Report } from '../src/report/report.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { loadSuite } from '../src/suite/load-suite.ts';
import type { QuickCases } from '../src/suite/quick-cases.ts';
import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import { reportOnReference } from './judge-job.ts';
import { type Asked, checksOn, type KillMatrix, type QuickProfile, type Requests, withAsked } from './kill-matrix.ts';

// Chooses the cases of the quick profiles from the kill matrix: most faults for the fewest requests.

/** The quick profiles: the catalogue size in which their cases are measured, and the limits of requests and additions. */
export const QUICK_PROFILES = {
  quick: { size: undefined, requests: 120, creates: 12 },
  // A profile without additions needs existing pets.
  'quick-read-only': { size: '150 pets', requests: 120, creates: 0 },
} as const satisfies Readonly<Record<QuickProfile, unknown>>;

export const quickProfiles = Object.keys(QUICK_PROFILES) as readonly QuickProfile[];

/**
 * The second case that catches a fault counts a quarter, the third a sixteenth, and so on: it may catch faults that the
 * fleet does not contain.
 */
const REPEAT_WEIGHT = 0.25;

/** Prices in requests. A pet is expensive because it stays. A case without own requests still has a price. */
const PRICE_OF_PET = 3;
const PRICE_OF_CASE = 0.25;

/**
 * Chooses the cases of a profile by the faults in `by`. First, it chooses the most valuable case for each part of the
 * contract. Then it repeatedly chooses the most valuable remaining case. The value of a case is the number of faults that
 * it catches, divided by its price. The price is its share of the permitted requests and pets, beyond the chosen cases.
 */
export function chooseQuick(matrix: KillMatrix, profile: QuickProfile, by: readonly string[]): QuickCases {
  const { most, fixtures, additions, cases } = matrix.quick[profile].asked;
  const adding = new Set(additions);
  const asked = new Set(fixtures);
  const left = new Map(Object.entries(cases));
  const caught = new Map<string, number>();
  const caughtBy = faultsByCase(matrix, by);
  const chosen: string[] = [];

  function costWith(requests: Requests): { readonly requests: number; readonly creates: number } {
    const all = asked.union(new Set(requests));
    return { requests: all.size, creates: all.intersection(adding).size };
  }

  function valueOf([id, requests]: readonly [string, Requests]): number {
    const cost = costWith(requests);
    if (cost.requests > most.requests || cost.creates > most.creates) return 0;
    const gain = (caughtBy.get(id) ?? []).reduce((sum, fault) => sum + REPEAT_WEIGHT ** (caught.get(fault) ?? 0), 0);
    const now = costWith([]);
    const price = cost.requests - now.requests + PRICE_OF_PET * (cost.creates - now.creates);
    return gain / (price + PRICE_OF_CASE);
  }

  /** Chooses the most valuable case. Returns false if no case has value. */
  function takeBest(isEligible: (id: string) => boolean): boolean {
    const [best] = [...left]
      .filter(([id]) => isEligible(id))
      .map((each) => ({ id: each[0], requests: each[1], value: valueOf(each) }))
      .filter(({ value }) => value > 0)
      .toSorted((one, other) => other.value - one.value || (one.id < other.id ? -1 : 1));
    if (best === undefined) return false;
    left.delete(best.id);
    chosen.push(best.id);
    for (const request of best.requests) asked.add(request);
    for (const fault of caughtBy.get(best.id) ?? []) caught.set(fault, (caught.get(fault) ?? 0) + 1);
    return true;
  }

  const partsOf = partsByCase(matrix);
  for (const { number } of parts) takeBest((id) => partsOf.get(id)?.has(number) === true);
  while (takeBest(() => true));
  const cost = costWith([]);
  // A run of the choice sends more, by the amount that lowered the limits.
  const bounds = QUICK_PROFILES[profile];
  return {
    requests: cost.requests + bounds.requests - most.requests,
    creates: cost.creates + bounds.creates - most.creates,
    cases: chosen.toSorted(),
  };
}

/** The faults that each case catches. Excludes faults that fixtures catch, because every selection catches them. */
function faultsByCase(matrix: KillMatrix, by: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const fault of by) {
    const own = checksOn(fault, matrix).map((check) => check.slice(0, check.lastIndexOf('#')));
    if (own.includes(FIXTURES_CASE)) continue;
    // The kill matrix does not say which case broke a response rule, so use the few cases of the fault.
    for (const id of new Set([...own, ...(matrix.few[fault]?.cases ?? [])]))
      found.set(id, [...(found.get(id) ?? []), fault]);
  }
  return found;
}

/** The parts of the contract whose required requirements each case judges. */
function partsByCase({ checks }: KillMatrix): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const check of checks) {
    const [id, row] = [
      check.slice(0, check.lastIndexOf('#')),
      findRequirement(check.slice(check.lastIndexOf('#') + 1)),
    ];
    if (row?.level === 'required') found.set(id, (found.get(id) ?? new Set()).add(partNumberOf(row.part)));
  }
  return found;
}

const FOLDS = 5;

/** Splits the faults into five parts by position. The other four parts choose the cases that judge a part. */
export function foldsOf(
  faults: readonly string[],
): readonly { readonly part: readonly string[]; readonly others: readonly string[] }[] {
  return Array.from({ length: FOLDS }, (_, fold) => ({
    part: faults.filter((_fault, place) => place % FOLDS === fold),
    others: faults.filter((_fault, place) => place % FOLDS !== fold),
  }));
}

/**
 * Measures the requests of each case, and the limits of a choice. Leaves out cases that cannot settle a requirement in such
 * a small catalogue.
 */
export async function measureAsked(
  profile: QuickProfile,
  matrix: KillMatrix,
  faults: readonly string[],
): Promise<Asked> {
  const { cases } = await loadSuite();
  const candidates = cases.filter(({ kind, description }) => kind === 'once' && description.stage !== 'one by one');
  const ids = candidates.map(({ description }) => description.caseId);
  const bounds = QUICK_PROFILES[profile];
  let asked: Asked = {
    most: { requests: bounds.requests, creates: bounds.creates },
    ...askedIn(await judge(profile, ids)),
  };
  for (;;) {
    const chosen = chooseQuick(withAsked(matrix, profile, asked), profile, faults);
    const report = await judge(profile, chosen.cases);
    const openNow = openIn(report);
    const open = new Set(chosen.cases.filter((id) => openNow.has(id)));
    const tooMany = {
      requests: Math.max(0, report.exchanges.length - bounds.requests),
      creates: Math.max(0, report.created.length - bounds.creates),
    };
    if (open.size === 0 && tooMany.requests === 0 && tooMany.creates === 0) return asked;
    asked = {
      ...asked,
      most: { requests: asked.most.requests - tooMany.requests, creates: asked.most.creates - tooMany.creates },
      cases: Object.fromEntries(Object.entries(asked.cases).filter(([id]) => !open.has(id))),
    };
  }
}

/** The cases that left a requirement not verified. */
function openIn({ requirements, checks }: Report): ReadonlySet<string> {
  const open = new Set(requirements.filter(({ outcome }) => outcome === 'not-verified').map(({ id }) => id));
  return new Set(checks.flatMap((check) => (open.has(check.requirement) ? [check.case] : [])));
}

/** Judges the embedded service with some cases. */
async function judge(profile: QuickProfile, cases: readonly string[]): Promise<Report> {
  const { size } = QUICK_PROFILES[profile];
  return reportOnReference({ id: profile, cases, profile, ...(size === undefined ? {} : { size }) });
}

function askedIn({ exchanges, checks, created }: Report): Omit<Asked, 'most'> {
  const numbers = new Map(exchanges.map(({ id }, place) => [id, place]));
  const numbersOf = (ids: Iterable<string>): Requests => [...new Set([...ids].flatMap((id) => numbers.get(id) ?? []))];
  const sent = Map.groupBy(exchanges, ({ caseId }) => caseId);
  const sentBy = (caseId: string): readonly string[] => (sent.get(caseId) ?? []).map(({ id }) => id);
  const judged = Map.groupBy(checks, (check) => check.case);
  const settling = [...judged].filter(
    ([id, own]) =>
      id !== FIXTURES_CASE &&
      !isRuleCase(id) &&
      own.some(({ outcome }) => outcome === 'satisfied') &&
      own.every(({ outcome }) => ['satisfied', 'not-applicable', 'observed'].includes(outcome)),
  );
  return {
    fixtures: numbersOf(sentBy(FIXTURES_CASE)),
    additions: numbersOf(created.map(({ exchange }) => exchange)),
    cases: Object.fromEntries(
      settling.map(([id, own]) => [id, numbersOf([...sentBy(id), ...own.flatMap(({ exchanges: cited }) => cited)])]),
    ),
  };
}

const FILE = join(PACKAGE_ROOT, 'src/suite/quick-cases.json');

/** Writes the cases of each profile where the suite reads them. */
export function writeQuickCases(matrix: KillMatrix, faults: readonly string[]): void {
  const chosen = quickProfiles.map((profile) => [profile, chooseQuick(matrix, profile, faults)] as const);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(chosen), null, 2)}\n`);
}
