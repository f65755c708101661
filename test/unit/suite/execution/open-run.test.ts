import { expect, it } from 'vitest';
import { createViolationPublisher, type LiveEvent } from '../../../../src/suite/execution/open-run.ts';

it('each violated requirement is published once', () => {
  const events: LiveEvent[] = [];
  const publishViolation = createViolationPublisher((each) => events.push(each));
  for (const requirement of ['GET-OK', 'LIST-COMPLETE', 'GET-OK', 'LIST-COMPLETE']) publishViolation(requirement);
  expect(events).toEqual([
    { type: 'violated', requirement: 'GET-OK' },
    { type: 'violated', requirement: 'LIST-COMPLETE' },
  ]);
});

it.each([
  ['a recommended requirement', 'AUTH-CHALLENGE'],
  ['behaviour that is only observed', 'OPEN-LIST-ORDER'],
  ['an unknown requirement', 'NO-SUCH-ID'],
])('%s is not published', (_, requirement) => {
  const events: LiveEvent[] = [];
  const publishViolation = createViolationPublisher((each) => events.push(each));
  publishViolation(requirement);
  expect(events).toEqual([]);
});
