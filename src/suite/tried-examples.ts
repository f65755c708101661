import type { Judgement } from './judgement.ts';
import type { RunRecord } from './records.ts';

/** How an example was ended early. */
export type ExampleStop = Extract<RunRecord, { readonly type: 'stopped' }>;

/** What one example came to. `path` leads to it again if that is known. */
export interface TriedExample {
  readonly judgements: readonly Judgement[];
  readonly stop: ExampleStop | null;
  readonly path: string | null;
  /** Ids of the exchanges that it sent. */
  readonly exchanges: readonly string[];
  /** How many examples it stands for. */
  readonly times: number;
}

/** What the examples of a property came to, in memory that does not grow with their number. */
export interface TriedExamples {
  add(example: TriedExample): void;
  /** Adds an example that failed; the path that leads to it may become known later. */
  addFailing(example: TriedExample): (path: string | null) => void;
  all(): readonly TriedExample[];
}

/**
 * Holds every example that failed. Of examples that came to the same it holds the first and the last, which stands for those
 * between them too; `forget` takes the exchanges of those.
 */
export function holdExamples(forget: (exchanges: readonly string[]) => void): TriedExamples {
  const held: TriedExample[] = [];
  /** Where the last example of a kind stands; null while there is only one. */
  const last = new Map<string, number | null>();
  return {
    add(example) {
      const kind = kindOf(example);
      const place = last.get(kind) ?? null;
      const before = place === null ? undefined : held[place];
      if (place !== null && before !== undefined) {
        forget(before.exchanges);
        held[place] = { ...example, times: before.times + 1 };
        return;
      }
      last.set(kind, last.has(kind) ? held.length : null);
      held.push(example);
    },
    addFailing(example) {
      const place = held.push(example) - 1;
      return (path) => {
        held[place] = { ...example, path };
      };
    },
    all: () => held,
  };
}

/** What an example settled, and how it ended. */
function kindOf({ judgements, stop }: TriedExample): string {
  const settled = judgements.map(({ requirement, outcome }) => `${requirement} ${outcome}`);
  return [...settled, stop === null ? 'completed' : `${stop.outcome} ${stop.reason}`].join('\n');
}
