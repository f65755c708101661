import type { Answer, Answered } from '../target/answer.ts';
import type { TransportFailure, TransportFailureKind } from '../target/exchange.ts';
import { RAISE_REQUESTS } from './budget.ts';
import type { Obstacle } from './catalogue.ts';
import type { Judge } from './judge.ts';

/** An answer that arrived whole. */
export interface Whole {
  readonly answer: Answer;
  readonly answered: Answered;
}

/**
 * Judges that an answer is whole. What broke on the way without being the service's doing for certain ends the case
 * unsettled. A server error outside the named conditions is a recommended-level finding.
 */
export function auditWhole(judge: Judge, answer: Answer, condition: 'named' | 'open'): Whole {
  const { result } = answer;
  if (result.kind === 'unanswered') return stopUnanswered(judge, answer, result.failure.kind, result.failure.message);
  judge.everyAnswer('ANSWER-COMPLETE', true, {
    expected: 'a whole answer',
    actual: 'a whole answer',
    answers: [answer],
  });
  if (condition === 'open') {
    judge.everyAnswer('ANSWER-NO-SERVER-ERROR', result.status < 500, {
      expected: 'no server error',
      actual: `status ${result.status}`,
      answers: [answer],
    });
  }
  return { answer, answered: result };
}

/** Which requirement a broken answer violates; null where the service may not be to blame. */
const BROKEN_BY_SERVICE: Partial<Record<TransportFailureKind, 'ANSWER-COMPLETE' | 'ANSWER-JSON'>> = {
  'cut-short': 'ANSWER-COMPLETE',
  'not-http': 'ANSWER-COMPLETE',
  undecodable: 'ANSWER-JSON',
};

/** What an operator can do about an answer that never came. */
const SUPPLY: Partial<Record<TransportFailureKind, string>> = {
  refused: 'Start the service, or correct PETSTORE_BASE_URL (--base-url).',
  dns: 'Correct the host name in PETSTORE_BASE_URL (--base-url).',
  tls: 'Give the service a certificate that this machine trusts, or name its authority with --ca (PETSTORE_CA).',
  'connect-timeout': 'See that the service can be reached, or raise --request-timeout (PETSTORE_REQUEST_TIMEOUT).',
  'answer-timeout': 'Raise --request-timeout (PETSTORE_REQUEST_TIMEOUT) if the service is only slow.',
  'body-timeout': 'Raise --request-timeout (PETSTORE_REQUEST_TIMEOUT) if the service is only slow.',
  'closed-before-answer': 'See in the log of the service why it closes connections.',
  'stray-bytes': 'See in the log of the service which answer it sent more bytes for than it had announced.',
  'rate-limited': 'Raise the rate limit for this key, or run with a lower --concurrency (PETSTORE_CONCURRENCY).',
  'run-deadline': 'Raise --deadline (PETSTORE_DEADLINE).',
  interrupted: 'Run again without interrupting.',
  'too-large': 'See what the service sends, or raise --max-body (PETSTORE_MAX_BODY).',
  'head-too-large': 'See what the service sends, or raise --max-head (PETSTORE_MAX_HEAD).',
  'unpacked-too-large': 'See what the service sends, or raise --max-unpacked (PETSTORE_MAX_UNPACKED).',
  'interim-flood': 'See in the log of the service why it sends interim answers and never a final one.',
  'body-reset': 'See that the service gives a length or chunks, or closes its connections without a reset.',
  proxy: 'See that the proxy lets this machine reach the service, or run without --proxy-from-environment.',
  'request-limit': RAISE_REQUESTS,
};

/** Whether a failure is the service's doing for certain, and so a violation. */
export function isBrokenByService(kind: TransportFailureKind): boolean {
  return BROKEN_BY_SERVICE[kind] !== undefined;
}

/** What to supply so that requests are answered. */
export function supplyFor(kind: TransportFailureKind): string | null {
  return SUPPLY[kind] ?? null;
}

/** Why a failure keeps the target from being judged; null where the service is to blame for certain. */
export function obstacleOf({ kind, message }: TransportFailure): Obstacle | null {
  return isBrokenByService(kind) ? null : { reason: message, supply: supplyFor(kind) };
}

function stopUnanswered(judge: Judge, answer: Answer, kind: TransportFailureKind, message: string): never {
  const requirement = BROKEN_BY_SERVICE[kind];
  if (requirement !== undefined) {
    judge.everyAnswer(requirement, false, { expected: 'a whole answer', actual: message, answers: [answer] });
    return judge.stop('The answer did not arrive whole, so there was nothing further to judge.', null, [answer]);
  }
  return judge.stop(message, supplyFor(kind), [answer]);
}
