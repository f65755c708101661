import type { Verdict, VerdictName } from './report.ts';

/** How a verdict is coloured: green, yellow or red. */
export type VerdictTone = 'good' | 'doubt' | 'bad';

/** What a verdict is called, how it is coloured and what exit code it has. */
interface VerdictEntry {
  /** Whether its sentence is about the judged service or about the run. */
  readonly about: 'service' | 'run';
  readonly predicate: string;
  readonly tone: VerdictTone;
  readonly exitCode: Verdict['exitCode'];
}

/** The one table of verdicts: every format takes word, colour and exit code from it. The first that applies is given. */
export const VERDICTS = {
  'not conformant': { about: 'service', predicate: 'is NOT CONFORMANT', tone: 'bad', exitCode: 1 },
  'deviations out of date': { about: 'run', predicate: 'found DEVIATIONS OUT OF DATE', tone: 'bad', exitCode: 1 },
  inconclusive: { about: 'run', predicate: 'is INCONCLUSIVE', tone: 'doubt', exitCode: 2 },
  'conformant with known deviations': {
    about: 'service',
    predicate: 'is CONFORMANT WITH KNOWN DEVIATIONS',
    tone: 'doubt',
    exitCode: 0,
  },
  conformant: { about: 'service', predicate: 'is CONFORMANT', tone: 'good', exitCode: 0 },
} as const satisfies Readonly<Record<VerdictName, VerdictEntry>>;

/** The verdict in words, such as "The service is CONFORMANT". Names the embedded reference service where that was judged. */
export function verdictHeadline({ outcome, judged }: Verdict): string {
  const { about, predicate } = VERDICTS[outcome];
  if (about === 'service') return `The ${judged} ${predicate}`;
  return judged === 'service' ? `The run ${predicate}` : `The run against the ${judged} ${predicate}`;
}

/** The verdict line of every format: the headline with the profile. It has no full stop. */
export function verdictLine(verdict: Verdict): string {
  return `${verdictHeadline(verdict)}, profile ${verdict.profile}`;
}
