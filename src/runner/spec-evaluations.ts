import { registerHooks } from 'node:module';

/** How the test runner asks for a spec: its path with the time of day, so that it is evaluated anew in every run. */
const TIME_OF_DAY = /(?:%3F|\?)vitest=\d+$/;

/**
 * Gives every evaluation of a spec in this thread a name by its number in the place of the time of day: the name is the
 * same in every process, so that Node's code cache knows the spec again and does not grow with every run.
 */
export function numberSpecEvaluations(): void {
  const evaluations = new Map<string, number>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!TIME_OF_DAY.test(specifier)) return nextResolve(specifier, context);
      const spec = specifier.replace(TIME_OF_DAY, '');
      const number = (evaluations.get(spec) ?? 0) + 1;
      evaluations.set(spec, number);
      const resolved = nextResolve(spec, context);
      return { ...resolved, url: `${resolved.url}?evaluation=${number}` };
    },
  });
}
