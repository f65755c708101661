import { registerHooks } from 'node:module';

/** How the test runner asks for a module: its path with the time of day, so that it is evaluated anew in every run. */
const TIME_OF_DAY = /(?:%3F|\?)vitest=\d+$/;

/**
 * Gives every evaluation of the module of all cases in this thread a name by its number in the place of the time of day. So
 * it is evaluated anew too, and the name is the same in every process: Node's code cache knows it again and does not grow
 * with every run. The specs that it loads are not evaluated again.
 */
export function numberEvaluations(): void {
  const evaluations = new Map<string, number>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!TIME_OF_DAY.test(specifier)) return nextResolve(specifier, context);
      const path = specifier.replace(TIME_OF_DAY, '');
      const number = (evaluations.get(path) ?? 0) + 1;
      evaluations.set(path, number);
      const resolved = nextResolve(path, context);
      return { ...resolved, url: `${resolved.url}?evaluation=${number}` };
    },
  });
}
