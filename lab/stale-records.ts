import { counted } from '../src/contract/describe.ts';
import type { FirstDrafts } from './first-drafts-record.ts';
import type { KillMatrix } from './kill-matrix.ts';
import { shortDigest, type SourceDigests } from './source-digests.ts';

/** The records that no run has measured with the current sources. */
export interface StaleRecords {
  /** Whether a shared source changed after the last run over the whole fleet. */
  readonly rules: boolean;
  /** Ids of cases that did not run on every service as they are now. */
  readonly cases: readonly string[];
  /** Those of them that did not run on any. */
  readonly changedCases: readonly string[];
  /** Ids of services that were not judged as they are now. */
  readonly services: readonly string[];
  /** Ids of recorded services that no longer exist. */
  readonly gone: readonly string[];
  /** Whether the larger catalogues were judged with other sources. */
  readonly sizes: boolean;
  /** Whether the services with several faults were judged with other sources, or never. */
  readonly firstDrafts: boolean;
  /** The same for the drafts of frameworks. */
  readonly frameworks: boolean;
}

/** The committed records. */
export interface Records {
  readonly matrix: KillMatrix;
  /** Null if no run has measured it. */
  readonly firstDrafts: FirstDrafts | null;
}

/**
 * Compares the records with the current sources. `sampled` names the services that are judged in larger catalogues, and
 * `drafts` is the digest of the drafts of frameworks.
 */
export function findStale(
  { matrix, firstDrafts }: Records,
  sources: SourceDigests,
  sampled: readonly string[],
  drafts: string,
): StaleRecords {
  const { cases } = matrix;
  const changedCases = changedIds(sources.cases, cases);
  return {
    rules: matrix.rules !== sources.rules,
    cases: Object.keys(sources.cases).filter((id) => changedCases.includes(id) || cases[id]?.ranOn !== undefined),
    changedCases,
    services: changedIds(sources.services, matrix.services),
    gone: Object.keys(matrix.services).filter((id) => !(id in sources.services)),
    sizes: matrix.sizes.sources !== digestForServices(sources, sampled),
    firstDrafts: firstDrafts?.sources !== digestForServices(sources, servicesOf(firstDrafts)),
    frameworks: firstDrafts?.frameworks?.sources !== digestForDrafts(sources, drafts),
  };
}

function changedIds(
  current: Readonly<Record<string, string>>,
  recorded: Readonly<Record<string, { readonly source: string }>>,
): readonly string[] {
  return Object.keys(current).filter((id) => recorded[id]?.source !== current[id]);
}

/** The digest of what decides how some services are judged with all cases. */
export function digestForServices({ rules, cases, services }: SourceDigests, judged: readonly string[]): string {
  return shortDigest(JSON.stringify([rules, cases, judged.map((id) => [id, services[id]])]));
}

/** The digest of what decides how the drafts of frameworks are judged. */
export function digestForDrafts(sources: SourceDigests, drafts: string): string {
  return shortDigest(JSON.stringify([digestForServices(sources, []), drafts]));
}

/** The faults of all sets, by their ids in the fleet. */
export function servicesOf(firstDrafts: Pick<FirstDrafts, 'sets'> | null): readonly string[] {
  const ids = firstDrafts?.sets.flatMap(({ faults }) => faults) ?? [];
  return [...new Set(ids)].map((id) => `fault/${id}`);
}

/** A command names this many services. More are measured by `npm run detection`. */
const NAMED = 5;

/** Says what is out of date and which command measures it, one sentence for each kind. */
export function describeStale({ rules, cases, services, gone, sizes, ...others }: StaleRecords): readonly string[] {
  const measuring =
    services.length > NAMED ? 'npm run detection' : `npm run detect -- '^(${services.join('|')})$' --record`;
  return [
    ...(services.length === 0 ? [] : [`Not measured: ${listed('service', services)}. Run ${measuring}.`]),
    ...(cases.length === 0 ? [] : [`Not measured on every service: ${listed('case', cases)}. Run npm run detection.`]),
    ...(gone.length === 0 ? [] : [`Recorded, but gone: ${listed('service', gone)}. Run npm run detection.`]),
    ...(rules ? ['Not measured with the current shared sources: the kill matrix. Run npm run detection.'] : []),
    ...(sizes
      ? ['Not measured with the current sources: larger catalogues. Run npm run detect -- --sizes --record.']
      : []),
    ...(others.firstDrafts
      ? ['Not measured with the current sources: services with several faults. Run npm run first-drafts.']
      : []),
    ...(others.frameworks
      ? ['Not measured with the current sources: the drafts of frameworks. Run npm run first-drafts.']
      : []),
  ];
}

function listed(noun: string, ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return `${counted(ids.length, noun)} (${ids.slice(0, NAMED).join(', ')}${more})`;
}
