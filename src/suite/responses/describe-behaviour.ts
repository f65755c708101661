import { isJsonArray, isJsonObject } from '../../contract/json.ts';
import { type CompleteResponse, describeStatus, NO_STATUS } from './response.ts';
import type { Pet } from '../../contract/pet.ts';

/** Describes a response for the behaviour profile: its status and the kind of its body, without text from the service. */
export function describeResponse(response: CompleteResponse): string {
  if (response.status === NO_STATUS) return describeStatus(response);
  return `${response.status} ${describeBody(response)}`;
}

/** The code of an Error in quotes, or the fact that there is none. */
export function describeErrorCode(response: CompleteResponse): string {
  const reading = response.json();
  if (reading.kind !== 'json' || !isJsonObject(reading.document.value)) return 'no Error';
  const code = reading.document.value['code'];
  return typeof code === 'string' ? `${JSON.stringify(code.slice(0, 60))}${code.length > 60 ? '…' : ''}` : 'no code';
}

function describeBody({ body, json }: CompleteResponse): string {
  if (body.length === 0) return 'without a body';
  const reading = json();
  if (reading.kind !== 'json')
    return reading.reason === 'too-complex' ? 'with a body too complex to be read' : 'with a body that is not JSON';
  const { value } = reading.document;
  if (isJsonArray(value)) return `with an array of ${value.length}`;
  if (isJsonObject(value)) return typeof value['code'] === 'string' ? 'with an Error' : 'with an object';
  return 'with another JSON value';
}

/** How many matches are on the filtered page, on the unfiltered page with the same limit, and known in the catalogue. */
type FilterReach = Readonly<Record<'filtered' | 'among' | 'known', number>>;

/** Describes whether a filter searches the whole catalogue, or only the pets of the unfiltered page. */
export function describeFilterReach({ filtered, among, known }: FilterReach, limit: number): string {
  const wanted = Math.min(limit, known);
  if (wanted <= among) return 'undecided, since the unfiltered page shows every match that could be found';
  if (filtered >= wanted) return 'the filter finds matches in the whole catalogue';
  const shown = `${filtered} of ${known} known matches with limit=${limit}`;
  return filtered > among
    ? `the filter finds ${shown}; the unfiltered page shows ${among}`
    : `the filter finds ${shown}, all on the unfiltered page`;
}

/** Describes the order of a page, compared with its ids and the order of this run's additions. */
export function describeOrder(page: readonly Pet[], added: readonly Pet[]): string {
  if (page.length < 3) return 'undecided, with fewer than three pets';
  const ids = page.map((pet) => pet.id);
  if (isAscending(ids)) return 'by id, ascending';
  if (isAscending(ids.toReversed())) return 'by id, descending';
  const places = new Map(added.map((pet, index) => [pet.id, BigInt(index)]));
  const known = ids.map((id) => places.get(id)).filter((place) => place !== undefined);
  if (known.length >= 3 && isAscending(known)) return 'by addition, oldest first';
  if (known.length >= 3 && isAscending(known.toReversed())) return 'by addition, newest first';
  return 'neither by id nor by addition';
}

function isAscending(values: readonly bigint[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
}
