import { delimiter, dirname } from 'node:path';
import { NO_USABLE_NODE, runInPlace, USAGE, usableNode } from '../bin/usable-node.js';

// `node scripts/with-node.js vitest run`: runs a command with a supported Node first in PATH. Every script of package.json
// uses it, because npm 10 and older put the system's Node first. It is JavaScript because it must run on any Node.

const node = usableNode();
if (node === null) {
  process.stderr.write(`${NO_USABLE_NODE}\n`);
  process.exitCode = USAGE;
} else {
  const [command, ...words] = process.argv.slice(2);
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  const hint = 'Run it by npm (npm run, npm exec), which adds node_modules/.bin to PATH.';
  runInPlace(command, words, { env, shell: process.platform === 'win32' }, hint);
}
