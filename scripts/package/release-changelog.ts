// CHANGELOG.md at a release: the entries under "Unreleased" become the entry of the version.

const UNRELEASED = '## [Unreleased]\n';
/** The heading of a release. */
const RELEASE = /^## \[(\d+\.\d+\.\d+)\]/gm;

/** The reasons in the changelog against a release of a version, one sentence each. */
export function changelogProblems(changelog: string, version: string): readonly string[] {
  const [, rest] = changelog.split(UNRELEASED);
  if (rest === undefined) return ['CHANGELOG.md has no heading "## [Unreleased]". Add it above the last release.'];
  const released = [...rest.matchAll(RELEASE)].map(([, name = '']) => name);
  const [unreleased = ''] = rest.split(/^## /m);
  return [
    ...(released.includes(version)
      ? [`CHANGELOG.md has version ${version} already. Raise the version in package.json.`]
      : []),
    ...(/^- /m.test(unreleased) ? [] : ['CHANGELOG.md has no entry under "Unreleased". Describe what changed.']),
    ...(isPatch(version, released[0]) && /^- (Tightened|Renamed)/m.test(unreleased)
      ? [
          `Version ${version} is a patch, and "Unreleased" has entries that start with Tightened or Renamed. Raise the minor version.`,
        ]
      : []),
  ];
}

function isPatch(version: string, before: string = ''): boolean {
  return version.replace(/\d+$/, '') === before.replace(/\d+$/, '');
}

/** The changelog after the release of a version on a day, `YYYY-MM-DD`. */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  return changelog
    .replace(`${UNRELEASED}\nNothing is published yet.\n`, UNRELEASED)
    .replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${day}\n`);
}
