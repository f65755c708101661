import { describe, expect, it } from 'vitest';
import { proveDeclaredFaults } from '../../../../src/suite/bodies/prove-declared-faults.ts';
import type { BuiltBody, FaultKind } from '../../../../src/suite/bodies/faulty-body.ts';

const VALID = '{"name":"Rex","categoryId":1}';

function built(body: string, more: Partial<BuiltBody> = {}): BuiltBody {
  return { body, kept: {}, repaired: VALID, ...more };
}

function declared(kind: FaultKind, ...faults: readonly string[]) {
  return { id: 'tried', kind, faults };
}

describe('proveDeclaredFaults', () => {
  it.each([
    [built('{"categoryId":1}', { kept: { categoryId: 1n } }), declared('missing', '/name')],
    [built('{"name":1,"categoryId":1}'), declared('wrong-type', '/name')],
    [
      built('{"name":"Rex","categoryId":9223372036854775808}', { kept: { name: 'Rex' } }),
      declared('out-of-range', '/categoryId'),
    ],
    [built('{"name":"Rex","categoryId":1,"status":"Sold"}'), declared('not-in-enumeration', '/status')],
    [built('[]'), declared('not-an-object', '')],
    [built('{'), { ...declared('malformed') }],
    [built(' '), declared('empty')],
    [built('{"Name":"Rex","CategoryId":1}'), declared('misplaced', '/name', '/categoryId')],
    [built('{"name":1,"status":"Sold"}'), declared('several', '/name', '/categoryId', '/status')],
  ])('accepts a body with its declared faults (%#)', (body, fault) => {
    expect(() => proveDeclaredFaults(body, fault)).not.toThrow();
  });

  it.each([
    ['no fault', built(VALID), declared('wrong-type', '/name')],
    ['a second fault', built('{"name":1,"categoryId":"1"}'), declared('wrong-type', '/name')],
    ['a fault elsewhere', built('{"name":"Rex","categoryId":"1"}'), declared('wrong-type', '/name')],
    ['an integer', built('{"name":"Rex","categoryId":12.0}'), declared('wrong-type', '/categoryId')],
    ['one of two missing', built('{"categoryId":1}'), declared('missing', '/name', '/categoryId')],
    ['a mark it does not hold', built('{"categoryId":1}', { kept: { categoryId: 2n } }), declared('missing', '/name')],
    ['an object', built('{}'), declared('not-an-object', '')],
    ['a valid text', built(VALID), declared('malformed')],
    ['an invalid text repaired', built('{', { repaired: '{}' }), declared('malformed')],
    ['one of two faults', built('{"name":1,"categoryId":1}'), declared('several', '/name', '/categoryId')],
    ['something', built('{}'), declared('empty')],
    ['one in its place', built('{"name":"Rex","CategoryId":1}'), declared('misplaced', '/name', '/categoryId')],
  ])('rejects a body with %s', (_, body, fault) => {
    expect(() => proveDeclaredFaults(body, fault)).toThrow(
      /^The body tried does not have exactly its declared fault: /,
    );
  });
});
