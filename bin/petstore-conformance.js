#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NO_USABLE_NODE, runInPlace, USAGE, usableNode } from './usable-node.js';

// Plain JavaScript that any Node reads: if the running Node is too old, it starts the Node of the checkout.

const node = usableNode();
if (node === null) {
  process.stderr.write(`petstore-conformance: ${NO_USABLE_NODE}\n`);
  process.exitCode = USAGE;
} else if (node !== process.execPath) {
  runInPlace(node, process.argv.slice(1));
} else {
  const { watchProcess } = await import('../src/cli/process-end.js');
  const { setResult } = watchProcess();
  // Cached code halves the time until the first case. Only a checkout, which has a lock file, caches it.
  const root = new URL('../', import.meta.url);
  if (existsSync(new URL('package-lock.json', root))) {
    const { enableCompileCache } = await import('node:module');
    enableCompileCache(fileURLToPath(new URL('node_modules/.cache/petstore-conformance/code', root)));
  }
  const { main } = await import('../src/cli/main.ts');
  // Node delivers a signal that arrived while modules loaded before main starts.
  await new Promise(setImmediate);
  setResult(await main(process.argv.slice(2)));
}
