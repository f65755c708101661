import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../src/reference/faults/index.ts';
import { mechanisms } from '../src/reference/faults/mechanisms.ts';
import {
  type FaultSignatures,
  nearestFamilies,
  type NearestFamily,
  type Signature,
  signaturesOf,
} from '../src/report/diagnosis.ts';
import { linesOf } from './detection-record.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { randomNumbers, shuffled } from '../src/suite/execution/random-numbers.ts';
import type { Summary } from './summary.ts';

const FILE = join(PACKAGE_ROOT, 'src/report/fault-signatures.json');

/** How often the diagnosis named a cause for services whose own signature it did not use. */
export interface Measured {
  readonly services: number;
  /** The number of services with a named cause, and without one. */
  readonly spoke: number;
  readonly silent: number;
  /** The number of named causes that are correct, and that are wrong. */
  readonly right: number;
  readonly wrong: number;
}

/** The file: the signatures, and the accuracy of the diagnosis that uses them. */
export interface RecordedSignatures extends FaultSignatures {
  readonly measured: { readonly single: Measured; readonly pairs: Measured };
}

type Known = Pick<FaultSignatures, 'symptoms' | 'faults'>;

/** Nine of ten named causes must be correct. */
const LEAST_PRECISION = 0.9;
const PAIRS = 300;
const PAIR_SEED = 1;

/** The committed signatures. */
export function readSignatures(): RecordedSignatures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedSignatures;
}

/** Replaces the signatures of some services, and measures the accuracy again. */
export function withSignatures(recorded: FaultSignatures, summaries: readonly Summary[]): RecordedSignatures {
  const now = new Map(summaries.map(({ id, symptoms }) => [id, symptoms]));
  const before = (id: string): readonly string[] =>
    (recorded.faults[id]?.slice(1) ?? []).flatMap((place) => recorded.symptoms[Number(place)] ?? []);
  const shown = faults
    .map(({ id, mechanism }) => ({ id, mechanism, symptoms: now.get(`fault/${id}`) ?? before(id) }))
    .filter(({ symptoms }) => symptoms.length > 0);
  // Append a new symptom: the file refers to symptoms by position.
  const used = new Set(shown.flatMap((fault) => fault.symptoms));
  const kept = recorded.symptoms.filter((symptom) => used.has(symptom));
  const symptoms = [...kept, ...[...used.difference(new Set(kept))].toSorted()];
  const places = new Map(symptoms.map((symptom, place) => [symptom, place]));
  const rows = shown.map((fault) => {
    const own = fault.symptoms.flatMap((symptom) => places.get(symptom) ?? []);
    return [fault.id, [fault.mechanism, ...own.toSorted((one, other) => one - other)]] as const;
  });
  const known: Known = { symptoms, faults: Object.fromEntries(rows) };
  const isSame = JSON.stringify(known) === JSON.stringify({ symptoms: recorded.symptoms, faults: recorded.faults });
  return { version: recorded.version + (isSame ? 0 : 1), ...measure(known), mechanisms, ...known };
}

/** Writes the signatures with one line for each symptom and each fault. */
export function writeSignatures({ symptoms, faults: rows, mechanisms: texts, ...head }: RecordedSignatures): void {
  const lines = [
    ...Object.entries(head).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`),
    `  "mechanisms": ${linesOf(texts)}`,
    `  "symptoms": [\n${symptoms.map((symptom) => `    ${JSON.stringify(symptom)}`).join(',\n')}\n  ]`,
    `  "faults": ${linesOf(rows)}`,
  ];
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** Diagnoses a service with some faults, without the signatures of these faults. */
interface Trial {
  readonly faults: ReadonlySet<string>;
  readonly found: readonly NearestFamily[];
}

/**
 * Diagnoses each fault, and pairs of faults from two families, with the signatures of all other faults. Also leaves out
 * faults of the same family with equal symptoms, because they would make the diagnosis trivial.
 */
export function measure(known: Known): Pick<RecordedSignatures, 'threshold' | 'measured'> {
  const signatures = signaturesOf(known);
  const rows = Object.values(known.faults).map((row) => signaturesOf({ ...known, faults: { row } }));
  const tryFaults = (shown: readonly Signature[]): Trial => {
    const left = signatures.filter((each) => !shown.some((own) => isAlike(each, own)));
    const seen = new Set(shown.flatMap(({ symptoms }) => [...symptoms]));
    return { faults: new Set(shown.map(({ mechanism }) => mechanism)), found: nearestFamilies(seen, left) };
  };
  const single = rows.map(tryFaults);
  const random = randomNumbers(PAIR_SEED);
  const pairs = Array.from({ length: PAIRS }, () => shuffled(rows, random).slice(0, 2).flat())
    .filter(([one, other]) => one?.mechanism !== other?.mechanism)
    .map(tryFaults);
  const measured = (threshold: number) => ({ single: count(single, threshold), pairs: count(pairs, threshold) });
  const hundredths = Array.from({ length: 100 }, (_, place) => place / 100);
  const threshold = hundredths.find((each) => Object.values(measured(each)).every(isPrecise)) ?? 1;
  return { threshold, measured: measured(threshold) };
}

function isAlike(one: Signature, other: Signature): boolean {
  return one.mechanism === other.mechanism && one.symptoms.symmetricDifference(other.symptoms).size === 0;
}

function isPrecise({ right, wrong }: Measured): boolean {
  return right >= LEAST_PRECISION * (right + wrong);
}

function count(trials: readonly Trial[], threshold: number): Measured {
  const named = trials.map(({ faults: own, found }) =>
    found.flatMap(({ mechanism, lead }) => (lead < threshold ? [] : [own.has(mechanism)])),
  );
  const spoke = named.filter((causes) => causes.length > 0).length;
  const right = named.flat().filter((isRight) => isRight).length;
  return {
    services: trials.length,
    spoke,
    silent: trials.length - spoke,
    right,
    wrong: named.flat().length - right,
  };
}
