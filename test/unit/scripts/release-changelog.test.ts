import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changelogProblems, releasedChangelog } from '../../../scripts/package/release-changelog.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const BEFORE =
  '# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- A line.\n\n## [1.2.0] - 2030-01-01\n\n- Tightened: x.\n';

it('the entries under "Unreleased" become those of the version', () => {
  expect(changelogProblems(BEFORE, '1.2.1')).toEqual([]);
  const after = releasedChangelog(BEFORE, '1.2.1', '2030-02-03');
  expect(after).toBe(BEFORE.replace('[Unreleased]\n', '[Unreleased]\n\n## [1.2.1] - 2030-02-03\n'));
  expect(changelogProblems(after, '1.2.1')).toEqual([
    'CHANGELOG.md has version 1.2.1 already. Raise the version in package.json.',
    'CHANGELOG.md has no entry under "Unreleased". Describe what changed.',
  ]);
});

it('a release that tightens an assertion or renames something is no patch', () => {
  for (const word of ['Tightened: more', 'Renamed: less']) {
    const changed = BEFORE.replace('- A line.', `- ${word}.`);
    expect(changelogProblems(changed, '1.2.1')).toEqual([expect.stringContaining('Version 1.2.1 is a patch')]);
    expect(changelogProblems(changed, '1.3.0')).toEqual([]);
  }
});

it('a changelog without the heading is rejected', () => {
  expect(changelogProblems('# Changelog\n', '1.0.0')).toEqual([expect.stringContaining('has no heading')]);
});

it('that of this checkout keeps the form: only known groups, in each version at most once', () => {
  const text = readFileSync(`${PACKAGE_ROOT}/CHANGELOG.md`, 'utf8');
  for (const version of text.split(/^## /m).slice(1)) {
    const groups = [...version.matchAll(/^### (.*)$/gm)].map(([, group]) => group);
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(groups).toEqual(known.filter((each) => groups.includes(each)));
  }
});
