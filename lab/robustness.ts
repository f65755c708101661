import { writeFileSync } from 'node:fs';
import { fleet } from './hostile/fleet.ts';
import { judgeAllByCommand } from './hostile/judge-by-command.ts';
import { openRemoteTargets } from './hostile/remote-targets.ts';
import { renderRobustness } from './hostile/render-robustness.ts';

// Judges the whole hostile fleet by the command, one target after another, and writes docs/robustness.md. Takes about
// a quarter of an hour.

const remote = openRemoteTargets();
const page = renderRobustness(fleet, await judgeAllByCommand(fleet, remote));
remote.close();
writeFileSync(new URL('../docs/robustness.md', import.meta.url), page);
