import { correctSteps } from '../src/reference/service-steps.ts';
import { createCatalogue, type ServiceContext } from '../src/reference/service-context.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import { seedFor } from '../src/suite/random-numbers.ts';
import { runProblems } from './declared.ts';
import type { Fleet, Judged } from './fleet.ts';
import { jobForFaults } from './services.ts';
import type { Summary } from './summary.ts';

/** How many faults a service has at once. */
export const SET_SIZES = [3, 6, 12] as const;

type SteadyFault = Extract<Fault, { readonly breaks: unknown }>;

/** A fault of a set: its id, and the requirements that it declares as violated. */
export type SetFault = Pick<SteadyFault, 'id' | 'breaks'>;

/** The faults that one service has at once. */
export interface FaultSet {
  /** Such as `6/2`: the second set of six faults. */
  readonly id: string;
  readonly faults: readonly SetFault[];
}

/** What the runs on one set found. */
export interface SetRow {
  /** Ids of the faults. */
  readonly faults: readonly string[];
  /** Ids of the faults that other faults of the set replace, see `watchFaults`. `shown`, `missed` and `hidden` leave them out. */
  readonly replaced: readonly string[];
  /** The declared requirements that the first run reported as violated. */
  readonly shown: readonly string[];
  /** The other declared requirements, with their outcomes in the first run. */
  readonly missed: Readonly<Record<string, string>>;
  /** Ids of the faults of which the first run reported no declared requirement. */
  readonly hidden: readonly string[];
  /** The requirements that the first run reported as violated although no fault declares them. */
  readonly undeclared: readonly string[];
  /** The required requirements that the first run left not verified. */
  readonly blocked: readonly string[];
  /** How many runs showed a fault. */
  readonly rounds: number;
  /** Ids of the faults that the last run did not show. None unless the set is stuck. */
  readonly left: readonly string[];
}

/** What is read of a judgement. */
export type SetJudgement = Pick<Summary, 'outcomes' | 'violated' | 'notVerified'> & Pick<Judged, 'replaced'>;

/** Judges a service with these faults. `round` counts from 1. */
export type JudgeFaults = (faults: readonly SetFault[], round: number) => Promise<SetJudgement>;

/** The faults to draw from: they always show, at any date, without a soak, and in a catalogue that is empty at the start. */
export function drawableFaults(faults: readonly Fault[]): readonly SetFault[] {
  return faults
    .filter((fault) => 'breaks' in fault)
    .filter((fault) => fault.at === undefined && fault.soakMinutes === undefined && !bringsPets(fault));
}

/** Whether a fault fills the catalogue at the start. Other faults show only in an empty one. */
function bringsPets({ apply }: Fault): boolean {
  const context: ServiceContext = {
    key: 'any-key',
    pets: 0,
    catalogue: createCatalogue(),
    now: () => new Date(0),
    elapsed: () => 0,
    random: () => 0n,
  };
  return 'seedPets' in apply(correctSteps(context), context);
}

/** Draws `count` sets of each size by a seed. A new fault changes only the sets that it enters. */
export function drawSets(faults: readonly SetFault[], count: number, seed: number): readonly FaultSet[] {
  return SET_SIZES.flatMap((size) =>
    Array.from({ length: count }, (_, index) => {
      const id = `${size}/${index + 1}`;
      return { id, faults: drawFaults(faults, size, seedFor(seed, id)) };
    }),
  );
}

/** Draws faults of which no two declare exactly the same requirements. */
function drawFaults(faults: readonly SetFault[], size: number, seed: number): readonly SetFault[] {
  const shuffled = faults.toSorted((one, other) => seedFor(seed, one.id) - seedFor(seed, other.id));
  const byDeclaration = new Map<string, SetFault>();
  for (const fault of shuffled) {
    const declaration = fault.breaks.toSorted().join();
    if (!byDeclaration.has(declaration)) byDeclaration.set(declaration, fault);
  }
  return [...byDeclaration.values()].slice(0, size);
}

/** Judges the rounds of a set on a fleet, with all cases. Rejects if a run says nothing about the service. */
export function judgeWith(fleet: Fleet, { id }: FaultSet): JudgeFaults {
  return async (faults, round) => {
    const { summary, replaced } = await fleet.judge(jobForFaults(`first-drafts/${id}/${round}`, idsOf(faults)));
    const problems = runProblems(summary);
    if (problems.length > 0) throw new Error(`Set ${id}, round ${round}: ${problems.join(' ')}`);
    return { ...summary, replaced };
  };
}

/**
 * Judges a service with all faults of a set. After each run, the faults that it shows are removed, and the service is judged
 * again, until no fault is left or a run shows none.
 */
export async function judgeSet({ faults }: FaultSet, judge: JudgeFaults): Promise<SetRow> {
  const first = await judge(faults, 1);
  const visible = faults.filter(({ id }) => !first.replaced.includes(id));
  const declared = declaredBy(visible);
  const missed = declared.filter((id) => !first.violated.includes(id));
  let left = hiddenFrom(first, faults);
  let rounds = left.length < faults.length ? 1 : 0;
  while (rounds > 0 && left.length > 0) {
    const still = hiddenFrom(await judge(left, rounds + 1), left);
    if (still.length === left.length) break;
    left = still;
    rounds += 1;
  }
  return {
    faults: idsOf(faults),
    replaced: first.replaced,
    shown: declared.filter((id) => first.violated.includes(id)),
    missed: Object.fromEntries(missed.map((id) => [id, first.outcomes[id] ?? 'absent'])),
    hidden: idsOf(hiddenFrom(first, visible)),
    undeclared: first.violated.filter((id) => !declaredBy(faults).includes(id)),
    blocked: first.notVerified,
    rounds,
    left: idsOf(left),
  };
}

/** The faults of which a run reports no declared requirement. */
function hiddenFrom({ violated }: SetJudgement, faults: readonly SetFault[]): readonly SetFault[] {
  return faults.filter(({ breaks }) => !breaks.some((id) => violated.includes(id)));
}

function declaredBy(faults: readonly SetFault[]): readonly string[] {
  return [...new Set<string>(faults.flatMap(({ breaks }) => breaks))];
}

function idsOf(faults: readonly SetFault[]): readonly string[] {
  return faults.map(({ id }) => id);
}

/** A part of a whole, as counts. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** What the runs on all sets of one size found. */
export interface SizeSummary {
  /** How many faults each set has. */
  readonly size: number;
  readonly sets: number;
  /** The declared requirements that the first runs showed, over all sets. */
  readonly shown: Share;
  /** The same for the set with the smallest share. */
  readonly least: Share;
  /** How many sets showed every declared requirement at first. */
  readonly complete: number;
  readonly faultsShown: Share;
  /** By number of rounds, how many sets were green after them. */
  readonly greenAfter: ReadonlyMap<number, number>;
  readonly stuck: number;
  /** How many requirements the first runs left not verified, over all sets. */
  readonly blocked: number;
}

/** Sums up the rows by size, the smallest first. */
export function summariseSizes(rows: readonly SetRow[]): readonly SizeSummary[] {
  const groups = Map.groupBy(rows, ({ faults }) => faults.length);
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([size, group]) => {
      const shares = group.map(shareShown);
      const green = group.filter(({ left }) => left.length === 0).map(({ rounds }) => rounds);
      return {
        size,
        sets: group.length,
        shown: { part: sum(shares.map(({ part }) => part)), whole: sum(shares.map(({ whole }) => whole)) },
        least: shares.reduce((least, share) => (fraction(share) < fraction(least) ? share : least)),
        complete: group.filter(({ missed }) => Object.keys(missed).length === 0).length,
        faultsShown: {
          part: sum(group.map((row) => size - row.replaced.length - row.hidden.length)),
          whole: sum(group.map((row) => size - row.replaced.length)),
        },
        greenAfter: countEach(green.toSorted((one, other) => one - other)),
        stuck: group.length - green.length,
        blocked: sum(group.map(({ blocked }) => blocked.length)),
      };
    });
}

/** The declared requirements of one set that its first run showed. */
export function shareShown({ shown, missed }: SetRow): Share {
  return { part: shown.length, whole: shown.length + Object.keys(missed).length };
}

/** A share as a number from 0 to 1. Nothing of nothing is everything. */
export function fraction({ part, whole }: Share): number {
  return whole === 0 ? 1 : part / whole;
}

/** How often each item occurs, in the order of the first occurrences. */
function countEach<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  return new Map([...Map.groupBy(items, (item) => item)].map(([item, all]) => [item, all.length]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** A requirement that first runs missed. */
export interface MissedRequirement {
  readonly requirement: string;
  /** In how many sets a first run missed it, of those in which a fault declares it. */
  readonly missed: Share;
  /** By outcome, how many of these first runs ended with it. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** The declared requirements that first runs missed, the most often missed first. */
export function summariseMissed(rows: readonly SetRow[]): readonly MissedRequirement[] {
  const missed = Map.groupBy(
    rows.flatMap((row) => Object.entries(row.missed)),
    ([requirement]) => requirement,
  );
  return [...missed]
    .map(([requirement, each]) => {
      const shown = rows.filter((row) => row.shown.includes(requirement)).length;
      return {
        requirement,
        missed: { part: each.length, whole: each.length + shown },
        outcomes: countEach(each.map(([, outcome]) => outcome).toSorted()),
      };
    })
    .toSorted((one, other) => other.missed.part - one.missed.part || (one.requirement < other.requirement ? -1 : 1));
}
