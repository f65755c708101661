import { expect, it } from 'vitest';
import { readExamples } from '../../lab/detection-record.ts';
import { judgeJob } from '../../lab/judge-job.ts';
import { fleetServices } from '../../lab/services.ts';
import { drawExample, exampleJob } from '../../lab/violation-examples.ts';

it('docs/violations.json agrees with a current run: otherwise run npm run detect -- --examples', async () => {
  const recorded = readExamples()['ERROR-CODE'];
  const service = fleetServices.find(({ id }) => id === recorded?.service);
  if (service === undefined) throw new Error('docs/violations.json has no example of ERROR-CODE.');
  const { report } = await judgeJob(exampleJob(service));
  expect(report === null ? null : drawExample('ERROR-CODE', service.id, report)).toEqual(recorded);
});
