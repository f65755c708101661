import { integerIn } from '../contract/exact-integer.ts';
import { operationRoute, operations } from '../contract/operations.ts';
import { readPet } from '../contract/pet.ts';
import { validate } from '../contract/validation.ts';
import { type CaseScope, stopTooComplex } from './case-scope.ts';
import { describeResponse } from './responses/describe-behaviour.ts';
import { meantIds } from './responses/inner-values.ts';
import { petIn } from './responses/read-body.ts';
import { type CompleteResponse, headOf, isSuccess, type ShownPage, type ShownPet } from './responses/response.ts';

/** Reads responses for a case. */
export type ResponseReader = ReturnType<typeof createResponseReader>;

/** Reads what responses show, and ends the case if one shows nothing that it can go on with. */
export function createResponseReader(scope: CaseScope) {
  return {
    /** The page in a response. Ends the case if there is none, so a case calls it also to say why its rules got no page. */
    pageOf(response: CompleteResponse): ShownPage {
      const { content } = response;
      if (content.kind !== 'page' || content.page === null) return stopUnusable(scope, response, 'page of pets');
      return { ...content.page, response: headOf(response) };
    },
    /** The valid pet in a response. Ends the case if there is none. */
    petOf(response: CompleteResponse): ShownPet {
      const pet = petIn(response.content);
      return pet === null ? stopUnusable(scope, response, 'pet') : { pet, response: headOf(response) };
    },
    /** Whether a response is a success whose object has exactly this id, valid or not: a pet may have the id. */
    mayShowPet(response: CompleteResponse, id: bigint): boolean {
      const document = documentOf(scope, response);
      return document !== null && (integerIn(document, document.value, 'id') === id || meantIds(document).includes(id));
    },
    /** Whether a response holds a pet with exactly this id. Ends the case if the body is too complex to be read. */
    showsPet(response: CompleteResponse, id: bigint): boolean {
      if (petIn(response.content)?.id === id) return true;
      const document = documentOf(scope, response);
      return document !== null && validate('pet', document).length === 0 && readPet(document).id === id;
    },
  };
}

/** The JSON of a successful read; null if there is none. Ends the case if it is too complex to be read. */
function documentOf(scope: CaseScope, response: CompleteResponse) {
  if (response.status !== operations.getPet.success) return null;
  const reading = response.json();
  if (reading.kind === 'json') return reading.document;
  return reading.reason === 'too-complex' ? stopTooComplex(scope, response, reading.problem) : null;
}

function stopUnusable(scope: CaseScope, response: CompleteResponse, wanted: string): never {
  const { operation, method, expects } = response.request;
  const request = operation === 'other' ? method : operationRoute(operation);
  // A success under another status would do, if it showed what the case needs.
  const reason =
    expects.includes(response.status) || isSuccess(response)
      ? `${request} got ${describeResponse(response)}, which shows no ${wanted}, so the case could not continue.`
      : `${request} got status ${response.status} instead of ${expects.join(' or ')}, so the case could not continue.`;
  // Others may have removed a pet since it was known.
  const isGone = operation === 'getPet' && response.status === 404;
  return scope.stopNotVerified(isGone ? reason : { reason, cause: 'wrong-response' }, [response]);
}
