import { isAddition } from '../history.ts';
import { type Catalogue, isUnfiltered } from './catalogue.ts';
import { type RuleResult, satisfied, violated } from './rule.ts';

/** The service assigns an id that no other pet has (part 4.2). An id may be used again after its pet was seen to be gone. */
export function* judgeIds(catalogue: Catalogue): Iterable<RuleResult> {
  const { entries, views, reads, pages } = catalogue;
  for (const [id, additions] of Map.groupBy(entries.filter(isAddition), ({ pet }) => pet.id)) {
    for (const [index, addition] of additions.entries()) {
      const earlier = additions[index - 1];
      const shown = views.get(id)?.find(({ entry }) => entry.doneAt < addition.sentAt)?.entry;
      const owner = earlier ?? shown;
      const lacking = [
        ...(reads.get(id) ?? []).filter(({ status }) => status === 404),
        ...pages.filter((page) => isUnfiltered(page) && !page.byId.has(id) && catalogue.isComplete(page)),
      ];
      const isGone = lacking.some(
        ({ sentAt, doneAt }) => doneAt <= addition.sentAt && sentAt >= (owner?.doneAt ?? Infinity),
      );
      if (owner === undefined || isGone) yield* satisfied('CREATE-ID-UNIQUE', addition.caseId, addition);
      else
        yield violated('CREATE-ID-UNIQUE', addition.caseId, [owner, addition], {
          expected: 'an id that no other pet has',
          actual: `id ${id}, which another pet already has`,
          pointer: '/id',
        });
    }
  }
}
