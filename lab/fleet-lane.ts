import type { Job } from './fleet.ts';
import { judgeJob } from './judge-job.ts';

// A lane of a fleet. This process judges each service that its parent sends, until the parent ends it.

process.on('message', (job: Job) => {
  judgeJob(job).then(
    (judged) => process.send?.(judged),
    (error: unknown) => {
      throw error;
    },
  );
});
