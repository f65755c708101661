/** Ways to run the packed suite in an empty folder, with their names in the page. */
export const WAYS = {
  npx: 'by name',
  path: 'by the path of the tarball',
  file: 'by `file:` and the path of the tarball',
  dependency: 'as a dev dependency',
} as const;

export type Way = keyof typeof WAYS;

/** The ways that a package manager supports, in the order of the table. */
export function waysOf({ ways }: PackageManager): readonly Way[] {
  return (Object.keys(WAYS) as Way[]).filter((way) => ways[way] !== null);
}

/** One version of a package manager. */
export interface PackageManager {
  readonly name: string;
  /** Its package in the registry. */
  readonly spec: string;
  /** Its programs, and the script of its package for each. */
  readonly programs: Readonly<Record<string, string>>;
  /** Whether to test a checkout with it. A checkout has an npm lock file. */
  readonly forCheckout: boolean;
  /** The command of each way, before the arguments of the suite. `$TARBALL` is the path. Null: not supported. */
  readonly ways: Readonly<Record<Way, string | null>>;
}

function npm(version: string): PackageManager {
  return {
    name: `npm ${version}`,
    spec: `npm@${version}`,
    programs: { npm: 'bin/npm-cli.js', npx: 'bin/npx-cli.js' },
    forCheckout: true,
    ways: {
      npx: 'npx --yes --package "$TARBALL" petstore-conformance',
      // npm treats an absolute path as a program of this machine.
      path: 'npx --yes "$TARBALL"',
      file: 'npx --yes "file:$TARBALL"',
      dependency: 'npm install --silent --save-dev "$TARBALL" && npx petstore-conformance',
    },
  };
}

/** All tested package managers, with exact versions for repeatable results. */
export const MANAGERS: readonly PackageManager[] = [
  npm('9.8.1'),
  npm('10.8.2'),
  npm('10.9.9'),
  npm('11.21.2'),
  {
    name: 'pnpm 12.21.0',
    spec: 'pnpm@12.21.0',
    programs: { pnpm: 'bin/pnpm.mjs' },
    forCheckout: false,
    ways: {
      npx: 'pnpm --silent --package="$TARBALL" dlx petstore-conformance',
      path: 'pnpm --silent dlx "$TARBALL"',
      file: 'pnpm --silent dlx "file:$TARBALL"',
      dependency: 'pnpm add --silent --save-dev "$TARBALL" && pnpm exec petstore-conformance',
    },
  },
  {
    name: 'yarn 1.22.22',
    spec: 'yarn@1.22.22',
    programs: { yarn: 'bin/yarn.js' },
    forCheckout: false,
    ways: {
      npx: null,
      path: null,
      file: null,
      dependency: 'yarn add --silent --dev "$TARBALL" && yarn --silent petstore-conformance',
    },
  },
  {
    name: 'yarn 4.18.1 with PnP',
    spec: '@yarnpkg/cli-dist@4.18.1',
    programs: { yarn: 'bin/yarn.js' },
    forCheckout: false,
    ways: {
      npx: 'yarn dlx --quiet --package "petstore-conformance@file:$TARBALL" petstore-conformance',
      path: null,
      file: 'yarn dlx --quiet "petstore-conformance@file:$TARBALL"',
      dependency:
        'yarn init --private > /dev/null && yarn add --dev "petstore-conformance@file:$TARBALL" > /dev/null && yarn petstore-conformance',
    },
  },
];
