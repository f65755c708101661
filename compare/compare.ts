import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteVersion } from '../src/cli/suite-version.ts';
import { faults } from '../src/reference/faults/index.ts';
import { lawfulServices } from '../src/reference/lawful/index.ts';
import { PACKAGE_ROOT } from '../src/runner/vitest-options.ts';
import { type Drawn, judgeAll, measureCosts } from './compare-tools.ts';
import type { Comparison } from './comparison.ts';
import { drawSample } from './draw-sample.ts';
import { installPeers, javaVersion } from './install-peers.ts';
import { toolsFor } from './tools.ts';

// npm run compare [-- --seed N --faults N --lawful N --runs N]: runs this suite and its peers against the same services, and writes
// docs/comparison.json, from which npm run docs makes the page. Installs the peers into a temporary folder; everything
// after that stays on loopback.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '40' },
    lawful: { type: 'string', default: '20' },
    runs: { type: 'string', default: '3' },
  },
});
const numbers = Object.entries(values).map(([name, text]) => [name, Number(text)] as const);
const bad = numbers.find(([, value]) => !Number.isSafeInteger(value) || value < 1);
if (bad === undefined) {
  await compare();
} else {
  process.stderr.write(`--${bad[0]} must be a whole number from 1.\n`);
  process.exitCode = 3;
}

async function compare(): Promise<void> {
  const [seed, manyFaults, manyLawful, runs] = [values.seed, values.faults, values.lawful, values.runs].map(Number);
  const drawableFaults = faults.filter(({ at }) => at === undefined);
  const drawableLawful = lawfulServices.filter(
    ({ at, expects }) => at === undefined && expects.verdict === 'conformant',
  );
  const drawn: readonly Drawn[] = [
    ...drawSample(drawableFaults, manyFaults ?? 0, seed ?? 1).map(({ id }) => ({ kind: 'fault', id }) as const),
    ...drawSample(drawableLawful, manyLawful ?? 0, seed ?? 1).map(({ id }) => ({ kind: 'lawful', id }) as const),
  ];
  const java = await javaVersion();
  const tools = toolsFor(java !== null);
  process.stdout.write(`Seed ${seed}: ${drawn.length} services, ${tools.map(({ name }) => name).join(', ')}.\n`);
  const folder = await installPeers(java !== null);
  try {
    const versions = new Map(tools.map((tool) => [tool, versionOf(folder, tool.package)] as const));
    const costs = await measureCosts(tools, versions, { folder }, runs ?? 1);
    const services = await judgeAll(tools, drawn, { folder }, Math.min(2, availableParallelism()), (judged) =>
      process.stdout.write(`${judged.kind} ${judged.id}: ${judged.outcomes.join(', ')}\n`),
    );
    const comparison: Comparison = {
      seed: seed ?? 1,
      drawnFrom: { faults: drawableFaults.length, lawful: drawableLawful.length },
      environment: { node: process.version, java, cores: availableParallelism() },
      tools: costs,
      services,
    };
    writeFileSync(join(PACKAGE_ROOT, 'docs/comparison.json'), `${JSON.stringify(comparison, null, 1)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The version that was installed, or that of this suite. */
function versionOf(folder: string, name: string | null): string {
  if (name === null) return suiteVersion();
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  if (typeof version !== 'string') throw new Error(`${name} was installed without a version.`);
  return version;
}
