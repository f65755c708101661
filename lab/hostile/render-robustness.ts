import { ENOUGH_SECONDS, verdictOn } from './bounds.ts';
import type { Gateway } from '../gateways/gateways.ts';
import { FAULT_BEHIND, type JudgedBehind } from '../gateways/judge-gateway.ts';
import type { HostileTarget } from './hostile-target.ts';
import type { JudgedByCommand } from './judge-by-command.ts';

/** A mebibyte. */
const MEGABYTE = 1_000_000;

/** Renders docs/robustness.md. Figures are rounded up, so the page rarely changes with another run. */
export function renderRobustness(targets: readonly HostileTarget[], all: readonly JudgedByCommand[]): string {
  const judged = new Map(all.map((each) => [each.id, each]));
  const most = (figure: (each: JudgedByCommand) => number): number => Math.max(...all.map(figure));
  const count = (holds: (each: JudgedByCommand) => boolean): number => all.filter(holds).length;
  const wrong = targets.filter((target) => judged.get(target.id)?.verdict !== verdictOn(target));
  const lines = [
    '# Hostile, slow and broken targets',
    '',
    'Written by `npm run robustness`: the command runs in a process of its own against each target of `lab/hostile`. A request may',
    `take 1 s and a run ${ENOUGH_SECONDS} s there; the defaults are longer. A service with one hostile property and correct responses gets a whole run.`,
    '',
    `- ${targets.length} targets: ${verdicts(all)}`,
    `- wrong verdicts: ${wrong.length}; faults of the suite: ${count(({ suiteFaults, harnessErrors }) => suiteFaults.length + harnessErrors > 0)}; errors that are no sentence of the command: ${count(({ complaint }) => complaint !== '')}`,
    `- outputs and files that show the key: ${count(({ leak }) => leak !== null)}; lines that a terminal or a build server executes: ${count(({ actingLine }) => actingLine !== null)}`,
    `- lost additions: ${all.reduce((sum, { lost }) => sum + lost, 0)}`,
    `- longest run: below ${seconds(most(({ milliseconds }) => milliseconds))}; latest end after a deadline: below ${seconds(most(({ lateMilliseconds }) => lateMilliseconds))}`,
    `- largest report.json: below ${memory(most(({ reportBytes }) => reportBytes))}`,
    `- memory of the process at most: ${memory(most(({ peakBytes }) => peakBytes))}; by family: ${families(all)}`,
    '',
    '| target | what it does | requests end as | verdict | what the report says of the failure |',
    '| --- | --- | --- | --- | --- |',
    ...targets.map((target) => row(target, judged.get(target.id))),
  ];
  return `${lines.join('\n')}\n`;
}

function verdicts(all: readonly JudgedByCommand[]): string {
  const groups = Map.groupBy(all, ({ verdict }) => verdict);
  return [...groups].map(([verdict, alike]) => `${alike.length} ${verdict}`).join(', ');
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}

/** Renders the second part of the page: services behind real gateways. `faulty` holds the judgements with a fault. */
export function renderGateways(
  gateways: readonly Gateway[],
  judged: readonly JudgedBehind[],
  faulty: readonly JudgedBehind[],
): string {
  const lines = [
    '',
    '# Behind real gateways',
    '',
    'Made by the same command: the suite judges the reference service behind nginx and haproxy, once the correct one and once one',
    `with the fault \`${FAULT_BEHIND.fault}\`. Both verdicts must be those without a gateway. \`npm run test:long\` checks this. The time`,
    'depends on the load of the machine. If a gateway limits requests, the least possible time is given too.',
    '',
    '| gateway | what it does | verdict | requests | time | with the fault, violated |',
    '| --- | --- | --- | --- | --- | --- |',
    ...gateways.map((gateway) => gatewayRow(gateway, byId(judged, gateway), byId(faulty, gateway))),
  ];
  return `${lines.join('\n')}\n`;
}

function byId(judged: readonly JudgedBehind[], { id }: Gateway): JudgedBehind | undefined {
  return judged.find((each) => each.id === id);
}

function gatewayRow({ id, title, rate }: Gateway, judged?: JudgedBehind, faulty?: JudgedBehind): string {
  if (judged === undefined || faulty === undefined) return `| \`${id}\` | ${title} | not run | | | |`;
  const { summary, requests } = judged;
  const least = rate === undefined ? '' : ` (least: ${Math.ceil(requests / rate)} s)`;
  return `| \`${id}\` | ${title} | ${summary.verdict} | ${requests} | ${seconds(summary.milliseconds)}${least} | ${faulty.summary.violated.join(', ')} |`;
}

function row({ id, does, ending, endingOfSecond }: HostileTarget, judged: JudgedByCommand | undefined): string {
  const endings = endingOfSecond === undefined ? ending : `${ending}, then ${endingOfSecond}`;
  const sentence = ending === 'response' ? '' : withoutPort(judged?.sentence ?? '');
  return `| \`${id}\` | ${does} | ${endings} | ${judged?.verdict ?? ''} | ${sentence} |`;
}

/** The port differs with each run. */
function withoutPort(sentence: string): string {
  return sentence.replaceAll(/127\.0\.0\.1:\d+/g, 'the host');
}

function families(all: readonly JudgedByCommand[]): string {
  return [...Map.groupBy(all, ({ id }) => id.split('/')[0] ?? '')]
    .map(([family, alike]) => `${family} ${memory(Math.max(...alike.map(({ peakBytes }) => peakBytes)))}`)
    .join(', ');
}

function memory(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE / 10) * 10} MB`;
}
