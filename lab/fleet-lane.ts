import type { Job } from './fleet.ts';
import { judgeJob } from './judge-job.ts';

// A lane of a fleet: a process that judges one service after another, each when it is told to, until its parent lets it go.

process.on('message', (job: Job) => {
  judgeJob(job).then(
    (judged) => process.send?.(judged),
    (error: unknown) => {
      throw error;
    },
  );
});
