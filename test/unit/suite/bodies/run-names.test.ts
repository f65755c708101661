import { expect, it } from 'vitest';
import { createRunNames, hasRunName, markOfName, runTag } from '../../../../src/suite/bodies/run-names.ts';

/** About as many names as a run needs: 300 cases that ask for three each. */
const ASKED = Array.from({ length: 900 }, (_, index) => `create/case-${index % 300}`);

/** The names that each case got, whatever the order in which they asked. */
function namesByCase(seed: number, asked: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const { next } = createRunNames(seed);
  const names = new Map<string, string[]>();
  for (const caseId of asked) names.set(caseId, [...(names.get(caseId) ?? []), next(caseId)]);
  return new Map([...names].sort(([one], [other]) => (one < other ? -1 : 1)));
}

it.each([0, 2 ** 32 - 1])('the names of a run with the seed %i are its own, each once, and short', (seed) => {
  const byCase = namesByCase(seed, ASKED);
  expect(namesByCase(seed, ASKED.toReversed())).toEqual(byCase);
  const names = [...byCase.values()].flat();
  expect(new Set(names).size).toBe(ASKED.length);
  const start = `cf${runTag(seed)}-`;
  expect(names.filter((name) => name.length > 20 || !name.startsWith(start))).toEqual([]);
  const others = [...namesByCase(seed + 1, ASKED).values()].flat();
  expect(new Set([...names, ...others]).size).toBe(names.length + others.length);
});

it('names with the same seed differ from the first id on that the service assigned', () => {
  const [one, other] = [createRunNames(7), createRunNames(7)].map(({ next }) => [next('a'), next('a')]);
  expect(one).toEqual(other);
  const ids = [1n, 2n, undefined].map((firstId) => createRunNames(7).next('a', firstId));
  expect(new Set(ids).size).toBe(ids.length);
});

it('simple names are single words, each once', () => {
  const names = createRunNames(7);
  names.simplify();
  const all = ASKED.map((caseId) => names.next(caseId));
  expect(all.filter((name) => !/^Cf[a-z]{7}$/.test(name))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect([...all, 'Rex', 'cfabcdefg', 'Cfabcdefgh'].filter((name) => !hasRunName(name))).toEqual([
    'Rex',
    'cfabcdefg',
    'Cfabcdefgh',
  ]);
});

it.each([0, 2 ** 32 - 1, 2 ** 53 - 1])('the tag of the seed %i is one to six letters and digits', (seed) => {
  expect(runTag(seed)).toMatch(/^[a-z0-9]{1,6}$/);
});

it('a name can end in a given word', () => {
  expect(createRunNames(7).next('a', 1n, 'Zoë')).toMatch(/^cf7-[0-9a-z]+ Zoë$/);
});

it.each([
  ['cf1-0a3f Rex', 'cf1-0a3f '],
  [' CF1-0A3F RE  ', 'cf1-0a3f '],
  ['cf1-0a3f', 'cf1-0a3f'],
  ['CF1-0A', 'CF1-0A'],
  ['Cfabcdefg', 'Cfabcdefg'],
  ['Rex cf1-0a3f Rex', 'Rex cf1-0a3f Rex'],
])('the name "%s" is identified by "%s"', (name, mark) => {
  expect(markOfName(name)).toBe(mark);
});
