import { LIMIT_MAX } from '../../contract/operations.ts';
import { expectsOnly } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import { type Entry, isPage } from '../history.ts';
import { statusDifference } from '../judge.ts';
import { type Catalogue, isUnfiltered, onlyListsShow, type OwnPet, readOf } from './catalogue.ts';
import { presenceOn } from './presence.ts';
import { doubt, type RuleResult, violated } from './rule.ts';
import { describeId } from '../responses/text-ids.ts';

/** A pet that is in the catalogue is found by its id: 404 only if no pet has it (parts 4.3 and 7). */
export function* judgeReads(catalogue: Catalogue): Iterable<RuleResult> {
  for (const [id, reads] of catalogue.reads) {
    for (const read of reads.filter(({ request, status }) => status === 404 && expectsOnly(200, request))) {
      const own = catalogue.own.get(id);
      if (own !== undefined && own.from <= read.sentAt && read.doneAt < own.until)
        yield* judgeOwnRead(catalogue, own, read);
      else if (own === undefined) yield* judgeOtherRead(catalogue, id, read, reads);
    }
  }
}

function* judgeOwnRead(catalogue: Catalogue, own: OwnPet, read: Entry): Iterable<RuleResult> {
  const { pet, addition } = own;
  const later = catalogue.pages.filter((page) => isUnfiltered(page) && page.sentAt >= read.sentAt);
  const lacking = later.findLast((page) => presenceOn(catalogue, own, page) === 'missing');
  if (later.some(({ ids }) => ids.has(pet.id))) yield readFails(read);
  else if (lacking !== undefined) {
    if (onlyListsShow(catalogue)) return;
    yield violated('CREATE-STORED', pet.id, [addition, lacking, read], {
      expected: `pet ${describeId(pet.id)}, added by this run, in the catalogue`,
      actual: 'status 404, and a complete page without the pet',
    });
  } else if (later.length > 0 && !later.some((page) => catalogue.caps.isComplete(page))) yield readFails(read);
  else yield doubt('GET-OK', read, [[listRequest({ limit: LIMIT_MAX })]]);
}

/**
 * Another client may have removed its pet, and the list may show it for the settling time: the read is wrong if the list shows
 * the pet after that, and a further read does not.
 */
function* judgeOtherRead(catalogue: Catalogue, id: bigint, read: Entry, reads: readonly Entry[]): Iterable<RuleResult> {
  const views = catalogue.views.get(id) ?? [];
  const before = views.findLast(({ entry }) => entry.doneAt <= read.sentAt);
  if (before === undefined) return;
  const { status } = before.pet;
  const lists = [undefined, status];
  const pages = catalogue.pages.filter((page) => page.sentAt >= read.doneAt && lists.includes(page.query.status));
  const settlesAt = read.doneAt + catalogue.settlingTime;
  const list = listRequest({ limit: LIMIT_MAX, ...(status === undefined ? {} : { status }) });
  const isFoundSince = views.some(({ entry }) => !isPage(entry) && entry.sentAt >= read.sentAt);
  const isMissed = (at: number): boolean => reads.some((each) => each.status === 404 && each.sentAt >= at);
  const shown = pages.filter(({ ids }) => ids.has(id));
  if (pages.length === 0) yield doubt('GET-OK', read, [[list]]);
  else if (isFoundSince || shown.length === 0) return;
  else if (shown.some((page) => page.sentAt >= settlesAt && isMissed(page.doneAt))) yield readFails(read);
  else yield doubt('GET-OK', read, [[list], [readOf(id)]], settlesAt);
}

function readFails(read: Entry): RuleResult {
  const difference = statusDifference(200, { status: 404 });
  return violated('GET-OK', read.request.petId, [read], { expected: 'status 200', actual: 'status 404', difference });
}
