import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CountedService, startCounted } from '../../lab/compare/counted-service.ts';
import { runTool } from '../../lab/compare/run-tool.ts';
import type { Tool } from '../../lab/compare/tools.ts';

let service: CountedService;
const folder = mkdtempSync(join(tmpdir(), 'compare-test-'));
const installation = { folder, signal: new AbortController().signal };

beforeAll(async () => {
  mkdirSync(join(folder, 'configuration'));
  writeFileSync(join(folder, 'configuration', 'rules.txt'), 'three');
  service = await startCounted({});
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(readdirSync(folder)).toEqual(['configuration']);
});

/** A tool that runs a line of JavaScript. */
function tool(script: string, file = process.execPath): Tool {
  return {
    id: 'dredd',
    name: 'A tool',
    package: null,
    command: ({ url, key }) => ({ file, args: ['-e', script], env: { URL_OF: url, KEY: key } }),
    outcomes: (code) => (code === 0 ? 'accepted' : code === 1 ? 'accused' : null),
  };
}

const ASK = 'fetch(process.env.URL_OF + "/pets", { headers: { Authorization: "Bearer " + process.env.KEY } })';
const ENDLESS = 'setInterval(() => {}, 1000)';
const READ = 'process.exit(fs.readFileSync("rules.txt", "utf8") === "three" && !("VITEST" in process.env) ? 0 : 1)';

describe('a run of a tool', () => {
  it.each([
    [
      'is accepted',
      `${ASK}.then(({ status }) => process.exit(status === 200 ? 0 : 1))`,
      { outcome: 'accepted', requests: 1 },
    ],
    ['is accused', 'console.log("wrong"); process.exit(1)', { outcome: 'accused', requests: 0, output: 'wrong\n' }],
    ['has the configuration in its folder, and no variable of this process', READ, { outcome: 'accepted' }],
  ])('%s', async (_what, script, run) => {
    expect(process.env['VITEST']).toBeDefined();
    expect(await runTool(tool(script), service, installation)).toMatchObject(run);
  });

  it('ends after its time limit', async () => {
    expect((await runTool(tool(ENDLESS), service, installation, 200)).outcome).toBe('not ended');
  });

  it('ends when the installation is aborted', async () => {
    const ending = new AbortController();
    const before = service.requests();
    const run = runTool(tool(`${ASK}.then(() => ${ENDLESS})`), service, { folder, signal: ending.signal });
    await expect.poll(() => service.requests()).toBeGreaterThan(before);
    ending.abort();
    await expect(run).rejects.toThrow('aborted');
  });

  it.each([
    ['exits without a verdict', tool('process.exit(4)'), 'which is no verdict'],
    ['does not exist', tool('', join(folder, 'no-such-program')), 'no-such-program'],
  ])('throws if the tool %s', async (_what, failing, message) => {
    await expect(runTool(failing, service, installation)).rejects.toThrow(message);
  });
});
