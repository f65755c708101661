import { registerHooks } from 'node:module';

/** How the test runner asks for a module: its path with the time of day, so that it is evaluated anew in every run. */
const TIME_OF_DAY = /(?:%3F|\?)vitest=\d+$/;

const EVALUATION = /\?evaluation=\d+$/;
const SPEC = /\.spec\.[jt]s$/;

/**
 * Gives every evaluation of a module of cases in this thread a name by its number in the place of the time of day, and
 * the specs that it imports the same number. So they are evaluated anew too, and the name is the same in every process:
 * Node's code cache knows them again and does not grow with every run.
 */
export function numberSpecEvaluations(): void {
  const evaluations = new Map<string, number>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (TIME_OF_DAY.test(specifier)) {
        const path = specifier.replace(TIME_OF_DAY, '');
        const number = (evaluations.get(path) ?? 0) + 1;
        evaluations.set(path, number);
        const resolved = nextResolve(path, context);
        return { ...resolved, url: `${resolved.url}?evaluation=${number}` };
      }
      const resolved = nextResolve(specifier, context);
      const [evaluation] = EVALUATION.exec(context.parentURL ?? '') ?? [];
      return evaluation !== undefined && SPEC.test(resolved.url)
        ? { ...resolved, url: `${resolved.url}${evaluation}` }
        : resolved;
    },
  });
}
