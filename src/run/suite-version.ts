import manifest from '../../package.json' with { type: 'json' };

/** The version of the suite, from its manifest. It can be read in a bundle too. */
export function suiteVersion(): string {
  return manifest.version;
}
