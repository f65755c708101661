import { isJsonArray, isJsonObject } from './judged-response.ts';
import type { CompleteResponse } from './response.ts';

/** A response in a few words, for the behaviour profile: its status, and the kind of its body. Holds no text of the service. */
export function describeResponse(response: CompleteResponse): string {
  return `${response.status} ${describeBody(response)}`;
}

/** The code of an Error as the service spells it, in quotes; or that there is none. */
export function describeErrorCode(response: CompleteResponse): string {
  const reading = response.json();
  if (reading.kind !== 'json' || !isJsonObject(reading.document.value)) return 'no Error';
  const code = reading.document.value['code'];
  return typeof code === 'string' ? JSON.stringify(code.slice(0, 60)) : 'no code';
}

function describeBody({ body, json }: CompleteResponse): string {
  if (body.length === 0) return 'without a body';
  const reading = json();
  if (reading.kind !== 'json')
    return reading.reason === 'too-deep' ? 'with a body nested too deep to be read' : 'with a body that is not JSON';
  const { value } = reading.document;
  if (isJsonArray(value)) return `with an array of ${value.length}`;
  if (isJsonObject(value)) return typeof value['code'] === 'string' ? 'with an Error' : 'with an object';
  return 'with another JSON value';
}
