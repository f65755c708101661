import { describe, expect, it } from 'vitest';
import type { SetUp } from '../../../src/conformance/catalogue.ts';
import { restoreRun, storeState, type RunState } from '../../../src/conformance/run-state.ts';
import { fakeRun, pet, petStore } from './fakes.ts';

const LARGE = 2n ** 63n - 1n;

const SET_UP: SetUp = {
  categories: [LARGE, 2n],
  starters: [pet(LARGE, { status: undefined }), pet(5n, { name: 'Zo\u00eb \u{1F436}' })],
  adding: { reason: 'No category.', supply: 'A category.' },
  readingOne: 'removed',
  anyCategory: true,
  target: null,
};

/** A run that knows, has spent and has lost something. */
function used() {
  const { run } = fakeRun(petStore());
  run.sightings.seen([pet(1n, { status: 'pending' }), pet(2n)], 10);
  run.sightings.added(pet(LARGE, { status: undefined }), 20);
  const refused = { requirement: 'CREATE-REFUSED-NOT-STORED', exchangeId: 'x7', sentAt: 30 } as const;
  run.sightings.refused({ ...refused, mark: 'cf1-01 Rex' });
  run.sightings.refused({ ...refused, mark: LARGE });
  run.sightings.seen([pet(4n, { name: 'cf1-01 Rex' })], 40);
  run.sightings.page(37);
  run.budget.reserve();
  run.budget.reserve();
  run.rights.noteAccepted('listPets');
  run.rights.noteAccepted('getPet');
  run.noteLost();
  return run;
}

/** The state as the journal gives it back. */
const throughJson = (state: RunState): RunState => JSON.parse(JSON.stringify(state)) as RunState;

describe('what a second try knows of the first', () => {
  const { run } = fakeRun(petStore());
  const setUp = restoreRun(run, throughJson(storeState(used(), SET_UP, [])));

  it('is the set-up, exact to the last digit', () => {
    expect(setUp).toEqual(SET_UP);
  });

  it('is every animal, as its own or not, known from the start', () => {
    const known = { firstKnownAt: 0, shownBy: null };
    expect(run.sightings.find(1n)).toEqual({ pet: pet(1n, { status: 'pending' }), own: false, ...known });
    expect(run.sightings.find(LARGE)).toEqual({ pet: pet(LARGE, { status: undefined }), own: true, ...known });
    expect(run.sightings.all()).toHaveLength(3);
    expect(run.sightings.own()).toHaveLength(1);
  });

  it('is every refused body, and not the animals stored for them, which it sees by itself', () => {
    expect(run.sightings.storedThough()).toEqual([]);
    expect(run.sightings.find(4n)).toBeUndefined();
    const { run: second } = fakeRun(petStore());
    restoreRun(second, throughJson(storeState(used(), SET_UP, [])));
    second.sightings.seen([pet(4n, { name: 'cf1-01 Rex' }), pet(6n, { categoryId: LARGE })], 5);
    expect(second.sightings.storedThough().map(({ pet: { id }, body: { exchangeId } }) => [id, exchangeId])).toEqual([
      [4n, 'x7'],
      [6n, 'x7'],
    ]);
  });

  it('is the largest page, what was spent, and that something was lost', () => {
    expect(run.sightings.largestPage()).toBe(37);
    expect(run.budget.spent()).toBe(2);
    expect(run.lost()).toBe(true);
  });

  it('is which operations accepted the key, and which did not', () => {
    expect(run.rights.hasAccepted('listPets')).toBe(true);
    expect(run.rights.hasAccepted('getPet')).toBe(true);
    expect(run.rights.hasAccepted('createPet')).toBe(false);
  });
});

it('a run that lost nothing does not become one that did', () => {
  const { run } = fakeRun(petStore());
  restoreRun(run, throughJson(storeState(fakeRun(petStore()).run, { ...SET_UP, adding: null }, [])));
  expect(run.lost()).toBe(false);
  expect(run.budget.spent()).toBe(0);
  expect(run.sightings.all()).toEqual([]);
});
