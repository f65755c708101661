/** A value, or a phrase that says why there is none. */
export type Result<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'bad'; readonly problem: string };

/** A value, or every problem with it. */
export type Reading<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** A reading with a value. */
export function ok<Value>(value: Value): Reading<Value> {
  return { kind: 'ok', value };
}

/** The problems of a reading; none if it has a value. */
export function problemsOf(reading: Reading<unknown>): readonly string[] {
  return reading.kind === 'ok' ? [] : reading.problems;
}

/** A reading with problems. */
export function bad(...problems: readonly string[]): Reading<never> {
  return { kind: 'bad', problems };
}
