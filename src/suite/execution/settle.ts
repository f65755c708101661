import type { TestableId } from '../../contract/requirements.ts';
import { createApi } from '../api.ts';
import { createScope } from '../case-scope.ts';
import type { Doubt } from '../rules/rule.ts';
import type { Run } from '../run.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/** In how many stages the doubts about a requirement may outlast the settling time. A service may cap its pages, for example. */
const MOST_TIMEOUTS = 2;

/** Resolves the doubts of the catalogue rules: the list promises no moment at which an addition appears (our reading of part 4.1). */
export type Settling = ReturnType<typeof createSettling>;

/** The settling of a run that has sent nothing. */
export function createSettling(run: Run) {
  const timeouts = new Map<TestableId, number>();

  return {
    /** Sends what the doubts ask for until none is left, or those that are left have outlasted the settling time. */
    async settle(isStopped: () => boolean): Promise<void> {
      const endsAt = run.clock.now() + run.configuration.settleTimeout * 1000;
      const givenUp = new Set([...timeouts].flatMap(([id, count]) => (count < MOST_TIMEOUTS ? [] : [id])));
      const doubts = (): readonly Doubt[] =>
        run.history.judge().doubts.filter(({ requirement }) => !givenUp.has(requirement));
      const isDue = ({ notBefore = 0 }: Doubt): boolean => run.clock.now() >= notBefore;
      let pause = FIRST_PAUSE;
      for (let remaining = doubts(); remaining.length > 0 && !isStopped(); remaining = doubts()) {
        const isLate = run.clock.now() >= endsAt;
        const due = remaining.filter(isDue);
        await sendAll(run, due);
        const left = new Set(doubts().flatMap((each) => (isDue(each) ? [each.requirement] : [])));
        // Without a time of its own, a request shows the same from now on.
        const outlasting = due.filter(
          ({ requirement, notBefore }) => isLate && (notBefore === undefined || left.has(requirement)),
        );
        for (const requirement of new Set(outlasting.map((each) => each.requirement))) {
          givenUp.add(requirement);
          timeouts.set(requirement, (timeouts.get(requirement) ?? 0) + 1);
        }
        const next = Math.min(...remaining.map(({ notBefore = 0 }) => notBefore));
        await run.clock.pause(due.length === 0 ? Math.max(FIRST_PAUSE, next - run.clock.now()) : pause);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
    },
  };
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
      const api = createApi(scope);
      // A request without a response leaves the doubt as it is.
      for (const step of steps) await Promise.allSettled(step.map((request) => api.send(request)));
      await scope.finish();
      if (entry.attempt !== 'soak') run.records.caseEnded(entry.caseId);
    }),
  );
}
