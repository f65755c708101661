import type { NewPet, Pet } from '../contract/pet.ts';
import type { Answer } from '../target/answer.ts';
import type { Judge } from './judge.ts';
import type { Run } from './run.ts';

/** Judges that the answer to an accepted NewPet is the animal that was sent, under an id of its own (part 4.2). */
export function auditAdded(run: Run, judge: Judge, answer: Answer, sent: NewPet, pet: Pet): void {
  judge.everyAnswer('CREATE-KEEPS-NAME', pet.name === sent.name, {
    expected: `the name ${shown(sent.name)}`,
    actual: `the name ${shown(pet.name)}`,
    pointer: '/name',
    answers: [answer],
  });
  judge.everyAnswer('CREATE-KEEPS-CATEGORY', pet.categoryId === sent.categoryId, {
    expected: `the categoryId ${sent.categoryId}`,
    actual: `the categoryId ${pet.categoryId}`,
    pointer: '/categoryId',
    answers: [answer],
  });
  if (sent.status !== undefined) {
    judge.everyAnswer('CREATE-KEEPS-STATUS', pet.status === sent.status, {
      expected: `the status ${sent.status}`,
      actual: pet.status === undefined ? 'no status' : `the status ${pet.status}`,
      pointer: '/status',
      answers: [answer],
    });
  }
  judgeId(run, judge, answer, pet);
  run.sightings.added(pet, answer.doneAt);
}

function judgeId(run: Run, judge: Judge, answer: Answer, pet: Pet): void {
  const earlier = run.assignedIds.get(pet.id);
  const known = run.sightings.find(pet.id);
  const taken = earlier !== undefined || (known !== undefined && known.firstKnownAt < answer.sentAt);
  judge.everyAnswer('CREATE-ID-UNIQUE', !taken, {
    expected: 'an id that no other animal has',
    actual: taken ? `the id ${pet.id}, which another animal had before` : `the new id ${pet.id}`,
    pointer: '/id',
    answers: [answer, ...(earlier === undefined ? [] : [{ exchangeId: earlier }])],
  });
  run.assignedIds.set(pet.id, answer.exchangeId);
}

/** A text as JSON shows it, cut after 60 characters. */
function shown(text: string): string {
  const json = JSON.stringify(text);
  return json.length <= 60 ? json : `${json.slice(0, 60)}… (${text.length} characters)`;
}
