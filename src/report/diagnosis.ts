import recorded from './fault-signatures.json' with { type: 'json' };
import { shapeOf } from './findings.ts';
import type { Cause, Check, Diagnosis } from './report.ts';

/** The symptoms of known faults, as in fault-signatures.json. */
export interface FaultSignatures {
  /** Each change of the signatures raises it. */
  readonly version: number;
  /** A cause is named if its family is nearer than every other by at least this. */
  readonly threshold: number;
  /** What faults of a family do, by family: "accepts any key". */
  readonly mechanisms: Readonly<Record<string, string>>;
  readonly symptoms: readonly string[];
  /** By id of the fault: its family, then places in `symptoms`. */
  readonly faults: Readonly<Record<string, readonly [mechanism: string, ...symptoms: number[]]>>;
}

/** A family of faults, with the symptoms that one of them caused in a run. */
export interface Signature {
  readonly mechanism: string;
  readonly symptoms: ReadonlySet<string>;
}

/** A family of faults, and by how much it is nearer than the next one, from 0 to about 1. */
export interface NearestFamily {
  readonly mechanism: string;
  readonly lead: number;
}

const MOST_CAUSES = 3;
/** A further fault must explain a violated requirement, and make the explanation more similar by this. */
const LEAST_GAIN = 0.15;
/** Most faults show in many cases, so cases say less about the mechanism than differences. */
const WEIGHT_OF_CASE = 0.15;
/** A family whose two nearest faults are similar is more probable than one with a single similar fault. */
const WEIGHT_OF_SECOND = 0.45;

/** What violated checks have in common with checks of other services: requirements, cases and kinds of difference. */
export function symptomsOf(violated: readonly Check[]): ReadonlySet<string> {
  return new Set(
    violated.flatMap(({ requirement, case: caseId, expected, actual, pointer }) => {
      const found = `→ ${shapeOf(actual)}`;
      return [
        requirement,
        `${requirement} in ${caseId.replaceAll(/\d+/g, '#')}`,
        `${shapeOf(expected)} ${found} ${(pointer ?? '').replaceAll(/\/\d+/g, '/#')}`.trim(),
        found,
        statusClass(actual),
      ];
    }),
  );
}

/** The different signatures. Faults of one family with the same symptoms share one. */
export function signaturesOf({ symptoms, faults }: Pick<FaultSignatures, 'symptoms' | 'faults'>): readonly Signature[] {
  const different = new Map(Object.values(faults).map((row) => [row.join(), row]));
  return [...different.values()].map(([mechanism, ...places]) => ({
    mechanism,
    symptoms: new Set(places.flatMap((place) => symptoms[place] ?? [])),
  }));
}

/** The probable causes of the violated checks. Undefined if no family of faults is near enough. It never touches a verdict. */
export function diagnose(
  checks: readonly Check[],
  { version, threshold, mechanisms, ...known }: FaultSignatures = recorded as unknown as FaultSignatures,
): Diagnosis | undefined {
  const violated = checks.filter(({ outcome }) => outcome === 'violated');
  const signatures = signaturesOf(known);
  let left = violated;
  const causes = nearestFamilies(symptomsOf(violated), signatures)
    .filter(({ lead }) => lead >= threshold)
    .flatMap(({ mechanism }): readonly Cause[] => {
      const family = signatures.filter((each) => each.mechanism === mechanism);
      const explained = new Set(left.filter((check) => family.some((fault) => explains(fault, check))));
      left = left.filter((check) => !explained.has(check));
      const requirements = [...new Set([...explained].map(({ requirement }) => requirement))];
      return explained.size === 0
        ? []
        : [{ mechanism, text: `The service ${mechanisms[mechanism]}.`, checks: explained.size, requirements }];
    });
  return causes.length === 0 ? undefined : { signatures: version, violated: violated.length, causes };
}

function explains({ symptoms }: Signature, { requirement, actual }: Check): boolean {
  return symptoms.has(requirement) && symptoms.has(statusClass(actual));
}

function statusClass(actual: string): string {
  return `status ${/^status (\d)/.exec(actual)?.[1] ?? 'not judged'}`;
}

/**
 * The families that explain the symptoms together, the largest part first. Each is chosen by the faults that resemble what
 * the others leave: shared symptoms count twice, and rare ones more than frequent ones.
 */
export function nearestFamilies(seen: ReadonlySet<string>, signatures: readonly Signature[]): readonly NearestFamily[] {
  const weigh = weightsIn(signatures);
  const similarity = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
    const shared = weigh(one.intersection(other));
    return shared === 0 ? 0 : (2 * shared) / (weigh(one) + weigh(other));
  };
  const candidates = signatures.filter(({ symptoms }) => !symptoms.isDisjointFrom(seen));
  const chosen: ReadonlySet<string>[] = [];
  for (let before = 0; chosen.length < MOST_CAUSES;) {
    const explained = unionOf(chosen);
    const open = new Set([...seen.difference(explained)].filter(isRequirement));
    const [best] = candidates
      .filter(({ symptoms }) => !symptoms.isDisjointFrom(open))
      .map(({ symptoms }) => ({ symptoms, similar: similarity(seen, explained.union(symptoms)) }))
      .sort((one, other) => other.similar - one.similar);
    if (best === undefined || best.similar < before + LEAST_GAIN) break;
    before = best.similar;
    chosen.push(best.symptoms);
  }
  const nearest = chosen.flatMap((symptoms) => {
    const others = unionOf(chosen.filter((each) => each !== symptoms));
    const rest = seen.difference(others);
    const families = Map.groupBy(candidates, ({ mechanism }) => mechanism);
    const [first, second] = [...families]
      .map(([mechanism, faults]) => {
        const [most = 0, next = 0] = faults
          .map((fault) => similarity(rest, fault.symptoms.difference(others)))
          .sort((one, other) => other - one);
        return { mechanism, score: most + WEIGHT_OF_SECOND * next };
      })
      .sort((one, other) => other.score - one.score);
    return first === undefined ? [] : [{ mechanism: first.mechanism, lead: first.score - (second?.score ?? 0) }];
  });
  return [...new Map(nearest.map((each) => [each.mechanism, each])).values()];
}

/** The weight of a set of symptoms: what few faults show says more. */
function weightsIn(signatures: readonly Signature[]): (symptoms: ReadonlySet<string>) => number {
  const all = Map.groupBy(
    signatures.flatMap(({ symptoms }) => [...symptoms]),
    (symptom) => symptom,
  );
  const rarity = (count: number): number => Math.log((signatures.length + 1) / count);
  const weights = new Map(
    [...all].map(([symptom, same]) => [symptom, rarity(same.length) * (isCase(symptom) ? WEIGHT_OF_CASE : 1)]),
  );
  return (symptoms) => {
    let sum = 0;
    for (const symptom of symptoms) sum += weights.get(symptom) ?? rarity(1);
    return sum;
  };
}

function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((each) => [...each]));
}

function isRequirement(symptom: string): boolean {
  return /^[A-Z0-9-]+$/.test(symptom);
}

function isCase(symptom: string): boolean {
  return /^[A-Z0-9-]+ in /.test(symptom);
}
