import { counted } from '../../src/contract/describe.ts';
import type { Figures, LatencyFigures, ProcessFigures, ScaleFigures } from './figures.ts';
import { leastWaiting } from './longest-chain.ts';
import type { Spread } from './spread.ts';

/** Renders docs/performance.md: the measurements as ratios, and which goals of the project they meet. */
export function renderPerformance(figures: Figures): string {
  return `${[
    heading(figures),
    wholeRun(figures),
    latency(figures),
    scale(figures),
    firstVerdict(figures),
    wanted(figures),
  ].join('\n\n')}\n`;
}

function heading({ machine: { cores, node, platform, load } }: Figures): string {
  return `# Performance

Written by \`npm run bench\`, which measures everything on this page together, variants in turn. The ratios are the
figures; seconds depend on the machine: ${cores} cores, Node ${node}, ${platform}. Each figure is the median,
with the least and the most, which show how quiet the machine was.${load > cores * QUIET ? busyText(load) : ''}`;
}

/** The share of the cores that other processes may use before the figures are unreliable. */
const QUIET = 0.5;

function busyText(load: number): string {
  return `

**The machine was busy with other work** (load average ${load.toFixed(1)} when the bench began): only
ratios of neighbours and counts on this page are reliable. Measure again on a quiet machine.`;
}

function wholeRun({ run, cold, warm, replay, ratios, requestsOnly }: Figures): string {
  return `## The whole run

A process that judges the embedded reference service, writes all formats and ends: ${run.cases} cases with ${run.requests} requests,
${run.concurrency} at a time. Cold is the first run of a checkout, before Node has kept any compiled code. The replay is a
process that sends the recorded requests of that run again by undici alone, as many at a time, to the same service,
client and service in a thread each, and does not read responses: it is the limit.${leftOut(run)}

${table(
  ['process', 'ratio', 'seconds', 'seconds of both cores', 'peak memory'],
  [
    processRow('run, cold', spread(ratios.cold, ratio), cold),
    processRow('run, warm', ratio(1), warm),
    processRow('replay', spread(ratios.replay, ratio), replay),
  ],
)}

The requests alone: ${milliseconds(requestsOnly.run)} in the run, ${milliseconds(requestsOnly.replay)} in the replay
(${ratio(requestsOnly.run.median / requestsOnly.replay.median)}). Our own cost over the replay: **${costOfCase({ run, warm, replay }).toFixed(2)} ms a case** for the
whole process (${costOfCase({ run, warm: onCores(warm), replay: onCores(replay) }).toFixed(2)} ms of both cores), ${((requestsOnly.run.median - requestsOnly.replay.median) / run.cases).toFixed(2)} ms for the requests alone.`;
}

function leftOut({ notReplayed }: Figures['run']): string {
  if (notReplayed === 0) return '';
  return ` It leaves out ${counted(notReplayed, 'request')} whose body the report holds only in part.`;
}

function processRow(
  name: string,
  toWarm: string,
  { seconds, cpuSeconds, peakMegabytes }: ProcessFigures,
): readonly string[] {
  return [name, toWarm, inSeconds(seconds), inSeconds(cpuSeconds), `${peakMegabytes.median.toFixed(0)} MB`];
}

interface CostFigures {
  readonly run: Pick<Figures['run'], 'cases'>;
  readonly warm: Pick<ProcessFigures, 'seconds'>;
  readonly replay: Pick<ProcessFigures, 'seconds'>;
}

/** Replaces elapsed time by the CPU time of all threads. */
function onCores({ cpuSeconds }: ProcessFigures): Pick<ProcessFigures, 'seconds'> {
  return { seconds: cpuSeconds };
}

/** The extra milliseconds for each case of a whole run, compared with a replay of its requests. */
function costOfCase({ run, warm, replay }: CostFigures): number {
  return ((warm.seconds.median - replay.seconds.median) * 1000) / run.cases;
}

function latency({ latencies, run: { concurrency } }: Figures): string {
  const rows = latencies.map((each): readonly string[] => {
    const { latency: away, seconds, cases, replay, requests, chain } = each;
    return [
      `${away} ms`,
      inSeconds(seconds),
      milliseconds(cases),
      String(requests),
      `${chain.fixtures} + ${chain.longest}`,
      away === 0 ? '–' : `${boundOf(each, concurrency).toFixed(0)} ms`,
      away === 0 ? '–' : ratio(cases.median / boundOf(each, concurrency)),
      away === 0 ? '–' : ratio(replay.median / boundOf(each, concurrency)),
    ];
  });
  const longest = latencies.at(-1)?.chain.longestCase;
  return `## A slow service

The reference service in a process of its own, which waits this long before each response. The bound is what waiting alone
costs: all waits together, ${concurrency} at a time, or the longest chain of dependent requests, whichever is longer. A chain is
that of fixtures and of one case after it${longest === undefined ? '' : ` (the longest: \`${longest}\`)`}; requests of one case that were never in flight together
count as dependent. The ratio compares the time of the cases with the bound: the rest of a run is its start and its end. The replay is that of the
same requests by undici alone, over the same bound.

${table(['latency', 'whole run', 'cases', 'requests', 'chain', 'bound', 'ratio', 'replay'], rows)}`;
}

function boundOf({ requests, chain, latency: away }: LatencyFigures, concurrency: number): number {
  return leastWaiting(requests, chain.fixtures + chain.longest, { latency: away, concurrency });
}

function scale({ scales }: Figures): string {
  const [base] = scales;
  if (base === undefined) throw new RangeError('Nothing was measured.');
  const rows = scales.map((each): readonly string[] => [
    String(each.examples),
    String(each.requests),
    inSeconds(each.seconds),
    `${costOfRequest(each).toFixed(2)} ms (${ratio(costOfRequest(each) / costOfRequest(base))})`,
    `${each.peakMegabytes.median.toFixed(0)} MB (${ratio(each.peakMegabytes.median / base.peakMegabytes.median)})`,
    `${each.reportMegabytes.toFixed(1)} MB`,
  ]);
  return `## More examples

\`--examples\` against the embedded service, with room for what they add.

${table(['examples', 'requests', 'whole run', 'a request', 'peak memory', 'report.json'], rows)}`;
}

function firstVerdict({ packed }: Figures): string {
  const { tarballMegabytes, installedMegabytes, installSeconds, verdictSeconds } = packed;
  return `## To the first verdict

The packed suite in an empty folder: ${tarballMegabytes.toFixed(1)} MB as a tarball, ${installedMegabytes.toFixed(1)} MB with its dependencies. The
installation took ${installSeconds.toFixed(1)} s, with what npm has in its cache, and the first run ${verdictSeconds.toFixed(1)} s.`;
}

function costOfRequest({ seconds, requests }: ScaleFigures): number {
  return (seconds.median * 1000) / requests;
}

interface Goal {
  readonly figure: string;
  readonly most: number;
  readonly seen: number;
  readonly show: (value: number) => string;
}

/** The allowed ratio of the cases' time to its lower bound, by latency in milliseconds. */
const MOST_OVER_BOUND: ReadonlyMap<number, number> = new Map([
  [20, 1.4],
  [100, 1.15],
]);

function goalsOf({ run, warm, replay, ratios, latencies, scales }: Figures): readonly Goal[] {
  const [fewest, most] = [scales[0], scales.at(-1)];
  return [
    { figure: 'the whole process over the replay', most: 1.6, seen: 1 / ratios.replay.median, show: ratio },
    {
      figure: 'peak memory over that of the replay',
      most: 1.1,
      seen: warm.peakMegabytes.median / replay.peakMegabytes.median,
      show: ratio,
    },
    ...latencies.flatMap((each) => {
      const mostOverBound = MOST_OVER_BOUND.get(each.latency);
      if (mostOverBound === undefined) return [];
      const seen = each.cases.median / boundOf(each, run.concurrency);
      return [{ figure: `cases over the bound at ${each.latency} ms`, most: mostOverBound, seen, show: ratio }];
    }),
    ...(fewest === undefined || most === undefined
      ? []
      : [
          {
            figure: 'cost of a request, many examples over few',
            most: 1.2,
            seen: costOfRequest(most) / costOfRequest(fewest),
            show: ratio,
          },
          {
            figure: 'memory, many examples over few',
            most: 1.2,
            seen: most.peakMegabytes.median / fewest.peakMegabytes.median,
            show: ratio,
          },
        ]),
  ];
}

function wanted(figures: Figures): string {
  return `## Goals

${table(
  ['figure', 'goal: at most', 'measured', ''],
  goalsOf(figures).map(({ figure, most, seen, show }) => [
    figure,
    show(most),
    show(seen),
    seen <= most ? 'reached' : '**missed**',
  ]),
)}

[Decision 19](decisions/0019-speed.md) says what was tried.`;
}

function ratio(value: number): string {
  return `${value.toFixed(2)}×`;
}

function inSeconds(each: Spread): string {
  return spread(each, (value) => value.toFixed(2));
}

function milliseconds(each: Spread): string {
  return spread(each, (value) => `${value.toFixed(0)} ms`);
}

function spread({ least, median, most }: Spread, show: (value: number) => string): string {
  return `${show(median)} (${show(least)} to ${show(most)})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
