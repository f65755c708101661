import { describe, expect, it } from 'vitest';
import { createProgress, type EndedCase, type Progress, type ProgressOptions } from '../../../src/cli/live-progress.ts';

interface Watched {
  readonly progress: Progress;
  /** Everything written since the last look. */
  readonly written: () => string;
  readonly pass: (milliseconds: number) => void;
}

function watch(options: Partial<ProgressOptions> = {}): Watched {
  let clock = 0;
  let text = '';
  const progress = createProgress({
    write: (more) => {
      text += more;
    },
    isTerminal: true,
    colour: false,
    columns: 80,
    now: () => clock,
    ...options,
  });
  return {
    progress,
    written() {
      const all = text;
      text = '';
      return all;
    },
    pass(milliseconds) {
      clock += milliseconds;
    },
  };
}

function ended(state: EndedCase['state'] = 'passed'): EndedCase {
  return { title: 'a limit of 7', place: 'specs/list-limit.spec.ts:12', state };
}

const CLEAR = '\r\u001B[2K';

describe('on a terminal', () => {
  it('rewrites one line with what is done and where it is', () => {
    const { progress, written, pass } = watch();
    progress.started(40);
    written();
    pass(200);
    progress.caseEnded(ended());
    expect(written()).toBe(`${CLEAR}1 of 40 cases  list-limit.spec.ts`);
  });

  it('draws again only after a while', () => {
    const { progress, written, pass } = watch();
    progress.started(40);
    written();
    progress.caseEnded(ended());
    pass(99);
    progress.caseEnded(ended());
    expect(written()).toBe('');
    pass(1);
    progress.caseEnded(ended());
    expect(written()).toContain('3 of 40 cases');
  });

  it('counts cases that ended early and faults of the suite, and only those', () => {
    const { progress, written, pass } = watch();
    progress.started(3);
    progress.caseEnded(ended('passed'));
    written();
    pass(200);
    progress.caseEnded(ended('skipped'));
    expect(written()).toContain('2 of 3 cases, 1 ended early  ');
    pass(200);
    progress.caseEnded(ended('failed'));
    expect(written()).toContain('3 of 3 cases, 1 ended early, 1 with a fault of the suite');
  });

  it('counts requirements that are violated, without waiting for the end of a case', () => {
    const { progress, written, pass } = watch();
    progress.started(40);
    written();
    pass(200);
    progress.violated('GET-OK');
    expect(written()).toBe(`${CLEAR}0 of 40 cases, 1 requirement violated`);
    pass(200);
    progress.violated('GET-OK');
    progress.violated('LIST-OK');
    pass(200);
    progress.caseEnded(ended());
    expect(written()).toContain(`${CLEAR}1 of 40 cases, 2 requirements violated`);
  });

  it('is never wider than the terminal', () => {
    const { progress, written, pass } = watch({ columns: 20 });
    progress.started(400);
    pass(200);
    progress.caseEnded(ended());
    const lines = written().split(CLEAR);
    expect(lines.map((line) => line.length).filter((length) => length > 19)).toEqual([]);
    expect(lines.at(-1)).toContain('1 of 400 cases');
  });

  it('leaves a note above the line, inert', () => {
    const { progress, written } = watch();
    progress.started(2);
    written();
    progress.note('Interrupted\u001B[2J');
    expect(written()).toBe(`${CLEAR}Interrupted${String.raw`\x1b`}[2J\n${CLEAR}0 of 2 cases`);
  });

  it('says that it waits, until the next case ends', () => {
    const { progress, written, pass } = watch();
    progress.started(2);
    progress.pacing(2500);
    expect(written()).toContain('rate limited, waiting 2.5 s');
    pass(200);
    progress.caseEnded(ended());
    expect(written()).not.toContain('waiting');
  });

  it('takes the line away at the end, and nothing where there was none', () => {
    const { progress, written } = watch();
    progress.started(2);
    written();
    progress.finish();
    expect(written()).toBe(CLEAR);
    progress.finish();
    expect(written()).toBe('');
  });

  it('uses colour only where it is wanted', () => {
    for (const colour of [true, false]) {
      const { progress, written, pass } = watch({ colour });
      progress.started(2);
      pass(200);
      progress.caseEnded(ended());
      expect(written().includes('\u001B[2m')).toBe(colour);
    }
  });
});

describe('elsewhere', () => {
  it('writes a plain line each tenth of a slow run', () => {
    const { progress, written, pass } = watch({ isTerminal: false });
    progress.started(100);
    for (let done = 0; done < 100; done += 1) {
      pass(1000);
      progress.caseEnded(ended());
    }
    progress.finish();
    const lines = written().trimEnd().split('\n');
    expect(lines).toEqual(Array.from({ length: 10 }, (_, index) => `${(index + 1) * 10} of 100 cases`));
  });

  it('writes only the end of a quick run', () => {
    const { progress, written, pass } = watch({ isTerminal: false });
    progress.started(100);
    for (let done = 0; done < 100; done += 1) {
      pass(10);
      progress.caseEnded(ended());
    }
    progress.finish();
    expect(written()).toBe('100 of 100 cases\n');
  });

  it('shows that a very slow run is alive', () => {
    const { progress, written, pass } = watch({ isTerminal: false });
    progress.started(1000);
    pass(59_999);
    progress.caseEnded(ended());
    expect(written()).toBe('');
    pass(1);
    progress.caseEnded(ended());
    expect(written()).toBe('2 of 1000 cases\n');
  });

  it('writes notes at once and pauses now and then, without any control', () => {
    const { progress, written } = watch({ isTerminal: false, colour: true });
    progress.started(2);
    progress.note('Interrupted\n');
    progress.pacing(1000);
    progress.pacing(1000);
    expect(written()).toBe(`Interrupted${String.raw`\n`}\nrate limited, waiting 1.0 s\n`);
  });

  it('leaves violations to the report', () => {
    const { progress, written, pass } = watch({ isTerminal: false });
    progress.started(1);
    pass(60_000);
    progress.violated('GET-OK');
    progress.caseEnded(ended());
    progress.finish();
    expect(written()).toBe('1 of 1 cases\n');
  });

  it('tells a run that ended early how far it came', () => {
    const { progress, written } = watch({ isTerminal: false });
    progress.started(100);
    progress.finish();
    expect(written()).toBe('0 of 100 cases\n');
  });
});
