import { auditError, auditJson } from './audit-body.ts';
import type { Whole } from './audit-transport.ts';
import type { Judge } from './judge.ts';

/** Judges the Error of an answer that refuses with the status it should have; a 401 names its challenge (RFC 9110 section 11.6.1). */
export function judgeError(judge: Judge, { answer, answered }: Whole, status: 400 | 401 | 404): void {
  if (status === 401) {
    const challenge = answered.headers.get('www-authenticate') ?? [];
    judge.everyAnswer('AUTH-CHALLENGE', challenge.length > 0, {
      expected: 'a WWW-Authenticate header',
      actual: challenge.length > 0 ? `WWW-Authenticate: ${challenge.join(', ')}` : 'no WWW-Authenticate header',
      answers: [answer],
    });
  }
  const document = auditJson(judge, answer, answered);
  if (document !== null) auditError(judge, answer, document, status);
}
