import { describe, expect, it } from 'vitest';
import { MANAGERS } from '../../../scripts/installation/managers.ts';
import { renderInstallation, type Try } from '../../../scripts/installation/render-installation.ts';

const NPM = 'npm 10.8.2';

function attempt(given: Partial<Try>): Try {
  return { node: '24.21.0', manager: NPM, way: 'checkout', outcome: 'works', line: '', ...given };
}

describe('docs/installation.md', () => {
  it('has a column for each Node and a row for each package manager and way', () => {
    const page = renderInstallation(
      [
        attempt({ node: '20.20.2' }),
        attempt({}),
        attempt({ node: '20.20.2', way: 'npx', outcome: 'says so' }),
        attempt({ way: 'npx', outcome: 'fails' }),
      ],
      '2026-11-22',
    );
    expect(page).toContain('on 2026-11-22,');
    expect(page).toContain('|  | Node 20.20.2 | Node 24.21.0 |');
    expect(page).toContain(`| ${NPM} | works | works |`);
    expect(page).toContain(`| ${NPM}, by name | says so | fails |`);
    expect(page).toContain(`| ${NPM}, as a dev dependency | not tried | not tried |`);
  });

  it('leaves out ways that a package manager does not have, and checkouts without a lock file for it', () => {
    const page = renderInstallation([attempt({})], '2026-11-22');
    expect(page).not.toContain('yarn 1.22.22, by name');
    expect(page).not.toContain('| pnpm 12.21.0 |');
  });
});

describe('the package managers', () => {
  it('have exact versions in their names', () => {
    for (const { name, spec } of MANAGERS) {
      const version = /@(\d+\.\d+\.\d+)$/.exec(spec)?.[1];
      expect(version, spec).toBeDefined();
      expect(name).toContain(version);
    }
  });
});
