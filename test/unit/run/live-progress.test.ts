import { describe, expect, it } from 'vitest';
import type { ConformanceCase } from '../../../src/suite/case.ts';
import type { CaseEnd } from '../../../src/suite/execution/run-cases.ts';
import { createProgress, type ProgressConsole } from '../../../src/run/live-progress.ts';

interface Watched {
  readonly progress: ReturnType<typeof createProgress>;
  readonly pass: (milliseconds: number) => void;
}

const CASE = {
  description: { caseId: 'list/limit', title: '', place: 'specs/list-limit.spec.ts:12' },
} as ConformanceCase;
const CLEAR = '\r\u001B[2K';

/** What a progress that has started writes of some steps after that. */
function writtenOf(total: number, steps: (watched: Watched) => void, options?: Partial<ProgressConsole>): string {
  let clock = 0;
  let text = '';
  const out = (more: string): void => {
    text += more;
  };
  const now = (): number => clock;
  const progress = createProgress({ out, isTerminal: true, colour: false, width: 80, now, ...options });
  const pass = (milliseconds: number): void => {
    clock += milliseconds;
  };
  progress.events.collected(Array.from({ length: total }, () => CASE));
  text = '';
  steps({ progress, pass });
  return text;
}

/** A case ends after so many milliseconds. */
function endCase({ progress, pass }: Watched, milliseconds = 200, state: CaseEnd['state'] = 'passed'): void {
  pass(milliseconds);
  progress.events.caseEnded({ ...CASE, state, errors: [], stop: null });
}

describe('on a terminal', () => {
  it.each<[what: string, total: number, steps: (watched: Watched) => void, line: string]>([
    ['what is done and where it is', 40, endCase, '1 of 40 cases  list-limit.spec.ts'],
    [
      'cases that could not be carried out and faults of the suite',
      3,
      (watched) => (['passed', 'skipped', 'failed'] as const).forEach((state) => endCase(watched, 200, state)),
      '3 of 3 cases, 1 could not be carried out, 1 with a fault of the suite  list-lim',
    ],
    [
      'violated requirements, without waiting for the end of a case',
      40,
      ({ progress, pass }) => {
        for (const id of ['GET-OK', 'LIST-OK']) {
          pass(200);
          progress.events.live({ type: 'violated', requirement: id });
        }
      },
      '0 of 40 cases, 2 requirements violated',
    ],
    [
      'that it waits',
      2,
      ({ progress }) => progress.events.live({ type: 'pacing', milliseconds: 2500 }),
      '0 of 2 cases  disturbed, waiting 2.5 s',
    ],
    [
      'that it soaks',
      2,
      ({ progress, pass }) => {
        pass(200);
        progress.events.live({ type: 'soak', soakedMinutes: 1.25, minutes: 10 });
      },
      '0 of 2 cases  soaking, 1.3 of 10 minutes',
    ],
    [
      'no more that it waits, once the next case has ended',
      2,
      (watched) => {
        watched.progress.events.live({ type: 'pacing', milliseconds: 2500 });
        endCase(watched);
      },
      '1 of 2 cases  list-limit.spec.ts',
    ],
    ['nothing at the end', 2, ({ progress }) => progress.finish(), ''],
  ])('one line shows %s', (_, total, steps, line) => {
    const text = writtenOf(total, steps);
    expect(text.slice(text.lastIndexOf(CLEAR))).toBe(CLEAR + line);
  });

  it('names each violated requirement in a line that stays', () => {
    const text = writtenOf(2, ({ progress }) => {
      for (const id of ['GET-OK', 'LIST-OK']) progress.events.live({ type: 'violated', requirement: id });
    });
    expect(text.split(CLEAR).filter((line) => line.endsWith('\n'))).toEqual([
      'violated: GET-OK\n',
      'violated: LIST-OK\n',
    ]);
  });

  it('stands below a note, which is inert', () => {
    const text = writtenOf(2, ({ progress }) => progress.note('Interrupted\u001B[2J'));
    expect(text).toBe(`${CLEAR}Interrupted${String.raw`\x1b`}[2J\n${CLEAR}0 of 2 cases`);
  });

  it('is never wider than the terminal', () => {
    const lines = writtenOf(400, endCase, { width: 20 }).split(CLEAR);
    expect(lines.filter((line) => line.length > 19)).toEqual([]);
    expect(lines.at(-1)).toContain('1 of 400 cases');
  });

  it.each([true, false])('uses colour only where it is wanted: %j', (colour) => {
    expect(writtenOf(2, endCase, { colour }).includes('\u001B[2m')).toBe(colour);
  });
});

/** All cases of a run end, each after so many milliseconds. */
function endAll(watched: Watched, count: number, milliseconds: number): void {
  for (let done = 0; done < count; done += 1) endCase(watched, milliseconds);
  watched.progress.finish();
}

describe('elsewhere', () => {
  it.each<[what: string, total: number, steps: (watched: Watched) => void, text: string]>([
    [
      'a plain line now and then',
      100,
      (watched) => endAll(watched, 100, 600),
      '50 of 100 cases  list-limit.spec.ts\n100 of 100 cases  list-limit.spec.ts\n100 of 100 cases\n',
    ],
    ['only the end of a quick run', 100, (watched) => endAll(watched, 100, 10), '100 of 100 cases\n'],
    ['nothing for half a minute', 1000, (watched) => endCase(watched, 29_999), ''],
    ['how far a run came that ended early', 100, ({ progress }) => progress.finish(), '0 of 100 cases\n'],
    [
      'notes at once, without any control',
      2,
      ({ progress }) => progress.note('Interrupted\n'),
      `Interrupted${String.raw`\n`}\n`,
    ],
    [
      'that it waits or soaks, now and then',
      2,
      ({ progress, pass }) => {
        progress.events.live({ type: 'pacing', milliseconds: 1000 });
        pass(30_000);
        progress.events.live({ type: 'pacing', milliseconds: 3000 });
        pass(30_000);
        progress.events.live({ type: 'soak', soakedMinutes: 1, minutes: 10 });
      },
      '0 of 2 cases  disturbed, waiting 3.0 s\n0 of 2 cases  soaking, 1.0 of 10 minutes\n',
    ],
    [
      'each violated requirement at once, and their number in the next line',
      2,
      (watched) => {
        watched.progress.events.live({ type: 'violated', requirement: 'GET-OK' });
        endCase(watched, 60_000);
        watched.progress.events.live({ type: 'violated', requirement: 'LIST-OK' });
        endAll(watched, 1, 0);
      },
      'violated: GET-OK\n1 of 2 cases, 1 requirement violated  list-limit.spec.ts\nviolated: LIST-OK\n2 of 2 cases, 2 requirements violated\n',
    ],
  ])('writes %s', (_, total, steps, text) => {
    expect(writtenOf(total, steps, { isTerminal: false, colour: true })).toBe(text);
  });
});
