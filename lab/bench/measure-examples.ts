import type { ScaleFigures } from './figures.ts';
import { type MeasuredRun, measureRun, reportOf, requestsOf } from './measured-run.ts';
import { figuresOf } from './measure-whole.ts';
import { takeTurns } from './spread.ts';

const EXAMPLES = [3, 50, 500] as const;
/** Allows for every pet that five hundred examples of every case can add. */
const MOST_CREATES = 5000;
const TURNS = { rounds: 3, seconds: 45 } as const;

/** Measures runs with increasing numbers of examples. */
export async function measureExamples(folder: string): Promise<readonly ScaleFigures[]> {
  const requests = new Map<number, number>();
  const samples = await takeTurns(
    EXAMPLES.map((examples) => async (): Promise<MeasuredRun> => {
      const measured = await measureRun(folder, ['--examples', `${examples}`, '--max-creates', `${MOST_CREATES}`]);
      requests.set(examples, requestsOf(reportOf(measured)));
      return measured;
    }),
    TURNS,
  );
  return EXAMPLES.flatMap((examples, index) => {
    const own = samples[index] ?? [];
    const reportMegabytes = own.at(-1)?.reportMegabytes ?? 0;
    return [{ examples, requests: requests.get(examples) ?? 0, reportMegabytes, ...figuresOf(own) }];
  });
}
