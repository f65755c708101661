import { OLDEST_NODE } from '../../bin/usable-node.js';
import { MANAGERS, type PackageManager, type Way, WAYS, waysOf } from './managers.ts';

/** One test: a Node, a package manager, and a way to run the packed suite or the checkout. */
export interface Try {
  /** A full version of Node. */
  readonly node: string;
  readonly manager: string;
  readonly way: Way | 'checkout';
  /**
   * `says so`: the suite does not run, and the first line of its error names the required Node. `manager cannot`: the
   * package manager fails before it starts the suite. It fails for any package.
   */
  readonly outcome: 'works' | 'says so' | 'manager cannot' | 'fails';
  /** The first line of the error, without warnings of the package manager. Empty if it works. */
  readonly line: string;
}

/** Renders docs/installation.md. `date` is the day of the tests, as YYYY-MM-DD. */
export function renderInstallation(tries: readonly Try[], date: string): string {
  const nodes = [...new Set(tries.map(({ node }) => node))];
  const heading = `|  | ${nodes.map((node) => `Node ${node}`).join(' | ')} |\n| --- |${nodes.map(() => ' --- |').join('')}`;
  const row = (name: string, own: readonly Try[]): string =>
    `| ${name} | ${nodes.map((node) => own.find((each) => each.node === node)?.outcome ?? 'not tried').join(' | ')} |`;
  const of = (manager: PackageManager, way: Try['way']): readonly Try[] =>
    tries.filter((each) => each.manager === manager.name && each.way === way);
  const checkout = MANAGERS.filter(({ forCheckout }) => forCheckout);
  const packed = MANAGERS.flatMap((manager) =>
    waysOf(manager).map((way) => row(`${manager.name}, ${WAYS[way]}`, of(manager, way))),
  );
  return `# Installation

Written by \`npm run test:long\` on ${date}, on Linux. Do not edit.

The suite runs on Node ${OLDEST_NODE} or later. A checkout also starts on Node 20: it runs on the Node that \`npm ci\` installs.
A package cannot bring a Node with it, so on an older Node it ends with exit code 3, and the first line of the error names
the Node that is needed. The table calls this _says so_. yarn 1 says so itself, while it installs. macOS and Windows are not
tried.

\`npx /path/to/petstore-conformance.tgz\` fails with npm for any package (_manager cannot_): npm takes a whole path for a program
of this machine, and the first line of the error is \`Permission denied\`. Write \`npx file:/path/to/petstore-conformance.tgz\`.

## A checkout

\`npm ci --omit=dev && npm run conformance\`, then \`npm ci\` and the unit tests of the contract, in a fresh clone. The first
command installs 10 MB and a Node of 214 MB. With \`--omit=optional\` too, it installs no Node.

${[heading, ...checkout.map((manager) => row(manager.name, of(manager, 'checkout')))].join('\n')}

## The package

The tarball of \`npm run package\`, in an empty folder. Each try judges the embedded reference service.

${[heading, ...packed].join('\n')}
`;
}
