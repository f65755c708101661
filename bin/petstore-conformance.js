#!/usr/bin/env node
// Plain JavaScript that any Node reads, so that a Node too old for the suite is told so in one sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `petstore-conformance: Node ${process.versions.node} is too old, 22.19 is needed; npm run conformance brings its own.\n`,
  );
  process.exitCode = 3;
} else {
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
