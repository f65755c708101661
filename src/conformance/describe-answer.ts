import { readJson } from '../contract/json.ts';
import { isJsonArray, isJsonObject } from './audit-body.ts';
import type { Answered } from '../target/answer.ts';
import type { Whole } from './audit-transport.ts';

/** An answer in a few words, for the behaviour profile: its status, and the kind of its body. Holds no text of the service. */
export function describeAnswer({ answered }: Whole): string {
  return `${answered.status} ${describeBody(answered)}`;
}

/** The code of an Error as the service spells it, in quotes; or that there is none. */
export function describeErrorCode({ answered }: Whole): string {
  const reading = readJson(answered.body, answered.maxDepth);
  if (reading.kind !== 'json' || !isJsonObject(reading.document.value)) return 'no Error';
  const code = reading.document.value['code'];
  return typeof code === 'string' ? JSON.stringify(code.slice(0, 60)) : 'no code';
}

function describeBody({ body, maxDepth }: Answered): string {
  if (body.length === 0) return 'without a body';
  const reading = readJson(body, maxDepth);
  if (reading.kind !== 'json') {
    return reading.reason === 'too-deep' ? 'with a body nested too deep to be read' : 'with a body that is not JSON';
  }
  const { value } = reading.document;
  if (isJsonArray(value)) return `with an array of ${value.length}`;
  if (isJsonObject(value)) return typeof value['code'] === 'string' ? 'with an Error' : 'with an object';
  return 'with another JSON value';
}
