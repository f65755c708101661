import manifest from '../../package.json' with { type: 'json' };

/** The version of the suite, from its manifest. */
export function suiteVersion(): string {
  return manifest.version;
}
