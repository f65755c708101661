#!/usr/bin/env node
// Plain JavaScript that any Node reads, so that a Node too old for the suite is told so in one sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `petstore-conformance: Node ${process.versions.node} is too old, 22.19 is needed; in a checkout, npm run conformance brings its own.\n`,
  );
  process.exitCode = 3;
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
