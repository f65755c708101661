import type { TestableId } from '../../contract/requirements.ts';
import { listRequest } from '../operations/requests.ts';
import { LIMIT_MAX } from '../../contract/operations.ts';
import { isPage, isRemoval } from '../history.ts';
import { describeId } from '../responses/text-ids.ts';
import { type Catalogue, isAfter, isUnfiltered, readOf } from './catalogue.ts';
import { presenceOn } from './presence.ts';
import { doubt, type RuleResult, satisfied, violated } from './rule.ts';

/**
 * A pet that the run removed is gone: no later read returns it, and no list shows it after the settling time. No operation of the
 * contract removes pets: the rule is ready for a DELETE, whose requirement ends in `-GONE` (CONTRIBUTING.md, "Add an operation").
 */
export function* judgeRemoved(catalogue: Catalogue, requirement: TestableId): Iterable<RuleResult> {
  for (const [id, requests] of catalogue.removals) {
    const removal = requests.find(isRemoval);
    const own = catalogue.own.get(id);
    // Another pet got the id since.
    if (removal === undefined || (own?.from ?? 0) > removal.sentAt) continue;
    const settlesAt = removal.doneAt + catalogue.settlingTime;
    // Names of a run are unique: a pet with another name got the id.
    const views = (catalogue.views.get(id) ?? []).filter(({ pet }) => own === undefined || pet.name === own.pet.name);
    const shown = views.flatMap(({ entry }) => (isAfter(entry, removal) ? [entry] : []));
    const wrong = shown.find((entry) => !isPage(entry) || entry.sentAt >= settlesAt);
    if (wrong !== undefined) {
      yield violated(requirement, id, [removal, wrong], {
        expected: `no pet ${describeId(id)}, which the run removed`,
        actual: isPage(wrong) ? 'the pet in the list, after the settling time' : 'the pet, by its id',
      });
      continue;
    }
    // In a full catalogue, only a page with the filter of the pet is complete.
    const status = (views.at(-1)?.pet ?? own?.pet)?.status;
    const pages = catalogue.pages.filter((page) => isUnfiltered(page) || page.query.status === status);
    const gone = { id, from: removal.doneAt, settlesAt: removal.doneAt, until: Infinity };
    const lacking = pages.findLast((page) => presenceOn(catalogue, gone, page) === 'missing');
    const proof = lacking ?? catalogue.reads.get(id)?.find((read) => isAfter(read, removal) && read.status === 404);
    const last = shown.at(-1);
    if (last !== undefined && last.sentAt >= (lacking?.sentAt ?? 0)) {
      const list = listRequest(isPage(last) ? last.query : { limit: LIMIT_MAX });
      yield doubt(requirement, last, [[list, readOf(id)]], settlesAt);
    } else if (proof !== undefined) yield satisfied(requirement, id, proof, removal);
  }
}
