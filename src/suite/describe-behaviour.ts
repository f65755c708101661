import { isJsonArray, isJsonObject } from './judged-response.ts';
import type { CompleteResponse } from './response.ts';
import type { Pet } from '../contract/pet.ts';

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

/** Counts of matches: on a filtered page, on the unfiltered page of the same limit, and known to be in the catalogue. */
export interface FilterReach {
  readonly filtered: number;
  readonly among: number;
  readonly known: number;
}

/** How far a filter looks: in the whole catalogue, or only among the pets of the page that is given without it. */
export function describeFilterReach({ filtered, among, known }: FilterReach, limit: number): string {
  const wanted = Math.min(limit, known);
  if (wanted <= among) return 'the page without it shows as many matches as could be found, so nothing tells';
  if (filtered >= wanted) return 'it finds matches in the whole catalogue';
  const shown = `${filtered} of ${known} known matches with the limit ${limit}`;
  return filtered > among
    ? `it finds ${shown}, where the page without it shows ${among}`
    : `it finds ${shown}, only among the pets of the page without it`;
}

/** In which order a page stands, as far as its ids and the order of this run's additions tell. */
export function describeOrder(page: readonly Pet[], added: readonly Pet[]): string {
  if (page.length < 3) return 'too few pets to tell';
  const ids = page.map((pet) => pet.id);
  if (isAscending(ids)) return 'by id, ascending';
  if (isAscending(ids.toReversed())) return 'by id, descending';
  const places = new Map(added.map((pet, index) => [pet.id, BigInt(index)]));
  const known = ids.map((id) => places.get(id)).filter((place) => place !== undefined);
  if (known.length >= 3 && isAscending(known)) return 'in the order of addition';
  if (known.length >= 3 && isAscending(known.toReversed())) return 'latest addition first';
  return 'in no order that ids or additions explain';
}

function isAscending(values: readonly bigint[]): boolean {
  return values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
}
