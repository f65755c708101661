import { randomStream } from '../../src/reference/random-stream.ts';

const TOOL_IDS = ['suite', 'respect', 'portman', 'dredd', 'specmatic'] as const;
const OUTCOMES = ['accused', 'accepted', 'undecided', 'not ended'] as const;
const KINDS = ['fault', 'compliant'] as const;

/** The compared tools. `suite` is this suite. */
export type ToolId = (typeof TOOL_IDS)[number];

/** The result of a tool on a service: a fault found, no fault found, no verdict, or a timeout. */
export type Outcome = (typeof OUTCOMES)[number];

/** Whether a service is broken, or uses a freedom of the contract. */
export type Kind = (typeof KINDS)[number];

/** The cost of one whole run against the correct service. */
export interface Cost<Id = ToolId> {
  readonly id: Id;
  readonly version: string;
  readonly requests: number;
  /** Median over processes, from start to exit. */
  readonly milliseconds: number;
  /** Median ratio to the time of the first tool in the same round. */
  readonly ratio: number;
}

/** The results of the tools on one service. `outcomes` has the order of the comparison's tools. */
export interface Judged<Of = Kind, Ended = Outcome> {
  readonly kind: Of;
  readonly id: string;
  readonly outcomes: readonly Ended[];
}

/** One comparison, as docs/comparison.json holds it. */
export interface Comparison<Tool = Cost, Service = Judged> {
  readonly seed: number;
  /** The number of services that the sample was drawn from. */
  readonly drawnFrom: { readonly faults: number; readonly compliant: number };
  readonly environment: { readonly node: string; readonly java: string | null; readonly cores: number };
  readonly tools: readonly Tool[];
  readonly services: readonly Service[];
}

/** Reads a recorded comparison. Throws if it names an unknown tool, kind or outcome. */
export function comparisonFrom(recorded: Comparison<Cost<string>, Judged<string, string>>): Comparison {
  return {
    ...recorded,
    tools: recorded.tools.map((tool) => ({ ...tool, id: known(TOOL_IDS, tool.id) })),
    services: recorded.services.map(({ kind, id, outcomes }) => ({
      kind: known(KINDS, kind),
      id,
      outcomes: outcomes.map((outcome) => known(OUTCOMES, outcome)),
    })),
  };
}

function known<Word extends string>(words: readonly Word[], word: string): Word {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new RangeError(`${word} is none of ${words.join(', ')}.`);
  return found;
}

/** Draws `count` entries by a seed, and keeps their order. Returns all entries if there are not enough. */
export function drawSample<Entry>(entries: readonly Entry[], count: number, seed: number): readonly Entry[] {
  const random = randomStream(seed);
  const lots = entries.map((entry, place) => ({ entry, place, lot: random() }));
  return lots
    .toSorted((left, right) => (left.lot < right.lot ? -1 : 1))
    .slice(0, count)
    .toSorted((left, right) => left.place - right.place)
    .map(({ entry }) => entry);
}
