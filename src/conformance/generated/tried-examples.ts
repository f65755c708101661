import type { ExampleOutcome } from './judge-example.ts';

/** What the examples of a case came to, in their order, in room that does not grow with their number. */
export interface HeldExamples {
  readonly add: (outcome: ExampleOutcome) => void;
  /** Adds an example that failed, and gives what names the path by which it is reached, where that is known later. */
  readonly addFailing: (outcome: ExampleOutcome) => (path: string | null) => void;
  readonly all: () => readonly ExampleOutcome[];
}

/**
 * Holds everything that an example found but what held, and of the examples in which the same held the first and the
 * last: the last stands for those between them too.
 */
export function holdExamples(): HeldExamples {
  const held: ExampleOutcome[] = [];
  /** Where the last example of a kind stands; null while there is but one. */
  const last = new Map<string, number | null>();
  return {
    add(outcome) {
      const kind = kindOf(outcome);
      const place = kind === null ? undefined : last.get(kind);
      const before = typeof place === 'number' ? held[place] : undefined;
      if (typeof place === 'number' && before !== undefined) {
        held[place] = { ...outcome, times: timesOf(before) + 1 };
        return;
      }
      held.push(outcome);
      if (kind !== null) last.set(kind, place === undefined ? null : held.length - 1);
    },
    addFailing(outcome) {
      const place = held.push(outcome) - 1;
      return (path) => {
        held[place] = { ...outcome, path };
      };
    },
    all: () => held,
  };
}

/** How many examples an outcome stands for. */
export function timesOf({ times = 1 }: { readonly times?: number | undefined }): number {
  return times;
}

/** What held in an example, and where that was judged; null where something did not hold or was not settled. */
function kindOf({ judgements, stop }: ExampleOutcome): string | null {
  if (stop !== null || judgements.some(({ outcome }) => outcome !== 'satisfied')) return null;
  return judgements.map(({ requirement, callSite }) => `${requirement} ${callSite}`).join('\n');
}
