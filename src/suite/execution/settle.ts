import { createApi } from '../api.ts';
import { createScope } from '../case-scope.ts';
import type { Doubt } from '../rules/rule.ts';
import type { Run } from '../run.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/** Resolves the doubts of the catalogue rules: the list promises no moment at which an addition appears (our reading of part 4.1). */
export interface Settling {
  /** Sends what the doubts ask for until none is left, or each was sent once after the settling time. */
  readonly settle: (isStopped: () => boolean) => Promise<void>;
}

/** How many settling times a stage waits at most: each further page may raise a doubt that is due later. */
const MOST_SETTLING_TIMES = 3;
/** How often the doubts about a requirement may outlast the settling time. A service may cap its pages, for example. */
const MOST_TIMEOUTS = 2;

/** The settling of a run that has sent nothing. */
export function createSettling(run: Run): Settling {
  const exhausted = new Set<string>();
  const timeouts = new Map<string, number>();
  const isOpen = (each: Doubt): boolean =>
    !exhausted.has(keyOf(each)) && (timeouts.get(each.requirement) ?? 0) < MOST_TIMEOUTS;

  return {
    async settle(isStopped) {
      const settlingTime = run.configuration.settleTimeout * 1000;
      const startedAt = run.now();
      let pause = FIRST_PAUSE;
      for (;;) {
        const open = run.judgeHistory().doubts.filter(isOpen);
        const waited = run.now() - startedAt;
        if (open.length === 0 || isStopped() || waited > MOST_SETTLING_TIMES * settlingTime) return;
        const isLast = waited >= settlingTime;
        const due = open.filter(({ notBefore = 0 }) => run.now() >= notBefore);
        await sendAll(run, due);
        if (isLast) for (const each of due) exhausted.add(keyOf(each));
        if (isLast && due.length === open.length) {
          const left = new Set(run.judgeHistory().doubts.map(({ requirement }) => requirement));
          for (const requirement of left) timeouts.set(requirement, (timeouts.get(requirement) ?? 0) + 1);
          return;
        }
        const next = Math.min(...open.map(({ notBefore = 0 }) => notBefore));
        await run.pause(due.length === 0 ? Math.max(FIRST_PAUSE, next - run.now()) : pause);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
    },
  };
}

function keyOf({ requirement, entry }: Doubt): string {
  return `${requirement} ${entry.exchangeId}`;
}

/** Sends what some doubts ask for. Doubts that ask for the same share the requests. */
async function sendAll(run: Run, doubts: readonly Doubt[]): Promise<void> {
  const sent = new Set<string>();
  await Promise.all(
    doubts.map(async ({ entry, steps }) => {
      const key = steps.map((step) => step.map(({ path }) => path).join()).join('\n');
      if (sent.has(key)) return;
      sent.add(key);
      const scope = createScope(run, { caseId: entry.caseId, attempt: entry.attempt, isShared: true });
      const api = createApi(run, scope);
      // A request without a response leaves the doubt open.
      for (const step of steps) await Promise.allSettled(step.map((request) => api.send(request)));
      await scope.finish();
      if (entry.attempt !== 'soak') run.records.caseEnded(entry.caseId);
    }),
  );
}
