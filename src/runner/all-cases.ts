import { describe, test } from 'vitest';
import { caseTest, handOver } from '../conformance/conformance-test.ts';
import { casesOf } from './loaded-specs.ts';
import { specFiles } from './spec-files.ts';
import { stagesOf } from './stages.ts';

// What the test runner runs: every spec, in stages. In one module the cases of many specs go on at the same time, where
// the test runner would take one spec after another and wait at the end of each for its slowest case.

const files = specFiles();

caseTest();

for (const { name, specs } of stagesOf([...files.keys()])) {
  describe(name, { concurrent: false }, async () => {
    for (const spec of specs) await declare(spec);
  });
}

/** One spec that does not load must not keep the others from being run: a test that is no case tells of it. */
async function declare(spec: string): Promise<void> {
  const { cases, strays, failed } = await casesOf(String(files.get(spec)));
  for (const each of cases) handOver(each);
  for (const name of strays) test(name, () => undefined);
  if (failed === null) return;
  test(`${spec} does not load`, () => {
    throw failed.error;
  });
}
