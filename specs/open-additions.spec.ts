import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { describeAnswer } from '../src/conformance/describe-answer.ts';
import { newPetMembers, newPetText } from '../src/conformance/new-pet-text.ts';
import { rawJson, writeJson } from '../src/contract/json.ts';

// What the contract leaves open of bodies that may add an animal: recorded, and no case can fail the service.

conformanceTest(
  'what an unknown extra field leads to',
  { requirements: ['OPEN-CREATE-FIELDS'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const pet = catalogue.lawfulPet(judge, { status: 'sold' });
    const whole = await client.post(writeJson({ ...newPetMembers(pet), colour: 'blue' }), 'open');
    judge.observe('OPEN-CREATE-FIELDS', {
      expected: 'left open',
      actual: `an unknown field: ${describeAnswer(whole)}`,
      answers: [whole.answer],
    });
  },
);

conformanceTest(
  'what a field that is given twice leads to',
  { requirements: ['OPEN-CREATE-FIELDS'], creates: 1 },
  async ({ client, judge, catalogue }) => {
    const text = newPetText(catalogue.lawfulPet(judge, { status: 'sold' }));
    const whole = await client.post(text.replace('{', '{"name":"cf twice",'), 'open');
    judge.observe('OPEN-CREATE-FIELDS', {
      expected: 'left open',
      actual: `the name given twice: ${describeAnswer(whole)}`,
      answers: [whole.answer],
    });
  },
);

for (const [title, suffix] of [
  ['a zero fraction', '.0'],
  ['an exponent', 'e0'],
] as const) {
  conformanceTest(
    `what a categoryId written with ${title} leads to`,
    { requirements: ['OPEN-CREATE-INTEGER-FORM'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const pet = catalogue.lawfulPet(judge, { status: 'sold' });
      const whole = await client.post(
        writeJson({ ...newPetMembers(pet), categoryId: rawJson(`${pet.categoryId}${suffix}`) }),
        'open',
      );
      judge.observe('OPEN-CREATE-INTEGER-FORM', {
        expected: 'left open',
        actual: `${title}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}

for (const contentType of [
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
]) {
  conformanceTest(
    `what a body labelled ${contentType ?? 'with no media type'} leads to`,
    { requirements: ['OPEN-CREATE-CONTENT-TYPE'], creates: 1 },
    async ({ client, judge, catalogue }) => {
      const text = newPetText(catalogue.lawfulPet(judge, { status: 'sold' }));
      const whole = await client.post(text, 'open', { contentType });
      judge.observe('OPEN-CREATE-CONTENT-TYPE', {
        expected: 'left open',
        actual: `${contentType ?? 'no media type'}: ${describeAnswer(whole)}`,
        answers: [whole.answer],
      });
    },
  );
}
