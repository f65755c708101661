import { describe, expect, it } from 'vitest';
import { auditError, auditJson, auditPet, auditPets, isJsonMediaType } from '../../../src/conformance/audit-body.ts';
import { documentOf } from '../../support/document-of.ts';
import { answerOf, court, isLeft, type Reply } from './fakes.ts';

describe('the media type', () => {
  it.each([
    [['application/json']],
    [['Application/JSON; charset=utf-8']],
    [['APPLICATION/JSON']],
    [['application/json;charset=UTF-8']],
    [['application/json ; charset="utf-8"']],
    [['application/json;']],
    [[' application/json']],
    [['application/json', 'application/json']],
  ])('%j is JSON', (values) => {
    expect(isJsonMediaType(values)).toBe(true);
  });

  it.each([
    [[]],
    [['']],
    [['application/problem+json']],
    [['text/plain']],
    [['text/json']],
    [['application/jsonp']],
    [['application/json+ld']],
    [['application/x-json']],
    [['xapplication/json']],
    [['application/json charset=utf-8']],
    [['application/json, text/plain']],
    [['text/plain; as=application/json']],
    [['application/json', 'text/plain']],
    [['text/plain', 'application/json']],
    [['application/json', '']],
  ])('%j is not', (values) => {
    expect(isJsonMediaType(values)).toBe(false);
  });
});

/** What `auditJson` makes of a reply: the verdicts, and whether it gave a document. */
function json(reply: Reply): { readonly broken: readonly string[]; readonly read: boolean } {
  const { judge, verdicts } = court();
  const answer = answerOf(reply);
  if (answer.result.kind !== 'answered') throw new Error('The reply of the test is no answer.');
  const document = auditJson(judge, answer, answer.result);
  return { broken: verdicts().filter((verdict) => verdict.endsWith('violated')), read: document !== null };
}

describe('auditJson', () => {
  it.each<[string, Reply]>([
    ['an object', { body: '{}' }],
    ['white space around', { body: ' \r\n\t[1] \n' }],
    ['a parameter in the media type', { body: '{}', headers: { 'content-type': ['Application/JSON; charset=utf-8'] } }],
  ])('accepts %s', (_, reply) => {
    expect(json(reply)).toEqual({ broken: [], read: true });
  });

  it.each<[string, Reply, readonly string[], boolean]>([
    ['another media type', { body: '{}', headers: { 'content-type': ['text/plain'] } }, ['ANSWER-MEDIA-TYPE'], true],
    [
      'two media types',
      { body: '{}', headers: { 'content-type': ['application/json', 'text/html'] } },
      ['ANSWER-MEDIA-TYPE'],
      true,
    ],
    ['no media type', { body: '{}', headers: { 'content-type': [] } }, ['ANSWER-MEDIA-TYPE'], true],
    ['no body', { body: '' }, ['ANSWER-JSON'], false],
    ['trailing text', { body: '{} x' }, ['ANSWER-JSON'], false],
    ['NaN', { body: '{"a":NaN}' }, ['ANSWER-JSON'], false],
    ['a byte-order mark', { body: '\uFEFF{}' }, ['ANSWER-NO-BOM'], true],
    ['a duplicate key', { body: '{"a":1,"a":2}' }, ['ANSWER-UNIQUE-KEYS'], true],
    [
      'everything wrong at once',
      { body: '<html>', headers: { 'content-type': ['text/html'] } },
      ['ANSWER-MEDIA-TYPE', 'ANSWER-JSON'],
      false,
    ],
  ])('reports %s, and nothing else', (_, reply, broken, read) => {
    const result = json(reply);
    expect([...result.broken].sort()).toEqual(broken.map((requirement) => `${requirement} violated`).sort());
    expect(result.read).toBe(read);
  });

  it('points at the key that occurs twice', () => {
    const { judge, judgements } = court();
    const answer = answerOf({ body: '{"a":{"b":1,"b":2}}' });
    if (answer.result.kind === 'answered') auditJson(judge, answer, answer.result);
    expect(judgements().find(({ outcome }) => outcome === 'violated')?.pointer).toBe('/a/b');
  });

  it('leaves the case where the body is nested too deep for the suite, and accuses nobody', async () => {
    const { judge, verdicts, stop } = court();
    const answer = answerOf({ body: '['.repeat(100_000) + ']'.repeat(100_000) });
    const { result } = answer;
    expect(await isLeft(() => result.kind === 'answered' && auditJson(judge, answer, result))).toBe(true);
    expect(stop()).toMatchObject({
      outcome: 'not-verified',
      supply: expect.stringContaining('--max-depth (PETSTORE_MAX_DEPTH)') as string,
    });
    expect(verdicts().filter((verdict) => verdict.endsWith('violated'))).toEqual([]);
  });

  it('reads as deep as the run is told to', () => {
    const { judge, verdicts } = court();
    const answer = answerOf({ body: '['.repeat(300) + ']'.repeat(300) });
    if (answer.result.kind === 'answered') auditJson(judge, answer, { ...answer.result, maxDepth: 300 });
    expect(verdicts()).toContain('ANSWER-JSON satisfied');
  });
});

/** What `auditError` finds broken in the body of an answer of 404. */
function errors(body: string, status = 404): readonly string[] {
  const { judge, verdicts } = court();
  auditError(judge, answerOf({ status, body }), documentOf(body), status);
  return verdicts()
    .filter((verdict) => verdict.endsWith('violated'))
    .map((verdict) => verdict.split(' ')[0] ?? '');
}

describe('auditError', () => {
  it.each([
    '{"code":"not_found","message":"No such animal.","status":404}',
    '{"status":404,"message":"","code":""}',
    '{"code":"a","message":"b","status":404.0}',
    '{"code":"a","message":"b","status":4.04e2}',
    '{"code":"a","message":"b","status":404,"details":{"code":1},"type":null}',
  ])('accepts %s', (body) => {
    expect(errors(body)).toEqual([]);
  });

  it.each([
    ['{"message":"b","status":404}', ['ERROR-CODE']],
    ['{"code":null,"message":"b","status":404}', ['ERROR-CODE']],
    ['{"code":404,"message":"b","status":404}', ['ERROR-CODE']],
    ['{"code":"a","status":404}', ['ERROR-MESSAGE']],
    ['{"code":"a","message":null,"status":404}', ['ERROR-MESSAGE']],
    ['{"code":"a","message":["b"],"status":404}', ['ERROR-MESSAGE']],
    ['{"code":"a","message":"b"}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":null}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":"404"}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":404.5}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":400}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":-404}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":404.0000000000000000001}', ['ERROR-STATUS']],
    ['{"code":"a","message":"b","status":1e999}', ['ERROR-STATUS']],
    ['{"code":1,"message":2,"status":"3"}', ['ERROR-CODE', 'ERROR-MESSAGE', 'ERROR-STATUS']],
    ['{"status":404}', ['ERROR-CODE', 'ERROR-MESSAGE']],
    ['{"error":{"code":"a","message":"b","status":404}}', ['ERROR-OBJECT']],
    ['{}', ['ERROR-OBJECT']],
    ['[]', ['ERROR-OBJECT']],
    ['[{"code":"a","message":"b","status":404}]', ['ERROR-OBJECT']],
    ['null', ['ERROR-OBJECT']],
    ['"not found"', ['ERROR-OBJECT']],
    ['404', ['ERROR-OBJECT']],
  ])('reports %s', (body, broken) => {
    expect([...errors(body)].sort()).toEqual(broken);
  });

  it('holds the status against that of the answer, not against 404', () => {
    const body = '{"code":"a","message":"b","status":401}';
    expect(errors(body, 401)).toEqual([]);
    expect(errors(body, 400)).toEqual(['ERROR-STATUS']);
  });
});

/** What is broken in an animal, and whether it was taken for one. */
function animal(body: string): { readonly broken: readonly string[]; readonly taken: boolean } {
  const { judge, verdicts } = court();
  const taken = auditPet(judge, answerOf({ body }), documentOf(body));
  return {
    broken: verdicts()
      .filter((verdict) => verdict.endsWith('violated'))
      .map((verdict) => verdict.split(' ')[0] ?? ''),
    taken,
  };
}

describe('auditPet', () => {
  it.each([
    '{"id":1,"name":"Rex","categoryId":1}',
    '{"id":0,"name":"","categoryId":-1,"status":"sold"}',
    '{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808,"status":"pending"}',
    '{"id":12.0,"name":"Rex","categoryId":1e1,"status":"available"}',
    '{"id":1,"name":"Rex","categoryId":1,"tags":null,"category":{"id":"x"}}',
  ])('accepts %s', (body) => {
    expect(animal(body)).toEqual({ broken: [], taken: true });
  });

  it.each([
    ['{"name":"Rex","categoryId":1}', ['PET-ID']],
    ['{"id":"1","name":"Rex","categoryId":1}', ['PET-ID']],
    ['{"id":1.5,"name":"Rex","categoryId":1}', ['PET-ID']],
    ['{"id":9223372036854775808,"name":"Rex","categoryId":1}', ['PET-ID']],
    ['{"id":1,"name":null,"categoryId":1}', ['PET-NAME']],
    ['{"id":1,"categoryId":1}', ['PET-NAME']],
    ['{"id":1,"name":"Rex","categoryId":-9223372036854775809}', ['PET-CATEGORY']],
    ['{"id":1,"name":"Rex","categoryId":null}', ['PET-CATEGORY']],
    ['{"id":1,"name":"Rex","categoryId":1,"status":null}', ['PET-STATUS']],
    ['{"id":1,"name":"Rex","categoryId":1,"status":"Sold"}', ['PET-STATUS']],
    ['{"id":1,"name":"Rex","categoryId":1,"status":""}', ['PET-STATUS']],
    ['{"id":"1","name":1,"categoryId":1,"status":1}', ['PET-ID', 'PET-NAME', 'PET-STATUS']],
    ['{"pet":{"id":1,"name":"Rex","categoryId":1}}', ['PET-OBJECT']],
    ['[{"id":1,"name":"Rex","categoryId":1}]', ['PET-OBJECT']],
    ['{}', ['PET-OBJECT']],
    ['null', ['PET-OBJECT']],
    ['1', ['PET-OBJECT']],
  ])('reports %s', (body, broken) => {
    const { broken: found, taken } = animal(body);
    expect([...found].sort()).toEqual(broken);
    expect(taken).toBe(false);
  });
});

/** How many elements a page holds, null where it is none, and what is broken in it, with the place. */
function pets(body: string): { readonly size: number | null; readonly broken: readonly string[] } {
  const { judge, judgements } = court();
  const audited = auditPets(judge, answerOf({ body }), documentOf(body));
  const broken = judgements().filter(({ outcome }) => outcome === 'violated');
  return {
    size: audited?.elements.length ?? null,
    broken: broken.map(({ requirement, pointer }) => `${requirement} ${pointer ?? ''}`),
  };
}

describe('auditPets', () => {
  it.each([
    ['[]', 0],
    ['[{"id":1,"name":"Rex","categoryId":1}]', 1],
    ['[{"id":1,"name":"Rex","categoryId":1},{"id":2,"name":"Tom","categoryId":1,"status":"sold"}]', 2],
  ])('accepts %s', (body, size) => {
    expect(pets(body)).toEqual({ size, broken: [] });
  });

  it.each([
    ['{"pets":[]}', null, ['PETS-ARRAY ']],
    ['null', null, ['PETS-ARRAY ']],
    ['""', null, ['PETS-ARRAY ']],
    ['{}', null, ['PETS-ARRAY ']],
    ['[{"id":1,"name":"Rex","categoryId":1},{"id":"2","name":"Tom","categoryId":1}]', 2, ['PET-ID /1/id']],
    ['[{"id":1,"name":"Rex","categoryId":1,"status":null}]', 1, ['PET-STATUS /0/status']],
    ['[{"id":1,"name":"Rex","categoryId":1},null]', 2, ['PET-OBJECT /1']],
    ['[{"pet":{"id":1,"name":"Rex","categoryId":1}}]', 1, ['PET-OBJECT /0']],
    ['[[]]', 1, ['PET-OBJECT /0']],
    ['[1]', 1, ['PET-OBJECT /0']],
  ])('reports %s', (body, size, broken) => {
    expect(pets(body)).toEqual({ size, broken });
  });
});
