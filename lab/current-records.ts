import { loadCases } from '../src/run/load-suite.ts';
import { fleetServices, sampledServices } from './services.ts';
import { digestSources, type SourceDigests } from './source-digests.ts';
import { digestOfDrafts } from './framework-drafts.ts';
import { findStale, type Records, type StaleRecords } from './stale-records.ts';

/** The ids of the services that are judged in larger catalogues. */
export const sampledIds: readonly string[] = sampledServices.map(({ id }) => id);

/** The digests of this checkout. */
export async function currentDigests(): Promise<SourceDigests> {
  return digestSources(await loadCases(), fleetServices);
}

/** What no run has measured with the sources of this checkout. */
export async function currentlyStale(records: Records): Promise<StaleRecords> {
  return findStale(records, await currentDigests(), sampledIds, digestOfDrafts());
}
