import { delimiter, dirname } from 'node:path';
import { NO_USABLE_NODE, runInPlace, USAGE, usableNode } from '../bin/usable-node.js';

// `node scripts/with-node.js vitest run`: runs a command with a Node that is new enough first in its PATH. Every script of
// package.json goes this way, since npm 10 and older leave the Node of the system in front. Plain JavaScript for any Node.

const node = usableNode();
if (node === null) {
  process.stderr.write(`${NO_USABLE_NODE}\n`);
  process.exitCode = USAGE;
} else {
  const [command, ...words] = process.argv.slice(2);
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  runInPlace(command, words, { env, shell: process.platform === 'win32' });
}
