import { describe, expect, it } from 'vitest';
import type { Figures, LatencyFigures, ProcessFigures, ScaleFigures } from '../../../../lab/bench/figures.ts';
import { renderPerformance } from '../../../../lab/bench/render-performance.ts';
import { spreadOf } from '../../../../lab/bench/spread.ts';

function taking(seconds: number, peakMegabytes = 100): ProcessFigures {
  return {
    seconds: spreadOf([seconds, seconds * 1.1, seconds * 0.9]),
    peakMegabytes: spreadOf([peakMegabytes]),
    cpuSeconds: spreadOf([seconds * 1.5]),
  };
}

function away(latency: number, cases: number): LatencyFigures {
  const chain = { fixtures: 8, longestCase: 'auth/list/missing', longest: 10 };
  return {
    latency,
    seconds: spreadOf([cases / 1000]),
    cases: spreadOf([cases]),
    replay: spreadOf([880]),
    requests: 800,
    chain,
  };
}

function scaled(examples: number, requests: number, seconds: number, peak: number): ScaleFigures {
  return { examples, requests, reportMegabytes: 4, ...taking(seconds, peak) };
}

/** A machine on which everything that is wanted is reached. */
const GOOD: Figures = {
  machine: { cores: 2, node: '24.0.0', platform: 'linux x64', load: 0.2 },
  run: { cases: 400, requests: 800, notReplayed: 0, concurrency: 20 },
  cold: taking(1.5),
  warm: taking(0.8),
  replay: taking(0.6, 95),
  ratios: { cold: spreadOf([1.9]), replay: spreadOf([0.75]) },
  requestsOnly: { run: spreadOf([400]), replay: spreadOf([200]) },
  latencies: [away(0, 400), away(20, 1000), away(100, 4100)],
  scales: [scaled(5, 800, 0.8, 100), scaled(500, 8000, 8, 110)],
  packed: { tarballMegabytes: 0.8, installedMegabytes: 11, installSeconds: 3, verdictSeconds: 1.2 },
};

/** The row of the table of what is wanted that begins with these words. */
function goal(figures: Figures, name: string): string {
  const lines = renderPerformance(figures).split('\n');
  return lines.find((line) => line.startsWith(`| ${name}`)) ?? '';
}

describe('docs/performance.md', () => {
  it('gives ratios, seconds with their spread, costs of a case, and latencies over the bound of waiting', () => {
    const page = renderPerformance(GOOD);
    for (const text of [
      '| run, cold | 1.90× (1.90× to 1.90×) | 1.50 (1.35 to 1.65)',
      '**0.50 ms a case**',
      '(0.75 ms of both cores)',
      '| 20 ms | 1.00 (1.00 to 1.00) | 1000 ms (1000 ms to 1000 ms) | 800 | 8 + 10 | 800 ms | 1.25× | 1.10× |',
      '| 500 | 8000 | 8.00 (7.20 to 8.80) | 1.00 ms (1.00×) | 110 MB (1.10×) | 4.0 MB |',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('busy');
    expect(page).not.toContain('leaves out');
    expect(renderPerformance({ ...GOOD, run: { ...GOOD.run, notReplayed: 2 } })).toContain('leaves out 2 requests');
    expect(renderPerformance({ ...GOOD, machine: { ...GOOD.machine, load: 7 } })).toContain('The machine was busy');
  });

  it.each([
    ['the whole process', { ratios: { cold: spreadOf([1.9]), replay: spreadOf([0.6]) } }],
    ['peak memory', { warm: taking(0.8, 120) }],
    ['cases over the bound at 20 ms', { latencies: [away(20, 1200)] }],
    ['cases over the bound at 100 ms', { latencies: [away(100, 5000)] }],
    ['cost of a request', { scales: [scaled(5, 800, 0.8, 100), scaled(500, 8000, 10, 100)] }],
    ['memory', { scales: [scaled(5, 800, 0.8, 100), scaled(500, 8000, 8, 130)] }],
  ] satisfies readonly (readonly [string, Partial<Figures>])[])('says of %s whether it is reached', (name, worse) => {
    expect(goal(GOOD, name)).toContain('| reached |');
    expect(goal({ ...GOOD, ...worse }, name)).toContain('| **missed** |');
  });
});
