import { expect, it } from 'vitest';
import type { SetUp } from '../../../src/conformance/catalogue.ts';
import { restoreRun, storeState } from '../../../src/conformance/run-state.ts';
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

it('a second try knows the set-up, every animal, the rejected bodies and what was spent of the first', () => {
  const { run: first } = fakeRun(petStore());
  first.sightings.seen([pet(1n, { status: 'pending' })], 10);
  first.sightings.added(pet(LARGE, { status: undefined }), 20);
  for (const mark of ['cf1-01 Rex', LARGE])
    first.sightings.refused({ mark, requirement: 'CREATE-REFUSED-NOT-STORED', exchangeId: 'x7', sentAt: 30 });
  first.sightings.seen([pet(4n, { name: 'cf1-01 Rex' })], 40);
  first.sightings.page(37);
  first.budget.reserve();
  first.rights.noteAccepted('getPet');
  first.noteLost();

  const { run } = fakeRun(petStore());
  const state: unknown = JSON.parse(JSON.stringify(storeState(first, SET_UP, [])));
  expect(restoreRun(run, state as Parameters<typeof restoreRun>[1])).toEqual(SET_UP);
  const known = { firstKnownAt: 0, shownBy: null };
  expect(run.sightings.all()).toEqual([
    { pet: pet(1n, { status: 'pending' }), own: false, ...known },
    { pet: pet(LARGE, { status: undefined }), own: true, ...known },
  ]);
  expect([run.sightings.largestPage(), run.budget.spent(), run.lost()]).toEqual([37, 1, true]);
  expect([run.rights.hasAccepted('getPet'), run.rights.hasAccepted('createPet')]).toEqual([true, false]);
  // What was stored of a rejected body counts when the second try sees it itself.
  expect(run.sightings.storedThough()).toEqual([]);
  run.sightings.seen([pet(4n, { name: 'cf1-01 Rex' }), pet(6n, { categoryId: LARGE })], 5);
  expect(run.sightings.storedThough().map((each) => [each.pet.id, each.body.exchangeId])).toEqual([
    [4n, 'x7'],
    [6n, 'x7'],
  ]);
});
