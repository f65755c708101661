import { rejectsKey } from '../responses/response.ts';
import { isWrongKey } from '../keys/credentials.ts';
import { showsKey } from '../knowledge.ts';
import type { Catalogue } from './catalogue.ts';
import { type RuleResult, satisfied, violated } from './rule.ts';

/**
 * An operation that accepts the configured key accepts it always (part 5). One that never does may lack the permission, which the
 * contract does not show. A 403 after an accepted request is an ordinary response with a wrong status, unless wrong keys get it too.
 */
export function* judgeValidKey({ entries }: Catalogue): Iterable<RuleResult> {
  const isForWrongKeys = entries.some(({ status, request }) => status === 403 && isWrongKey(request.credential));
  for (const [operation, group] of Map.groupBy(entries.filter(showsKey), ({ request }) => request.operation)) {
    const accepted = group.find((entry) => !rejectsKey(entry));
    if (accepted === undefined) continue;
    for (const entry of group) {
      if (!rejectsKey(entry)) yield satisfied('AUTH-VALID-KEY', entry.caseId, entry);
      else if (entry.status === 401 || isForWrongKeys || entry.doneAt < accepted.doneAt) {
        const accepts = accepted.makeshift ?? `${operation} accepts it elsewhere in the run`;
        const actual = `status ${entry.status} for the valid key; ${accepts}`;
        yield violated('AUTH-VALID-KEY', entry.caseId, [entry], { expected: 'the valid key accepted', actual });
      }
    }
  }
}
