import { expect, it } from 'vitest';
import { BODY_FORMS, formedBody } from '../../../../src/suite/bodies/body-forms.ts';

const BODY = '{"name":"$& Rex","categoryId":9007199254740993}';

const OF_BODIES = BODY_FORMS.filter(({ contentType }) => contentType === undefined);

it.each(OF_BODIES.map((form) => [form.words, form] as const))('a body %s keeps each value', (_words, form) => {
  const written = form.write(BODY, 1);
  expect(form.isFormOf(JSON.parse(written))).toBe(true);
  expect(form.isFormOf(JSON.parse(BODY))).toBe(false);
  expect(written).toContain(BODY.slice(1));
});

it('a form of the Content-Type leaves the body as it is', () => {
  const forms = BODY_FORMS.filter((form) => !OF_BODIES.includes(form));
  expect(forms.map((form) => formedBody(form, BODY, () => 1))).toEqual([
    { body: BODY, contentType: 'application/json; charset=utf-8' },
  ]);
});

it.each(OF_BODIES.map((form) => [form.words, form] as const))('an array holds each pet %s', (_words, form) => {
  let serial = 0;
  const { body } = formedBody(form, `[${BODY},${BODY}]`, () => (serial += 1));
  expect(body).toBe(`[${form.write(BODY, 1)},${form.write(BODY, 2)}]`);
});

it.each(['[]', '["Rex",1]', `[${BODY},1]`])('the array %s is no array of pets', (text) => {
  const [, , inside] = BODY_FORMS;
  if (inside === undefined) throw new Error('There is no third form.');
  expect(formedBody(inside, text, () => 1).body).toBe(`{"pet":${text}}`);
});

it('ids differ', () => {
  const [withId] = BODY_FORMS;
  const ids = [1, 2].map((serial) => JSON.parse(withId?.write(BODY, serial) ?? '').id);
  expect(new Set(ids).size).toBe(2);
});

it.each(['{"name":', '[]', 'null'])('the body %s gets no further members', (body) => {
  const [withId] = BODY_FORMS;
  expect(withId?.write(body, 1)).toBe(body);
});

it.each([
  ['{}', '{"id":1000001}'],
  ['{"name":"Rex"}', '{"id":1000001,"name":"Rex"}'],
])('the object %s lacks an id, and no member of its category', (body, withIdOfItsOwn) => {
  const [withId, snakeCase] = BODY_FORMS;
  expect(withId?.write(body, 1)).toBe(withIdOfItsOwn);
  expect(snakeCase?.write(body, 1)).toBe(body);
});

it('a wrong categoryId stays wrong under its other name', () => {
  const [, snakeCase] = BODY_FORMS;
  expect(snakeCase?.write('{"categoryId":"one"}', 1)).toBe('{"category_id":"one","categoryId":"one"}');
});
