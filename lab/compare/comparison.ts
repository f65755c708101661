import { randomStream } from '../../src/reference/random-stream.ts';

const TOOL_IDS = ['suite', 'quick', 'respect', 'portman', 'dredd', 'specmatic'] as const;
const OUTCOMES = ['accused', 'accepted', 'undecided', 'not ended'] as const;
const KINDS = ['fault', 'compliant'] as const;

/** Tools that can be compared; `suite` is this one, and `quick` its profile of that name. */
export type ToolId = (typeof TOOL_IDS)[number];

/** How a tool ended on a service: with fault found, with none, without a verdict, or not at all in its time. */
export type Outcome = (typeof OUTCOMES)[number];

/** Whether a service is broken, or only different where the contract leaves room. */
export type Kind = (typeof KINDS)[number];

/** What one whole run against the correct service takes. */
export interface Cost<Id = ToolId> {
  readonly id: Id;
  readonly version: string;
  readonly requests: number;
  /** Median of whole processes. */
  readonly milliseconds: number;
  /** Median of the times as multiples of what the first tool took just before. */
  readonly ratio: number;
}

/** What the tools said of one service; `outcomes` stand in the order of the comparison's tools. */
export interface Judged<Of = Kind, Ended = Outcome> {
  readonly kind: Of;
  readonly id: string;
  readonly outcomes: readonly Ended[];
}

/** One comparison, as docs/comparison.json holds it. */
export interface Comparison<Tool = Cost, Service = Judged> {
  readonly seed: number;
  /** How many services there were to draw from. */
  readonly drawnFrom: { readonly faults: number; readonly compliant: number };
  readonly environment: { readonly node: string; readonly java: string | null; readonly cores: number };
  readonly tools: readonly Tool[];
  readonly services: readonly Service[];
}

/** Reads a recorded comparison. Throws where it names a tool, a kind or an outcome that there is not. */
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

/** Draws so many of the entries that a seed decides, in the order in which they stand. All of them where there are no more. */
export function drawSample<Entry>(entries: readonly Entry[], count: number, seed: number): readonly Entry[] {
  const random = randomStream(seed);
  const lots = entries.map((entry, place) => ({ entry, place, lot: random() }));
  return lots
    .toSorted((left, right) => (left.lot < right.lot ? -1 : 1))
    .slice(0, count)
    .toSorted((left, right) => left.place - right.place)
    .map(({ entry }) => entry);
}
