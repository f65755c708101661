import type { ServiceSteps, StepChange } from '../src/reference/service-steps.ts';
import type { Fault } from '../src/reference/faults/fault.ts';

/**
 * Watches the faults of one service. A fault is replaced if the service takes every step that the fault changes, and always
 * in the version of another fault: then no client can see it.
 */
export function watchFaults(faults: readonly Pick<Fault, 'id' | 'apply'>[]) {
  const taken = new Set<string>();
  const watched = faults.map(({ id, apply }) => {
    const changed = new Set<string>();
    const called = new Set<string>();
    const change: StepChange = (base, context) => {
      // A composed change also returns the steps that it does not change.
      const steps = Object.entries(apply(base, context)).filter(([name, step]) => Reflect.get(base, name) !== step);
      for (const [name] of steps) changed.add(name);
      return watchSteps(Object.fromEntries(steps), called);
    };
    const isReplaced = (): boolean => called.size === 0 && changed.isSubsetOf(taken);
    return { id, change, isReplaced };
  });
  return {
    /** The changes of the faults, in their order. */
    changes: [...watched.map(({ change }) => change), (base) => watchSteps(base, taken)] as readonly StepChange[],
    /** Ids of the faults that other ones replace, judged by the requests so far. */
    replaced: (): readonly string[] => watched.filter(({ isReplaced }) => isReplaced()).map(({ id }) => id),
  };
}

/** Adds the name of a step to `called` when it is called. */
function watchSteps(steps: Partial<ServiceSteps>, called: Set<string>): Partial<ServiceSteps> {
  const watched = Object.entries(steps).map(([name, step]) => [
    name,
    new Proxy(step, {
      apply(target, self, values) {
        called.add(name);
        return Reflect.apply(target, self, values);
      },
    }),
  ]);
  return Object.fromEntries(watched);
}
