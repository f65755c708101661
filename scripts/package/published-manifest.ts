import { OLDEST_NODE } from '../../bin/usable-node.js';
import type { BuildOrigin } from '../../src/run/suite-identity.ts';

/** The fields of the checkout's package.json that the package uses. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly type: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** The modules that programs can import, by their import name. */
export const ENTRIES = { '.': 'src/api/index', './vitest': 'src/vitest/index' } as const;

/** The manifest of the package, without scripts, development dependencies and packages of Node. */
export function publishedManifest(source: SourceManifest, build: BuildOrigin): Readonly<Record<string, unknown>> {
  const { name, version, description, license, bin, type, dependencies } = source;
  const { peerDependencies, peerDependenciesMeta } = source;
  return {
    name,
    version,
    description,
    keywords: ['conformance', 'contract', 'http', 'api', 'test', 'petstore'],
    license,
    type,
    bin,
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([entry, path]) => [entry, { types: `./${path}.d.ts`, default: `./${path}.js` }]),
      ),
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    build,
  };
}
