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

function restored() {
  const { run } = fakeRun(petStore());
  const setUp = restoreRun(run, throughJson(storeState(used(), SET_UP, [])));
  return { run, setUp };
}

describe('what a second try knows of the first', () => {
  it('is the set-up, exact to the last digit, and every animal, as its own or not, known from the start', () => {
    const { run, setUp } = restored();
    expect(setUp).toEqual(SET_UP);
    const known = { firstKnownAt: 0, shownBy: null };
    expect(run.sightings.all()).toEqual([
      { pet: pet(1n, { status: 'pending' }), own: false, ...known },
      { pet: pet(2n), own: false, ...known },
      { pet: pet(LARGE, { status: undefined }), own: true, ...known },
    ]);
  });

  it('is every rejected body, and not the animals stored for them, which it sees by itself', () => {
    const { run } = restored();
    expect(run.sightings.storedThough()).toEqual([]);
    expect(run.sightings.find(4n)).toBeUndefined();
    run.sightings.seen([pet(4n, { name: 'cf1-01 Rex' }), pet(6n, { categoryId: LARGE })], 5);
    const stored = run.sightings.storedThough().map((each) => [each.pet.id, each.body.exchangeId]);
    expect(stored).toEqual([
      [4n, 'x7'],
      [6n, 'x7'],
    ]);
  });

  it('is the largest page, what was spent, what was lost, and which operations accepted the key', () => {
    const { run } = restored();
    expect([run.sightings.largestPage(), run.budget.spent(), run.lost()]).toEqual([37, 2, true]);
    const accepted = (['listPets', 'getPet', 'createPet'] as const).map((each) => run.rights.hasAccepted(each));
    expect(accepted).toEqual([true, true, false]);
  });

  it('is nothing, where the first knew nothing', () => {
    const { run } = fakeRun(petStore());
    restoreRun(run, throughJson(storeState(fakeRun(petStore()).run, { ...SET_UP, adding: null }, [])));
    expect([run.lost(), run.budget.spent(), run.sightings.all()]).toEqual([false, 0, []]);
  });
});
