import { isOfKind, keyRejections } from '../conditions.ts';
import { bodyRejections } from '../reply.ts';
import { changeError, changeReply, without } from '../step-changes.ts';
import type { Fault } from './fault.ts';

const always = (): boolean => true;
const isInvalidBody = isOfKind(...bodyRejections);
const isKeyRejected = isOfKind(...keyRejections);
const isUnknownPet = isOfKind('unknown-pet');
const isMalformed = isOfKind('malformed-json');

/** Faults of the Error body (part 7). */
export const errorShapeFaults: readonly Fault[] = [
  {
    id: 'error-message-in-english-only',
    title: 'To a client that asks for another language than English, an Error has no message.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(
      (_rejection, { headers }) => /^(?!en)[a-z]/i.test(headers['accept-language'] ?? ''),
      (error) => without(error, 'message'),
    ),
  },
  {
    id: 'error-in-envelope',
    title: 'Errors are wrapped in an object.',
    breaks: ['ERROR-OBJECT'],
    apply: changeError(always, (error) => ({ error })),
  },
  {
    id: 'unknown-pet-error-in-array',
    title: 'The Error of an unknown pet is in an array.',
    breaks: ['ERROR-OBJECT'],
    apply: changeError(isUnknownPet, (error) => [error]),
  },
  {
    id: 'key-error-as-text',
    title: 'The Error of a rejected key is a JSON string.',
    breaks: ['ERROR-OBJECT'],
    apply: changeError(isKeyRejected, () => 'Unauthorized'),
  },
  {
    id: 'malformed-error-as-text',
    title: 'The Error of malformed JSON is a JSON string.',
    breaks: ['ERROR-OBJECT'],
    apply: changeError(isMalformed, () => 'Bad Request'),
  },
  {
    id: 'unknown-pet-error-null',
    title: 'The body of a 404 is null.',
    breaks: ['ERROR-OBJECT'],
    apply: changeReply(isUnknownPet, (reply) => ({ ...reply, body: null })),
  },
  {
    id: 'error-code-missing',
    title: 'Errors have no code.',
    breaks: ['ERROR-CODE'],
    apply: changeError(always, (error) => without(error, 'code')),
  },
  {
    id: 'error-code-missing-on-get',
    title: 'The Errors of reading a pet have no code.',
    breaks: ['ERROR-CODE'],
    apply: changeError(
      (_rejection, { operation }) => operation === 'getPet',
      (error) => without(error, 'code'),
    ),
  },
  {
    id: 'error-code-number',
    title: 'The code of an Error is a number.',
    breaks: ['ERROR-CODE'],
    apply: changeError(always, (error, { status }) => ({ ...error, code: status })),
  },
  {
    id: 'error-code-null-for-malformed',
    title: 'The code of the Error of malformed JSON is null.',
    breaks: ['ERROR-CODE'],
    apply: changeError(isMalformed, (error) => ({ ...error, code: null })),
  },
  {
    id: 'error-code-missing-for-wrong-key',
    title: 'The Error of a wrong key has no code; that of a missing one has.',
    breaks: ['ERROR-CODE'],
    apply: changeError(isOfKind('key-invalid'), (error) => without(error, 'code')),
  },
  {
    id: 'error-message-missing-for-key',
    title: 'The Error of a rejected key has no message.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(isKeyRejected, (error) => without(error, 'message')),
  },
  {
    id: 'error-message-list-for-body',
    title: 'The message of the Error of an invalid body is an array of texts.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(isInvalidBody, (error, { message }) => ({ ...error, message: [message] })),
  },
  {
    id: 'error-message-null-for-unknown-pet',
    title: 'The message of a 404 is null.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(isUnknownPet, (error) => ({ ...error, message: null })),
  },
  {
    id: 'error-message-object-for-status',
    title: 'The message of the Error of an invalid status is an object.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(isOfKind('invalid-status'), (error, { message }) => ({
      ...error,
      message: { status: message },
    })),
  },
  {
    id: 'error-message-under-another-name',
    title: 'The message of an Error of an empty body is called detail.',
    breaks: ['ERROR-MESSAGE'],
    apply: changeError(isOfKind('empty-body'), (error, { message }) => ({
      ...without(error, 'message'),
      detail: message,
    })),
  },
  {
    id: 'error-status-as-text',
    title: 'The status of an Error is in quotes.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(always, (error, { status }) => ({ ...error, status: String(status) })),
  },
  {
    id: 'error-status-missing',
    title: 'Errors have no status.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(always, (error) => without(error, 'status')),
  },
  {
    id: 'error-status-always-400',
    title: 'The status of every Error is 400.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(always, (error) => ({ ...error, status: 400n })),
  },
  {
    id: 'error-status-500-in-unknown-pet',
    title: 'The status of the Error of a 404 is 500.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(isUnknownPet, (error) => ({ ...error, status: 500n })),
  },
  {
    id: 'error-status-missing-for-malformed',
    title: 'The Error of malformed JSON has no status.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(isMalformed, (error) => without(error, 'status')),
  },
  {
    id: 'error-status-422-for-values',
    title: 'The Error of an invalid value says 422, although its response is 400.',
    breaks: ['ERROR-STATUS'],
    apply: changeError(isOfKind('invalid-name', 'invalid-category'), (error) => ({ ...error, status: 422n })),
  },
];
