import { type Job, runFleet } from './fleet.ts';
import { jobFor, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/** Judges services of the fleet, each by the cases that are chosen for it, and reports each as it ends. */
export async function judgeServices(
  judged: readonly FleetService[],
  casesFor: (service: FleetService) => Job['cases'],
  done: (service: FleetService, summary: Summary) => void,
): Promise<void> {
  const byId = new Map(judged.map((service) => [service.id, service]));
  await runFleet(
    judged.map((service) => jobFor(service, casesFor(service))),
    ({ summary }) => {
      const service = byId.get(summary.id);
      if (service !== undefined) done(service, summary);
    },
  );
}
