import { setTimeout as pause } from 'node:timers/promises';
import { startReference } from '../../src/reference/reference-service.ts';

// Serves the reference service with a latency until the process is killed. Prints its address.

const latency = Number(process.argv[2]);
const service = await startReference({
  seed: 1,
  changes: [
    (base) => ({
      async around(request, next) {
        if (latency > 0) await pause(latency);
        return base.around(request, next);
      },
    }),
  ],
});
process.stdout.write(`${JSON.stringify({ url: service.url, key: service.key })}\n`);
