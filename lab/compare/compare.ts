import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteVersion } from '../../src/run/suite-identity.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { compliantVariants } from '../../src/reference/compliant/index.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { type Drawn, judgeAll, measureCosts } from './compare-tools.ts';
import { type Comparison, drawSample } from './comparison.ts';
import { installPeers, javaVersion } from './install-peers.ts';
import { toolsFor } from './tools.ts';

// npm run compare [-- --seed N --faults N --compliant N --rounds N --lanes N]: runs this suite and its peers against the
// same services, and writes docs/comparison.json. npm run generate renders the page from it. The script installs the peers
// into a temporary folder. After the installation, all traffic stays on loopback.

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  faults: { type: 'string', default: '40' },
  compliant: { type: 'string', default: '20' },
  rounds: { type: 'string', default: '5' },
  lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
} as const;

const numbers = readNumbers();
if (typeof numbers === 'string') {
  process.stderr.write(`npm run compare: ${numbers}\n`);
  process.exitCode = 3;
} else {
  try {
    await compare(numbers);
  } catch (error) {
    process.stderr.write(`npm run compare: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Returns the numbers of the command line, or a message about the first wrong one. */
function readNumbers(): Readonly<Record<keyof typeof OPTIONS, number>> | string {
  try {
    const { seed, faults: many, compliant, rounds, lanes } = parseArgs({ options: OPTIONS }).values;
    const read = {
      seed: Number(seed),
      faults: Number(many),
      compliant: Number(compliant),
      rounds: Number(rounds),
      lanes: Number(lanes),
    };
    const bad = Object.entries(read).find(([, value]) => !Number.isSafeInteger(value) || value < 1);
    return bad === undefined ? read : `--${bad[0]} must be a whole number from 1.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function compare(counts: Readonly<Record<keyof typeof OPTIONS, number>>): Promise<void> {
  const { seed, rounds, lanes } = counts;
  // Only this suite has a setting for the date and a verdict for "inconclusive".
  const drawableFaults = faults.filter(({ at }) => at === undefined);
  const drawableCompliant = compliantVariants.filter(
    ({ at, expects }) => at === undefined && expects.verdict === 'conformant',
  );
  const drawn: readonly Drawn[] = [
    ...drawSample(drawableFaults, counts.faults, seed).map(({ id }) => ({ kind: 'fault', id }) as const),
    ...drawSample(drawableCompliant, counts.compliant, seed).map(({ id }) => ({ kind: 'compliant', id }) as const),
  ];
  const java = await javaVersion();
  const tools = toolsFor(java !== null);
  process.stdout.write(`Seed ${seed}: ${drawn.length} services, ${tools.map(({ name }) => name).join(', ')}.\n`);
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  const folder = await installPeers(java !== null);
  try {
    const installation = { folder, signal: interrupted.signal };
    const versions = new Map(tools.map((tool) => [tool, versionOf(folder, tool.package)] as const));
    const costs = await measureCosts(tools, versions, installation, rounds);
    process.stdout.write(
      `${costs.map(({ id, requests, milliseconds }) => `${id}: ${requests} requests, ${milliseconds} ms`).join('\n')}\n`,
    );
    const services = await judgeAll(tools, drawn, installation, lanes, (judged) =>
      process.stdout.write(`${judged.kind} ${judged.id}: ${judged.outcomes.join(', ')}\n`),
    );
    const comparison: Comparison = {
      seed,
      drawnFrom: { faults: drawableFaults.length, compliant: drawableCompliant.length },
      environment: { node: process.version, java, cores: availableParallelism() },
      tools: costs,
      services,
    };
    writeFileSync(join(PACKAGE_ROOT, 'docs/comparison.json'), `${JSON.stringify(comparison)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The installed version of a peer, or the version of this suite. */
function versionOf(folder: string, name: string | null): string {
  if (name === null) return suiteVersion();
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  if (typeof version !== 'string') throw new Error(`The installed package ${name} has no version.`);
  return version;
}
