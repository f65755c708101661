import { expect, it } from 'vitest';
import { createScope } from '../../../src/suite/case-scope.ts';
import { createTools } from '../../../src/suite/case-tools.ts';
import { fakeRun, pet } from './fakes.ts';
import { read } from './rules/histories.ts';

it('a service uses HTTP/1.0 if one response had it', () => {
  const { run } = fakeRun(() => ({}));
  const tools = createTools(createScope(run, { caseId: 'some/case', attempt: 'first' }));
  run.history.append(read(1n, pet(1n)));
  expect(tools.run.usesHttp10()).toBe(false);
  run.history.append(read(1n, pet(1n), { httpVersion: '1.0' }));
  expect(tools.run.usesHttp10()).toBe(true);
});
