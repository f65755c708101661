/** A value, or a phrase that says why there is none. */
export type Result<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'bad'; readonly problem: string };
