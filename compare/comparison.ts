/** Tools that can be compared; `suite` is this one. */
export type ToolId = 'suite' | 'respect' | 'portman' | 'dredd' | 'specmatic';

/** How a tool ended on a service: with fault found, with none, without a verdict, or not at all in its time. */
export type Outcome = 'accused' | 'accepted' | 'undecided' | 'not ended';

/** What one whole run against the correct service takes. */
export interface Cost {
  readonly id: ToolId;
  readonly version: string;
  readonly requests: number;
  /** Median of whole processes. */
  readonly milliseconds: number;
  /** Median of the times as multiples of what the first tool took just before. */
  readonly ratio: number;
}

/** What the tools said of one service; `outcomes` stand in the order of the comparison's tools. */
export interface Judged {
  readonly kind: 'fault' | 'lawful';
  readonly id: string;
  readonly outcomes: readonly Outcome[];
}

/** One comparison, as docs/comparison.json holds it. */
export interface Comparison {
  readonly seed: number;
  /** How many services there were to draw from. */
  readonly drawnFrom: { readonly faults: number; readonly lawful: number };
  readonly environment: { readonly node: string; readonly java: string | null; readonly cores: number };
  readonly tools: readonly Cost[];
  readonly services: readonly Judged[];
}
