import { describe, expect, it } from 'vitest';
import { auditAdded } from '../../../src/conformance/audit-added.ts';
import type { NewPet, Pet } from '../../../src/contract/pet.ts';
import { answerOf, court, fakeRun, listRequest, pet, petStore, type FakeRun } from './fakes.ts';

const SENT: NewPet = { name: 'Rex', categoryId: 2n ** 53n + 1n, status: 'sold' };
const GIVEN: Pet = { ...SENT, id: 7n };

/** Audits an addition that was sent at 10 and answered at 11. Gives what is broken. */
function audit(
  given: Pet,
  sent: NewPet = SENT,
  fake: FakeRun = fakeRun(petStore()),
  exchangeId = 'x1',
): readonly string[] {
  const { judge, judgements } = court();
  auditAdded(fake.run, judge, answerOf({ status: 201 }, listRequest, exchangeId), sent, given);
  return judgements().flatMap(({ requirement, outcome }) => (outcome === 'violated' ? [requirement] : []));
}

describe('an added animal', () => {
  it('is the one that was sent', () => {
    expect(audit(GIVEN)).toEqual([]);
  });

  it.each<[string, Partial<Pet>, string]>([
    ['a name in another case', { name: 'rex' }, 'CREATE-KEEPS-NAME'],
    ['a longer name', { name: 'Rex ' }, 'CREATE-KEEPS-NAME'],
    ['an empty name', { name: '' }, 'CREATE-KEEPS-NAME'],
    ['a rounded category', { categoryId: 2n ** 53n }, 'CREATE-KEEPS-CATEGORY'],
    ['another status', { status: 'available' }, 'CREATE-KEEPS-STATUS'],
    ['no status', { status: undefined }, 'CREATE-KEEPS-STATUS'],
  ])('is not it with %s', (_, change, requirement) => {
    expect(audit({ ...GIVEN, ...change })).toEqual([requirement]);
  });

  it('keeps a name of any characters, and is broken by another form of the same letters', () => {
    const sent = { ...SENT, name: 'Zo\u00eb \u{1F436} <b>&\'"' };
    expect(audit({ ...GIVEN, name: sent.name }, sent)).toEqual([]);
    expect(audit({ ...GIVEN, name: sent.name.normalize('NFD') }, sent)).toEqual(['CREATE-KEEPS-NAME']);
  });

  it.each([undefined, 'available', 'sold'] as const)('sent without a status may become %s', (status) => {
    expect(audit({ ...GIVEN, status }, { ...SENT, status: undefined })).toEqual([]);
  });
});

describe('its id', () => {
  it('is new', () => {
    const fake = fakeRun(petStore());
    fake.run.sightings.seen([pet(6n)], 5);
    expect(audit(GIVEN, SENT, fake)).toEqual([]);
    expect(audit({ ...GIVEN, id: 8n }, SENT, fake, 'x2')).toEqual([]);
  });

  it('is not one that was given before', () => {
    const fake = fakeRun(petStore());
    audit(GIVEN, SENT, fake);
    expect(audit(GIVEN, SENT, fake, 'x2')).toEqual(['CREATE-ID-UNIQUE']);
  });

  it('is not one that another animal was shown with before it was sent', () => {
    const fake = fakeRun(petStore());
    fake.run.sightings.seen([pet(7n)], 9);
    expect(audit(GIVEN, SENT, fake)).toEqual(['CREATE-ID-UNIQUE']);
  });

  it('may be one that a page showed while it was being added', () => {
    const fake = fakeRun(petStore());
    fake.run.sightings.seen([pet(7n)], 10.5);
    expect(audit(GIVEN, SENT, fake)).toEqual([]);
  });

  it('is noted, and the animal is known from then on', () => {
    const fake = fakeRun(petStore());
    audit(GIVEN, SENT, fake);
    expect(fake.run.assignedIds.get(7n)).toBe('x1');
    expect(fake.run.sightings.find(7n)).toMatchObject({ own: true, firstKnownAt: 11 });
  });
});
