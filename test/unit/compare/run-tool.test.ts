import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountedService, startCounted } from '../../../compare/counted-service.ts';
import { runTool } from '../../../compare/run-tool.ts';
import type { Tool } from '../../../compare/tools.ts';

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

/** A tool that is a line of JavaScript. */
function tool(script: string): Tool {
  return {
    id: 'dredd',
    name: 'A tool',
    package: null,
    command: ({ url, key }) => ({ file: process.execPath, args: ['-e', script], env: { URL_OF: url, KEY: key } }),
    outcomes: (code) => (code === 0 ? 'accepted' : code === 1 ? 'accused' : null),
  };
}

const ASK = 'await fetch(process.env.URL_OF + "/pets", { headers: { Authorization: "Bearer " + process.env.KEY } })';

describe('a run of a tool', () => {
  it('is accepted or accused by its exit code, with its requests counted and its folder gone', async () => {
    const asking = `(async () => { const all = [${ASK}, ${ASK}]; process.exit(all.every(({ status }) => status === 200) ? 0 : 1) })()`;
    expect(await runTool(tool(asking), service, installation)).toMatchObject({ outcome: 'accepted', requests: 2 });
    const accusing = 'console.log("wrong"); process.exit(1)';
    expect(await runTool(tool(accusing), service, installation)).toMatchObject({
      outcome: 'accused',
      requests: 0,
      said: 'wrong\n',
    });
    expect(readdirSync(folder)).toEqual(['configuration']);
  });

  it('finds the configuration in its folder, and nothing of our environment', async () => {
    const reading =
      'process.exit(fs.readFileSync("rules.txt", "utf8") === "three" && !("VITEST" in process.env) ? 0 : 1)';
    expect((await runTool(tool(reading), service, installation)).outcome).toBe('accepted');
    expect(process.env['VITEST']).toBeDefined();
  });

  it('is ended when its time is over', async () => {
    expect((await runTool(tool('setInterval(() => {}, 1000)'), service, installation, 200)).outcome).toBe('not ended');
  });

  it('is ended when all is to end', async () => {
    const ending = new AbortController();
    const run = runTool(tool(`${ASK}.then(() => setInterval(() => {}, 1000))`.replace('await ', '')), service, {
      folder,
      signal: ending.signal,
    });
    const before = service.requests();
    await expect.poll(() => service.requests()).toBeGreaterThan(before);
    ending.abort();
    await expect(run).rejects.toThrow('aborted');
  });

  it('throws where the tool tells of no verdict, and where there is no such program', async () => {
    await expect(runTool(tool('process.exit(4)'), service, installation)).rejects.toThrow('which is no verdict');
    const missing = { ...tool(''), command: () => ({ file: join(folder, 'no-such-program'), args: [], env: {} }) };
    await expect(runTool(missing, service, installation)).rejects.toThrow('no-such-program');
    expect(readdirSync(folder)).toEqual(['configuration']);
  });
});
