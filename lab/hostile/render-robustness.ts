import type { HostileTarget } from './hostile-target.ts';
import type { JudgedByCommand } from './judge-by-command.ts';

/** As systems count it. */
const MEGABYTE = 1_000_000;

/** The page docs/robustness.md. Its figures are rounded up, so that another run of the fleet says much the same. */
export function renderRobustness(
  targets: readonly HostileTarget[],
  all: readonly JudgedByCommand[],
  enoughSeconds: number,
): string {
  const judged = new Map(all.map((each) => [each.id, each]));
  const longest = Math.max(...all.map(({ milliseconds }) => milliseconds));
  const count = (verdict: JudgedByCommand['verdict']): number => all.filter((each) => each.verdict === verdict).length;
  const requests = all.reduce((sum, { endings }) => sum + Object.values(endings).reduce((a, b) => a + b, 0), 0);
  const lines = [
    '# Hostile, slow and broken targets',
    '',
    'Made by `npm run robustness`: the command, in a process of its own, against each target of `lab/hostile`. A request may',
    `take 1 s and a run ${enoughSeconds} s there; the defaults are more patient. A run that shows a violation is interrupted after`,
    `${enoughSeconds} s.`,
    '',
    `- ${targets.length} targets, ${Math.floor(requests / 1000)} thousand requests and more; ${count('not conformant')} not conformant, ${count('inconclusive')} inconclusive`,
    `- faults of the suite: ${all.filter(({ suiteFaults, harnessErrors }) => suiteFaults.length + harnessErrors > 0).length}; complaints that are no sentence of the command: ${all.filter(({ complaint }) => complaint !== '').length}`,
    `- longest run: below ${Math.ceil(longest / 1000)} s`,
    `- memory of the process at most: ${memory(Math.max(...all.map(({ peakBytes }) => peakBytes)))}; by family: ${families(all)}`,
    '',
    '| target | what it does | requests end as | verdict | what the report says of the failure |',
    '| --- | --- | --- | --- | --- |',
    ...targets.map((target) => row(target, judged.get(target.id))),
  ];
  return `${lines.join('\n')}\n`;
}

function row({ id, does, ending, endingOfSecond }: HostileTarget, judged: JudgedByCommand | undefined): string {
  const endings = endingOfSecond === undefined ? ending : `${ending}, then ${endingOfSecond}`;
  const sentence = ending === 'response' ? '' : withoutPort(judged?.sentence ?? '');
  return `| \`${id}\` | ${does} | ${endings} | ${judged?.verdict ?? ''} | ${sentence} |`;
}

/** Another port each time. */
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
