import { type Json, field, isJsonObject } from '../json-value.ts';

/** The text that a body has under a name, where it has one. */
export function textOf(body: Json, name: string): string | undefined {
  const value = isJsonObject(body) ? field(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The integer that a body has under a name, where it has one, wrapped into int64. */
export function integerOf(body: Json, name: string): bigint | undefined {
  const value = isJsonObject(body) ? field(body, name) : undefined;
  return typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined;
}
