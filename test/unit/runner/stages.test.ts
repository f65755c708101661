import { describe, expect, it } from 'vitest';
import { specFiles } from '../../../src/runner/spec-files.ts';
import { stagesOf } from '../../../src/runner/stages.ts';

const specs = [...specFiles().keys(), 'a-new-topic'];
const stageOf = (spec: string): number => stagesOf(specs).findIndex((stage) => stage.specs.includes(spec));

describe('the stages of a run', () => {
  it('hold every spec once, and leave out a stage without specs', () => {
    expect(
      stagesOf(specs)
        .flatMap((stage) => [...stage.specs])
        .toSorted(),
    ).toEqual(specs.toSorted());
    expect(stagesOf(['list-limit'])).toEqual([{ name: 'a full catalogue', specs: ['list-limit'] }]);
    expect(stagesOf([])).toEqual([]);
  });

  it('fill the catalogue before examples are generated, which may use up the budget', () => {
    const [stage] = stagesOf(['generated', 'read-back', 'list-limit']);
    expect(stage?.specs).toEqual(['read-back', 'generated', 'list-limit']);
  });

  // A spec that they do not know has its place before the catalogue is filled.
  it.each([
    ['before-adding', 'create'],
    ['create', 'list-back'],
    ['list-back', 'create-names'],
    ['list-back', 'a-new-topic'],
    ['a-new-topic', 'list-limit'],
    ['authentication', 'create'],
    ['create-malformed', 'create-names'],
    ['open-additions', 'list-limit'],
    ['create-names', 'list-names'],
    ['list-names', 'create-ids'],
    ['create-ids', 'generated'],
  ])('take %s before %s', (earlier, later) => {
    expect(stageOf(earlier)).toBeLessThan(stageOf(later));
  });

  it('take a spec that they do not know beside those that add', () => {
    expect(stageOf('a-new-topic')).toBe(stageOf('create-ids'));
  });
});
