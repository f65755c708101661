import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectDefaultLimit } from '../../../../src/conformance/expectations/expect-default-limit.ts';
import type { Pet, PetStatus } from '../../../../src/contract/pet.ts';
import type { OutgoingRequest } from '../../../../src/target/answer.ts';
import { court, fakeRun, pet, petStore, type Service } from '../fakes.ts';

const pets = (count: number): Pet[] => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

/** Gives the outcomes of the default limit, and how many requests they took. Of the animals `known` were known before. */
async function tryOn(service: Service, known: readonly Pet[], status?: PetStatus) {
  const fake = fakeRun(service);
  fake.run.sightings.seen(known, 0);
  const { judge, judgements } = court(['LIST-LIMIT-DEFAULT']);
  await expectDefaultLimit(fake.run, createCaseClient(fake.run, judge), judge, status);
  const own = judgements().filter(({ requirement }) => requirement === 'LIST-LIMIT-DEFAULT');
  return { outcomes: own.map(({ outcome }) => outcome), supply: own[0]?.supply, requests: fake.sent.length };
}

/** A service whose default is another one. */
function defaulting(to: number, catalogue: Pet[]): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    const { path } = request;
    const asked = path.includes('limit=') ? path : `${path}${path.includes('?') ? '&' : '?'}limit=${to}`;
    return store({ ...request, path: asked }, serial);
  };
}

describe('leaving out the limit', () => {
  it('is the limit 20, as the catalogue shows that holds more', async () => {
    expect(await tryOn(petStore(pets(25)), pets(25))).toMatchObject({ outcomes: ['satisfied'], requests: 3 });
    expect((await tryOn(petStore(pets(25)), pets(25), 'sold')).outcomes).toEqual(['satisfied']);
  });

  it.each([1, 10, 19, 21, 25])('is not the limit %i', async (limit) => {
    const { outcomes } = await tryOn(defaulting(limit, pets(30)), pets(30));
    expect(outcomes).toContain('violated');
    expect(outcomes).not.toContain('satisfied');
  });

  it('is not proven by a catalogue of 20', async () => {
    const { outcomes, supply } = await tryOn(petStore(pets(20)), pets(20));
    expect(outcomes).toEqual(['not-verified']);
    expect(supply).toContain('PETSTORE_MAX_CREATES');
  });

  it('is not proven where the animals of that status were too few', async () => {
    const known = [
      ...pets(15),
      ...Array.from({ length: 15 }, (_, index) => pet(BigInt(100 + index), { status: 'pending' })),
    ];
    expect((await tryOn(petStore(known), known, 'sold')).outcomes).toEqual(['not-verified']);
    expect((await tryOn(petStore(known), known)).outcomes).toEqual(['satisfied']);
  });

  it('is broken by a difference in a catalogue however small', async () => {
    expect((await tryOn(defaulting(3, pets(5)), pets(5))).outcomes).toEqual(['violated']);
  });
});

/** Adds an animal with every request of some numbers. */
function growing(catalogue: Pet[], grows: (serial: number) => boolean): Service {
  const store = petStore(catalogue);
  return (request: OutgoingRequest, serial: number) => {
    if (grows(serial)) catalogue.push(pet(BigInt(500 + serial)));
    return store(request, serial);
  };
}

describe('while other clients add', () => {
  it('nobody is accused, and it is tried again', async () => {
    const { outcomes, requests } = await tryOn(
      growing(pets(10), (serial) => serial === 2),
      pets(25),
    );
    expect(outcomes).toEqual(['satisfied']);
    expect(requests).toBe(6);
  });

  it('it stays open where it never rests', async () => {
    const { outcomes, requests } = await tryOn(
      growing(pets(1), () => true),
      pets(1),
    );
    expect(outcomes).toEqual(['not-verified']);
    expect(requests).toBeGreaterThan(6);
  });
});
