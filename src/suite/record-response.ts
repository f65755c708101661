import { effectOf } from '../contract/operations.ts';
import { countCharacters } from '../contract/utf8.ts';
import { type ResponseInContext, readBody } from './response-in-context.ts';
import type { CompleteResponse } from './response.ts';
import type { Run } from './run.ts';

/** Records what a response shows of the catalogue. Returns it with what the run knew before. */
export function recordResponse({ known, keys }: Run, response: CompleteResponse): ResponseInContext {
  const body = readBody(response);
  // Keep only the id of the response, not its body.
  const { exchangeId, sentAt, doneAt } = response;
  const { operation, query, petId } = response.request;
  const knownMatches = query === undefined ? 0 : known.countBefore(sentAt, query.status);
  const isOwnPet = petId !== undefined && known.find(petId)?.own === true;
  let idOwner: ResponseInContext['idOwner'] = null;
  if (body.kind === 'page' && body.size !== null) {
    const shown = body.pets.map(({ pet }) => pet);
    const { length: bytes } = response.body;
    const characters = countCharacters(response.body);
    known.pages.recordPage({ query: body.query, size: body.size, bytes, characters, sentAt, doneAt });
    for (const { pet, value } of body.pets)
      if (known.find(pet.id) === undefined) known.pages.recordPet(Buffer.byteLength(JSON.stringify(value)));
    known.recordShown(shown, doneAt, { exchangeId });
    const { limit, status } = body.query;
    const isProof = limit !== undefined && body.size <= limit && knownMatches > limit;
    if (isProof) known.recordProvenLimit(limit, status);
  }
  if (body.kind === 'pet' && body.pet !== null) {
    known.pages.recordPet(response.body.length);
    if (effectOf(operation) === 'adds a pet') idOwner = known.recordAdded(body.pet, sentAt, { exchangeId, doneAt });
    else known.recordShown([body.pet], doneAt, { exchangeId });
  }
  return { response, body, knownMatches, idOwner, isOwnPet, keyWasAccepted: keys.hasAccepted(operation) };
}
