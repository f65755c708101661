import { petDifferences } from '../../contract/pet.ts';
import { type AdditionEntry, isAddition } from '../history.ts';
import { describeId } from '../responses/text-ids.ts';
import { type Catalogue, isUnfiltered, type View, wasRemoved } from './catalogue.ts';
import { presenceOn } from './presence.ts';
import { type RuleResult, satisfied, violated } from './rule.ts';

/**
 * The service assigns an id that no other pet has (part 4.2). An id may be used again after its pet was seen to be gone. Another
 * client may remove its pet unseen, so that pet counts only if it is shown again after the addition.
 */
export function* judgeIds(catalogue: Catalogue): Iterable<RuleResult> {
  const { entries, views } = catalogue;
  for (const [id, additions] of Map.groupBy(entries.filter(isAddition), ({ pet }) => pet.id)) {
    for (const [index, addition] of additions.entries()) {
      const earlier = additions[index - 1];
      const shown = views.get(id)?.find(({ entry }) => entry.doneAt < addition.sentAt);
      const owner = earlier ?? shown?.entry;
      if (owner === undefined || isGone(catalogue, addition, owner.doneAt))
        yield satisfied('CREATE-ID-UNIQUE', addition.caseId, addition);
      else if (earlier !== undefined || isShownAgain(catalogue, addition, shown))
        yield violated('CREATE-ID-UNIQUE', addition.caseId, [owner, addition], {
          expected: 'an id that no other pet has',
          actual: `id ${describeId(id)}, which another pet already has`,
          pointer: '/id',
        });
    }
  }
}

/** Whether the pet that had the id was seen to be gone, after `since` and before the addition. */
function isGone(catalogue: Catalogue, addition: AdditionEntry, since: number): boolean {
  const { id } = addition.pet;
  const between = { id, from: since, settlesAt: since, until: addition.sentAt };
  const isMissed = catalogue.pages.some(
    (page) => isUnfiltered(page) && presenceOn(catalogue, between, page) === 'missing',
  );
  const isNotFound = (catalogue.reads.get(id) ?? []).some(
    ({ status, sentAt, doneAt }) => status === 404 && sentAt >= since && doneAt <= addition.sentAt,
  );
  return isMissed || isNotFound || wasRemoved(catalogue.removals, addition, since);
}

/** Whether a later response shows the pet that had the id before, and not the added one. */
function isShownAgain({ views }: Catalogue, { pet: added, doneAt }: AdditionEntry, shown: View | undefined): boolean {
  if (shown === undefined) return false;
  const later = (views.get(added.id) ?? []).filter(({ entry }) => entry.sentAt >= doneAt);
  return later.some(({ pet }) => petDifferences(shown.pet, pet).length === 0 && petDifferences(added, pet).length > 0);
}
