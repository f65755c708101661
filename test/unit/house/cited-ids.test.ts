import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPEATED } from '../../../lab/repeated-jobs.ts';
import { fleetServices } from '../../../lab/services.ts';
import { loadCases } from '../../../src/run/load-suite.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

// Slow tests and the lab run rarely. Without this test, they would keep ids that are gone.

const FILES = globSync(['lab/**/*.ts', 'scripts/**/*.ts', 'test/**/*.long.test.ts'], { cwd: PACKAGE_ROOT });
const ID = /'((?:[a-z]+)(?:\/[a-z0-9-]+)+)'/g;

it('slow tests, the lab and scripts name only cases and services that exist', async () => {
  const ids = [...(await loadCases()).map(({ caseId }) => caseId), ...fleetServices.map(({ id }) => id)];
  const known = new Set(ids);
  const topics = new Set(ids.map((id) => id.split('/')[0]));
  const cited = FILES.flatMap((file) =>
    [...readFileSync(join(PACKAGE_ROOT, file), 'utf8').matchAll(ID)].map(([, id = '']) => ({ file, id })),
  ).filter(({ id }) => topics.has(id.split('/')[0]));
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
});

it('the services that are judged repeatedly exist', () => {
  const known = new Set(fleetServices.map(({ id }) => id));
  expect(REPEATED.filter((id) => !known.has(`compliant/${id}`))).toEqual([]);
});
