import type { Share } from './several-faults.ts';

/** What is known of the first version of a draft, from its source and from requests outside the suite. */
export interface DraftJudgement {
  /** The name of the framework, as the page shows it. */
  readonly framework: string;
  /** The package that has the version of the framework. */
  readonly package: string;
  /** Whether the draft serves the operations without the segment v1. */
  readonly mappedBasePath?: boolean;
  /** What a reader of the figures should know. */
  readonly note?: string;
  /** The required requirements that the draft violates, each with its reason. */
  readonly violates: Readonly<Record<string, string>>;
  /** Findings of a run on the first version that are not in `violates`. */
  readonly otherFindings: Readonly<Record<string, OtherFinding>>;
}

/** A finding that is not true, or on which readers of the contract may differ. */
export interface OtherFinding {
  readonly judged: 'false' | 'debatable';
  readonly reason: string;
}

/** What is read of a report on a draft. */
export interface DraftRun {
  readonly verdict: string;
  /** The outcomes of all required requirements by id. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly seconds: number;
}

/** What the runs on one draft found. */
export interface DraftRow {
  readonly id: string;
  readonly framework: string;
  readonly version: string;
  readonly verdict: string;
  /** The requirements that the draft violates and the first run reported. */
  readonly shown: readonly string[];
  /** The other requirements that the draft violates, with their outcomes in the first run. */
  readonly missed: Readonly<Record<string, string>>;
  /** The findings of the first run that are judged false, debatable, or not yet. */
  readonly wrong: readonly string[];
  readonly debatable: readonly string[];
  readonly unjudged: readonly string[];
  readonly requests: number;
  readonly seconds: number;
  /** How many requirements the runs on the later versions reported. Empty if there are none. */
  readonly later: readonly number[];
  readonly note: string | null;
}

/** What a run of an earlier suite showed of a draft. */
export type EarlierRow = Pick<DraftRow, 'wrong' | 'debatable' | 'unjudged'> & { readonly shown: number };

/** Compares a run on the first version of a draft with its judgement. */
export function rowOf(
  id: string,
  { framework, note, violates, otherFindings }: DraftJudgement,
  version: string,
  { verdict, outcomes, requests, seconds }: DraftRun,
  later: readonly number[],
): DraftRow {
  const reported = violatedIn({ outcomes });
  const others = reported.filter((each) => !(each in violates));
  const judgedAs = (judged: OtherFinding['judged'] | undefined): readonly string[] =>
    others.filter((each) => otherFindings[each]?.judged === judged);
  return {
    id,
    framework,
    version,
    verdict,
    shown: reported.filter((each) => each in violates),
    missed: Object.fromEntries(
      Object.keys(violates)
        .filter((each) => !reported.includes(each))
        .map((each) => [each, outcomes[each] ?? 'absent']),
    ),
    wrong: judgedAs('false'),
    debatable: judgedAs('debatable'),
    unjudged: judgedAs(undefined),
    requests,
    seconds,
    later,
    note: note ?? null,
  };
}

/** The required requirements that a run reported as violated. */
export function violatedIn({ outcomes }: Pick<DraftRun, 'outcomes'>): readonly string[] {
  return Object.keys(outcomes).filter((id) => outcomes[id] === 'violated');
}

/** The share of what a draft violates that its first run showed. */
export function sightOf({ shown, missed }: Pick<DraftRow, 'shown' | 'missed'>): Share {
  return { part: shown.length, whole: shown.length + Object.keys(missed).length };
}

/** How many runs reported something until one reported nothing. Null if no version is green, or there are no later versions. */
export function roundsToGreen({ later }: Pick<DraftRow, 'later'>): number | null {
  const green = later.indexOf(0);
  return green === -1 ? null : green + 1;
}
