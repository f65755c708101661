import { writeFileSync } from 'node:fs';
import { gateways } from './gateways/gateways.ts';
import { FAULT_BEHIND, judgeAllBehind } from './gateways/judge-gateway.ts';
import { fleet } from './hostile/fleet.ts';
import { judgeAllByCommand } from './hostile/judge-by-command.ts';
import { openRemoteTargets } from './hostile/remote-targets.ts';
import { renderGateways, renderRobustness } from './hostile/render-robustness.ts';

// Judges the whole hostile fleet with the command, and services behind real gateways. Writes docs/robustness.md. Takes about
// half an hour.

const remote = openRemoteTargets();
const page = renderRobustness(fleet, await judgeAllByCommand(fleet, remote));
remote.close();
const behind = await judgeAllBehind(gateways);
const faulty = await judgeAllBehind(gateways, FAULT_BEHIND.fault);
writeFileSync(new URL('../docs/robustness.md', import.meta.url), page + renderGateways(gateways, behind, faulty));
