import { describe, expect, it } from 'vitest';
import { proveDeclaredFaults } from '../../../../src/suite/bodies/prove-declared-faults.ts';
import type { BuiltBody, DeclaredFault } from '../../../../src/suite/bodies/faulty-body.ts';

const VALID = '{"name":"Rex","categoryId":1}';

function built(body: string, more: Partial<BuiltBody> = {}): BuiltBody {
  return { body, kept: {}, repaired: VALID, ...more };
}

function declared(requirement: DeclaredFault['requirement'], ...faults: readonly string[]): DeclaredFault {
  return { id: 'tried', requirement, faults };
}

describe('proveDeclaredFaults', () => {
  it.each([
    [built('{"categoryId":1}', { kept: { categoryId: 1n } }), declared('CREATE-REFUSES-MISSING', '/name')],
    [built('{"name":1,"categoryId":1}'), declared('CREATE-REFUSES-NAME-TYPE', '/name')],
    [
      built('{"name":"Rex","categoryId":9223372036854775808}', { kept: { name: 'Rex' } }),
      declared('CREATE-REFUSES-CATEGORY-RANGE', '/categoryId'),
    ],
    [built('{"name":"Rex","categoryId":1,"status":"Sold"}'), declared('CREATE-REFUSES-STATUS-VALUE', '/status')],
    [built('[]'), declared('CREATE-REFUSES-NON-OBJECT', '')],
    [built('{'), { ...declared('CREATE-REFUSES-MALFORMED') }],
    [built(' '), declared('CREATE-REFUSES-EMPTY')],
    [
      built('{"Name":"Rex","CategoryId":1}'),
      { ...declared('CREATE-REFUSES-MISSING', '/name', '/categoryId'), isMisplaced: true } as const,
    ],
    [built('{"name":1,"status":"Sold"}'), declared('CREATE-REFUSES-SEVERAL', '/name', '/categoryId', '/status')],
  ])('accepts a body with its declared faults (%#)', (body, fault) => {
    expect(() => proveDeclaredFaults(body, fault)).not.toThrow();
  });

  it.each([
    ['no fault', built(VALID), declared('CREATE-REFUSES-NAME-TYPE', '/name')],
    ['a second fault', built('{"name":1,"categoryId":"1"}'), declared('CREATE-REFUSES-NAME-TYPE', '/name')],
    ['a fault elsewhere', built('{"name":"Rex","categoryId":"1"}'), declared('CREATE-REFUSES-NAME-TYPE', '/name')],
    ['an integer', built('{"name":"Rex","categoryId":12.0}'), declared('CREATE-REFUSES-CATEGORY-TYPE', '/categoryId')],
    ['one of two missing', built('{"categoryId":1}'), declared('CREATE-REFUSES-MISSING', '/name', '/categoryId')],
    [
      'a mark it does not hold',
      built('{"categoryId":1}', { kept: { categoryId: 2n } }),
      declared('CREATE-REFUSES-MISSING', '/name'),
    ],
    ['an object', built('{}'), declared('CREATE-REFUSES-NON-OBJECT', '')],
    ['a valid text', built(VALID), declared('CREATE-REFUSES-MALFORMED')],
    ['an invalid text repaired', built('{', { repaired: '{}' }), declared('CREATE-REFUSES-MALFORMED')],
    [
      'one of two faults',
      built('{"name":1,"categoryId":1}'),
      declared('CREATE-REFUSES-SEVERAL', '/name', '/categoryId'),
    ],
    ['something', built('{}'), declared('CREATE-REFUSES-EMPTY')],
    [
      'one in its place',
      built('{"name":"Rex","CategoryId":1}'),
      { ...declared('CREATE-REFUSES-MISSING', '/name', '/categoryId'), isMisplaced: true } as const,
    ],
  ])('rejects a body with %s', (_, body, fault) => {
    expect(() => proveDeclaredFaults(body, fault)).toThrow(
      /^The body tried does not have exactly its declared fault: /,
    );
  });
});
