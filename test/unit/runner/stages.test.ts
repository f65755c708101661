import { describe, expect, it } from 'vitest';
import { specFiles } from '../../../src/runner/spec-files.ts';
import { stagesOf } from '../../../src/runner/stages.ts';

function stageOf(spec: string, specs: readonly string[]): number {
  return stagesOf(specs).findIndex((stage) => stage.specs.includes(spec));
}

describe('the stages of a run', () => {
  const specs = [...specFiles().keys()];

  it('hold every spec once', () => {
    const placed = stagesOf(specs).flatMap((stage) => stage.specs);
    expect(placed.toSorted()).toEqual(specs.toSorted());
  });

  it('fill the catalogue before examples are generated, which may use up the budget', () => {
    const [stage] = stagesOf(['generated', 'read-back', 'list-limit']);
    expect(stage?.specs).toEqual(['read-back', 'generated', 'list-limit']);
  });

  it('have a place for a spec that they do not know, before the catalogue is filled', () => {
    const withNew = [...specs, 'a-new-topic'];
    expect(stageOf('a-new-topic', withNew)).toBe(stageOf('create-ids', withNew));
    expect(stageOf('a-new-topic', withNew)).toBeLessThan(stageOf('list-limit', withNew));
    expect(stageOf('a-new-topic', withNew)).toBeGreaterThan(stageOf('list-back', withNew));
  });

  it.each([
    ['before-adding', 'create'],
    ['create', 'list-back'],
    ['list-back', 'create-names'],
    ['authentication', 'create'],
    ['create-malformed', 'create-names'],
    ['open-additions', 'list-limit'],
    ['create-names', 'list-names'],
    ['list-names', 'create-ids'],
    ['create-ids', 'generated'],
  ])('take %s before %s', (earlier, later) => {
    expect(stageOf(earlier, specs)).toBeLessThan(stageOf(later, specs));
  });

  it('leave out a stage without specs', () => {
    expect(stagesOf(['list-limit'])).toEqual([{ name: 'a full catalogue', specs: ['list-limit'] }]);
    expect(stagesOf([])).toEqual([]);
  });
});
