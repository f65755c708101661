import { writeFileSync } from 'node:fs';
import { fleet } from '../test/hostile/fleet.ts';
import { DEADLINE_SECONDS } from '../test/hostile/judge-fleet.ts';
import { renderRobustness } from '../test/hostile/render-robustness.ts';
import { runAllFamilies } from '../test/hostile/run-fleet-process.ts';

// Judges the whole hostile fleet, one target after another, and writes docs/robustness.md. Takes about three minutes.

const page = renderRobustness(fleet, await runAllFamilies(1), DEADLINE_SECONDS);
writeFileSync(new URL('../docs/robustness.md', import.meta.url), page);
