#!/usr/bin/env node
import { NO_USABLE_NODE, runInPlace, USAGE, usableNode } from './usable-node.js';

// Plain JavaScript that any Node reads: one that is too old hands over to the Node of the checkout.

const node = usableNode();
if (node === null) {
  process.stderr.write(`petstore-conformance: ${NO_USABLE_NODE}\n`);
  process.exitCode = USAGE;
} else if (node !== process.execPath) {
  runInPlace(node, process.argv.slice(1));
} else {
  const { watchProcess } = await import('../src/cli/process-end.js');
  const { setResult } = watchProcess();
  const { keepCode } = await import('../src/runner/code-cache.js');
  keepCode();
  const { forgoWebSockets } = await import('../src/runner/lean-http.js');
  forgoWebSockets();
  const { resolveImportsByPath } = await import('../src/runner/imports-by-path.js');
  resolveImportsByPath();
  const { caseThread } = await import('../src/runner/case-thread.ts');
  const words = process.argv.slice(2);
  const thread = caseThread({ keepsCode: true });
  // Begun before anything else is loaded: the thread has a core of its own, and as much to load as the command.
  // Not where no case will run in it: with --help, and with --watch, which leaves them to other processes.
  if (words[0] === 'run' && !words.some((word) => /^(--help|-h|--watch(=.*)?)$/.test(word))) thread.start();
  const { main } = await import('../src/cli/main.ts');
  setResult(await main(words, undefined, thread));
}
