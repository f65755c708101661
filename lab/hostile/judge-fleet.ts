import { fileURLToPath } from 'node:url';
import type { Report } from '../../src/report/report.ts';
import { judgeCases } from '../../src/run/judge-cases.ts';
import type { Configuration } from '../../src/settings/configuration.ts';
import { configurationFor } from '../configuration-for.ts';
import { resultOf, startProcess } from '../child-process.ts';
import { noJournal } from '../no-journal.ts';
import { FLEET_KEY } from './fleet-key.ts';
import { judgeInTime, requestTimeoutFor } from './bounds.ts';
import type { HostileTarget } from './hostile-target.ts';
import { openRemoteTargets, type RemoteTargets } from './remote-targets.ts';
import { suiteIdentity } from '../../src/run/suite-identity.ts';

/** Computed once for all targets of this process. */
const SUITE = suiteIdentity();

/** The result of a whole run against one hostile target. */
export interface Judged {
  readonly id: string;
  readonly verdict: Report['verdict']['outcome'];
  readonly exitCode: number;
  readonly end: Report['run']['end'];
  /** Violated requirements of level required. */
  readonly violated: readonly string[];
  readonly suiteFaults: readonly string[];
  readonly harnessErrors: number;
  /** The requests by ending, and the message of the most frequent failure. */
  readonly endings: Readonly<Record<string, number>>;
  readonly sentence: string | null;
  readonly milliseconds: number;
  /** The time that the run continued after its deadline. */
  readonly lateMilliseconds: number;
  /** Added pets that the report does not list. */
  readonly lost: number;
}

/** The judged targets, and the unhandled errors. */
export interface FleetRun {
  readonly judged: readonly Judged[];
  readonly unhandled: readonly string[];
}

/** Judges hostile targets in this process, on a number of lanes. */
export async function judgeFleet(targets: readonly HostileTarget[], lanes: number): Promise<FleetRun> {
  const unhandled: string[] = [];
  process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));
  const remote = openRemoteTargets();
  const waiting = [...targets];
  const judged: Judged[] = [];
  async function lane(): Promise<void> {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      judged.push(await judgeInTime(target, (deadline) => judgeOne(target, remote, deadline)));
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  remote.close();
  const order = new Map(targets.map(({ id }, place) => [id, place]));
  judged.sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
  return { judged, unhandled };
}

async function judgeOne(target: HostileTarget, remote: RemoteTargets, deadline: number): Promise<Judged> {
  const baseUrl = await remote.start(target.id);
  const startedAt = performance.now();
  const report = await judgeCases({
    configuration: configureJob(target, baseUrl, deadline),
    journal: noJournal,
    runId: target.id.replaceAll('/', '-'),
    suite: SUITE,
    now: Date.now,
    secondTry: false,
  });
  return describeRun(target.id, report, await remote.stop(target.id), performance.now() - startedAt);
}

/** Summarizes the report of a run against a target. */
export function describeRun(id: string, report: Report, added: readonly string[], milliseconds: number): Judged {
  // A missing or unreadable response shows no id, so the report lists such additions without an id.
  const listed = [...report.created, ...(report.claimed ?? [])];
  const named = new Set(listed.map((pet) => pet.id));
  const unnamed = listed.filter((pet) => pet.id === null).length;
  const failures = Map.groupBy(report.exchanges, ({ failure }) => failure?.kind ?? 'response');
  const endings = Object.fromEntries([...failures].map(([kind, exchanges]) => [kind, exchanges.length]));
  const sentences = Map.groupBy(
    report.exchanges.flatMap(({ failure }) => (failure === null ? [] : [failure.message])),
    (message) => message,
  );
  const [most] = [...sentences].sort(([, left], [, right]) => right.length - left.length);
  return {
    id,
    verdict: report.verdict.outcome,
    exitCode: report.verdict.exitCode,
    end: report.run.end,
    violated: report.requirements
      .filter(({ level, outcome }) => level === 'required' && outcome === 'violated')
      .map((requirement) => requirement.id),
    suiteFaults: report.suiteFaults,
    harnessErrors: report.counts.checks['harness-error'],
    endings,
    sentence: most?.[0] ?? null,
    milliseconds,
    lateMilliseconds:
      Date.parse(report.run.endedAt) -
      Date.parse(report.run.startedAt) -
      Number(report.run.configuration['deadline']) * 1000,
    lost: Math.max(0, added.filter((each) => !named.has(each)).length - unnamed),
  };
}

function configureJob(target: HostileTarget, baseUrl: string, deadline: number): Configuration {
  return {
    ...configurationFor(baseUrl, FLEET_KEY),
    seed: 7,
    examples: 1,
    requestTimeout: requestTimeoutFor(target),
    settleTimeout: 0,
    deadline,
  };
}

const ENTRY = fileURLToPath(new URL('./fleet-process.ts', import.meta.url));

/** Judges one target of each kind of the hostile fleet in a separate process, on a number of lanes. */
export async function runFleetProcess(lanes: number): Promise<FleetRun> {
  const child = startProcess(process.execPath, [ENTRY, String(lanes)], { env: { PATH: process.env['PATH'] ?? '' } });
  const { code, out, error } = await resultOf(child);
  if (code !== 0) throw new Error(`The process of the fleet ended with code ${code}: ${error}`);
  return JSON.parse(out) as FleetRun;
}
