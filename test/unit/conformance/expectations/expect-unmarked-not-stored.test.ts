import { describe, expect, it } from 'vitest';
import { createCaseClient } from '../../../../src/conformance/case-client.ts';
import { expectUnmarkedNotStored } from '../../../../src/conformance/expectations/expect-unmarked-not-stored.ts';
import { unmarkedBodies } from '../../../../src/conformance/one-fault-case.ts';
import type { Pet } from '../../../../src/contract/pet.ts';
import { court, fakeRun, pet, petStore, refusal, type Service } from '../fakes.ts';

const BODIES = [
  { title: 'the body is an empty array', body: '[]' },
  { title: 'the body is null', body: 'null' },
];
const NAMED = { body: '{"name":"Known by name","categoryId":1,"status":"lost"}', name: 'Known by name' };
const others = (count: number): Pet[] => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

/** A service that refuses every body, and does something else with each request before. */
function refusing(catalogue: Pet[], also: (body: string | null, serial: number) => void): Service {
  const store = petStore(catalogue);
  return (request, serial) => {
    also(request.method === 'POST' ? String(request.body) : null, serial);
    return request.method === 'POST' ? refusal(400) : store(request, serial);
  };
}

async function tryOn(service: Service, bodies = BODIES) {
  const fake = fakeRun(service);
  const { judge, judgements } = court(['CREATE-REFUSED-NOT-STORED']);
  await expectUnmarkedNotStored(fake.run, createCaseClient(fake.run, judge), judge, bodies, () => NAMED);
  const own = judgements().filter(({ requirement }) => requirement === 'CREATE-REFUSED-NOT-STORED');
  return { outcomes: own.map(({ outcome }) => outcome), actual: own[0]?.actual, requests: fake.sent.length };
}

describe('refused bodies without a mark', () => {
  it('leave nothing where the page after them shows the same animals', async () => {
    expect(await tryOn(refusing(others(5), () => undefined))).toMatchObject({ outcomes: ['satisfied'], requests: 4 });
    expect((await tryOn(refusing([], () => undefined))).outcomes).toEqual(['satisfied']);
  });

  it('leave an animal where the same one appears each time that one of them is sent', async () => {
    const catalogue = others(5);
    const { outcomes, actual } = await tryOn(
      refusing(catalogue, (body, serial) => {
        if (body === 'null') catalogue.push(pet(BigInt(100 + serial), { name: '', categoryId: 0n }));
      }),
    );
    expect(outcomes).toEqual(['violated']);
    expect(actual).toContain('the body is null');
  });

  it('leave an animal also where one without a name is stored for every refused body', async () => {
    const catalogue = others(5);
    const { outcomes } = await tryOn(
      refusing(catalogue, (body, serial) => {
        if (body !== null) catalogue.push(pet(BigInt(100 + serial), { name: '', categoryId: 0n }));
      }),
    );
    expect(outcomes).toEqual(['violated']);
  });

  it('are not taken for a body with a name that is stored', async () => {
    const catalogue = others(5);
    const { outcomes } = await tryOn(
      refusing(catalogue, (body, serial) => {
        if (body === NAMED.body) catalogue.push(pet(BigInt(100 + serial), { name: NAMED.name }));
        if (body === '[]') catalogue.push(pet(BigInt(500 + serial), { name: 'A default' }));
      }),
    );
    expect(outcomes).toEqual(['violated']);
  });

  it.each<[string, (serial: number, body: string | null) => boolean]>([
    ['with every request', () => true],
    ['with every third request', (serial: number) => serial % 3 === 0],
    ['with every fourth request', (serial: number) => serial % 4 === 0],
    ['with every body', (_serial: number, body: string | null) => body !== null],
    ['once', (serial: number) => serial === 2],
  ])('are not accused where another client adds %s', async (_, adds) => {
    const catalogue = others(5);
    const { outcomes } = await tryOn(
      refusing(catalogue, (body, serial) => {
        if (adds(serial, body)) catalogue.push(pet(BigInt(100 + serial)));
      }),
    );
    expect(outcomes).toEqual(['not-applicable']);
  });

  it('are not accused where other animals appear beside them by chance', async () => {
    const catalogue = others(5);
    const { outcomes } = await tryOn(
      refusing(catalogue, (body, serial) => {
        if (body === 'null') catalogue.push(pet(BigInt(100 + serial), { name: `Stranger ${serial}` }));
      }),
    );
    expect(outcomes).toEqual(['not-applicable']);
  });

  it('tell nothing in a catalogue that no page holds', async () => {
    expect((await tryOn(refusing(others(120), () => undefined))).outcomes).toEqual(['not-applicable']);
  });
});

describe('the bodies without a mark', () => {
  it('are more where the category of a body is not its own', () => {
    const bodies = unmarkedBodies(true).map(({ body }) => body);
    expect(bodies).toEqual(expect.arrayContaining(['{}', '[]', 'null', '']));
    expect(unmarkedBodies(false).length).toBeGreaterThan(bodies.length);
  });
});
