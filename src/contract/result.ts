/** A value, or everything that is wrong with it: one or more sentences or phrases. */
export type Result<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** A result with a value. */
export function ok<Value>(value: Value): Result<Value> {
  return { kind: 'ok', value };
}

/** The problems of a result; none if it has a value. */
export function problemsOf(result: Result<unknown>): readonly string[] {
  return result.kind === 'ok' ? [] : result.problems;
}

/** A result with problems. */
export function bad(...problems: readonly string[]): Result<never> {
  return { kind: 'bad', problems };
}
