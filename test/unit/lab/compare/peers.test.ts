import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { comparisonFrom } from '../../../../lab/compare/comparison.ts';
import { toolsFor } from '../../../../lab/compare/tools.ts';
import recorded from '../../../../docs/comparison.json' with { type: 'json' };
import { renderComparisonPage } from '../../../../scripts/comparison-page.ts';
import { faults } from '../../../../src/reference/faults/index.ts';
import { compliantVariants } from '../../../../src/reference/compliant/index.ts';
import { PACKAGE_ROOT } from '../../../../src/run/package-root.ts';
import peers from '../../../../lab/compare/peers/package.json' with { type: 'json' };

const PEERS = join(PACKAGE_ROOT, 'lab/compare/peers');
const comparison = comparisonFrom(recorded);

describe('the peers', () => {
  it('have exact versions, are those that the recorded comparison names, and no dependency of the suite', () => {
    const versions: Record<string, string> = { ...peers.dependencies, ...peers.optionalDependencies };
    for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const own = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
    for (const { id, version } of comparison.tools) {
      const tool = toolsFor(true).find((each) => each.id === id);
      if (tool?.package === null || tool === undefined) continue;
      expect([id, version]).toEqual([id, versions[tool.package]]);
      expect(own).not.toContain(`node_modules/${tool.package}"`);
    }
    expect(toolsFor(false).map(({ id }) => id)).toEqual(['suite', 'respect', 'portman', 'dredd']);
  });

  it('are set up by files that can be read', () => {
    const files = readdirSync(PEERS, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!package-lock)\.(json|yaml)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) expect(parse(readFileSync(join(PEERS, file), 'utf8')), file).toBeTypeOf('object');
  });
});

describe('the recorded comparison', () => {
  it('is of services that there are, at least 40 broken and 20 compliant ones, judged by three tools or more', () => {
    const known = {
      fault: new Set(faults.map(({ id }) => id)),
      compliant: new Set(compliantVariants.map(({ id }) => id)),
    };
    expect(comparison.services.filter(({ kind, id }) => !known[kind].has(id))).toEqual([]);
    expect(comparison.services.filter(({ kind }) => kind === 'fault').length).toBeGreaterThanOrEqual(40);
    expect(comparison.services.filter(({ kind }) => kind === 'compliant').length).toBeGreaterThanOrEqual(20);
    expect(comparison.tools.length).toBeGreaterThanOrEqual(3);
    for (const { outcomes } of comparison.services) expect(outcomes).toHaveLength(comparison.tools.length);
  });

  it('is refused where it names an outcome or a tool that there is not', () => {
    const [first] = recorded.services;
    const wrong = { ...recorded, services: [{ kind: 'fault', id: first?.id ?? '', outcomes: ['good'] }] };
    expect(() => comparisonFrom(wrong)).toThrow('good is none of');
    const tools = recorded.tools.map((tool) => ({ ...tool, id: 'other' }));
    expect(() => comparisonFrom({ ...recorded, tools })).toThrow('other is none of');
  });
});

describe('the page of the comparison', () => {
  it('counts what was caught and accused, and links to files that there are', () => {
    const cost = { version: '1.0.0', requests: 7, milliseconds: 500, ratio: 1 };
    const page = renderComparisonPage({
      seed: 3,
      drawnFrom: { faults: 9, compliant: 8 },
      environment: { node: 'v24.0.0', java: null, cores: 2 },
      tools: [
        { id: 'suite', ...cost },
        { id: 'respect', ...cost, ratio: 2.25 },
      ],
      services: [
        { kind: 'fault', id: 'first', outcomes: ['accused', 'accepted'] },
        { kind: 'fault', id: 'second', outcomes: ['accused', 'accused'] },
        { kind: 'compliant', id: 'third', outcomes: ['undecided', 'accused'] },
      ],
    });
    expect(page).toContain('| petstore-conformance | 1.0.0 | 7 | 1.0 × | 2 of 2 | 0 of 1 |');
    expect(page).toContain('| Redocly Respect | 1.0.0 | 7 | 2.3 × | 1 of 2 | 1 of 1 |');
    expect(page).toContain('| `first` | **caught** | – |');
    expect(page).toContain('| `third` | undecided | **accused** |');
    expect(page).not.toContain('Portman');
    const links = [...renderComparisonPage(comparison).matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((path) => !existsSync(join(PACKAGE_ROOT, 'docs', path)))).toEqual([]);
  });
});
