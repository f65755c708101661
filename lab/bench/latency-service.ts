import { setTimeout as pause } from 'node:timers/promises';
import { startReference } from '../../src/reference/reference-service.ts';

// The reference service as it would be so many milliseconds away, until the process is killed. Prints where it is.

const latency = Number(process.argv[2]);
const service = await startReference({
  seed: 1,
  variants: [
    (base) => ({
      async around(request, next) {
        if (latency > 0) await pause(latency);
        return base.around(request, next);
      },
    }),
  ],
});
process.stdout.write(`${JSON.stringify({ url: service.url, key: service.key })}\n`);
