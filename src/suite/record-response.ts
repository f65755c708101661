import { effectOf } from '../contract/operations.ts';
import { pageLimit } from './api-request.ts';
import { type JudgedResponse, readBody } from './judged-response.ts';
import { type CompleteResponse, type Evidence, rejectsKey } from './response.ts';
import type { Run } from './run.ts';

/**
 * Records whether the operation accepted the key. Returns its earlier rejections of the key, which become violations as soon as
 * the operation accepts it.
 */
export function recordKeyAcceptance({ keys }: Run, response: CompleteResponse): readonly Evidence[] {
  const { operation } = response.request;
  if (!rejectsKey(response)) return keys.recordAccepted(operation);
  if (!keys.hasAccepted(operation)) keys.recordRejected(operation, { exchangeId: response.exchangeId });
  return [];
}

/** Records what a response shows of the catalogue. Returns it with what the run knew before. */
export function recordResponse({ known, keys }: Run, response: CompleteResponse): JudgedResponse {
  const body = readBody(response);
  // Keep only the id of the response, not its body.
  const { exchangeId, doneAt } = response;
  const { operation, query, petId } = response.request;
  const knownMatches = query === undefined ? 0 : known.countBefore(response.sentAt, query.status);
  const isOwnPet = petId !== undefined && known.find(petId)?.own === true;
  let idOwner: JudgedResponse['idOwner'] = null;
  if (body.kind === 'page' && body.size !== null) {
    const limit = pageLimit(body.query);
    const shown = body.pets.map(({ pet }) => pet);
    const isUnfiltered = body.query.status === undefined;
    const asksForMore = isUnfiltered && body.query.limit !== undefined && body.size < limit;
    const isShort = asksForMore && known.countListedBefore(response.sentAt) > limit;
    known.pages.recordPage({ size: body.size, bytes: response.body.length }, limit, isShort);
    for (const { pet, value } of body.pets)
      if (known.find(pet.id) === undefined) known.pages.recordPet(Buffer.byteLength(JSON.stringify(value)));
    known.recordShown(shown, doneAt, { exchangeId });
    if (isUnfiltered) known.recordListed(shown, doneAt);
    const isProof = body.query.limit !== undefined && body.size <= limit && knownMatches > limit;
    if (isProof) known.recordProvenLimit(limit, body.query.status);
  }
  if (body.kind === 'pet' && body.pet !== null) {
    known.pages.recordPet(response.body.length);
    if (effectOf(operation) === 'adds a pet')
      idOwner = known.recordAdded(body.pet, response.sentAt, { exchangeId, doneAt });
    else known.recordShown([body.pet], doneAt, { exchangeId });
  }
  return { response, body, knownMatches, idOwner, isOwnPet, keyWasAccepted: keys.hasAccepted(operation) };
}
