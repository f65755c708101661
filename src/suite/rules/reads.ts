import { LIMIT_MAX } from '../../contract/operations.ts';
import { expectsOnly } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import { type HistoryEntry, isPage } from '../history.ts';
import { statusDifference } from '../judge.ts';
import {
  type Catalogue,
  isAfter,
  isShownSince,
  isUnfiltered,
  lacksStoredPet,
  onlyListsShow,
  type OwnPet,
  readOf,
} from './catalogue.ts';
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

function* judgeOwnRead(catalogue: Catalogue, own: OwnPet, read: HistoryEntry): Iterable<RuleResult> {
  const { id, addition } = own;
  const later = catalogue.pages.filter((page) => isUnfiltered(page) && page.sentAt >= read.sentAt);
  const lacking = later.findLast((page) => presenceOn(catalogue, own, page) === 'missing');
  // If no page is complete, none can show that the service lost the pet.
  const isUndecidable = later.length > 0 && !later.some((page) => catalogue.caps.isComplete(page));
  if (isShownSince(own, read) || (lacking === undefined && isUndecidable)) yield readFails(read, [addition]);
  else if (lacking === undefined) yield doubt('GET-OK', read, [[listRequest({ limit: LIMIT_MAX })]]);
  else if (!onlyListsShow(catalogue) && !lacksStoredPet(catalogue, lacking))
    yield violated('CREATE-STORED', id, [addition, lacking, read], {
      expected: `pet ${describeId(id)}, added by this run, in the catalogue`,
      actual: 'status 404, and a complete page without the pet',
    });
}

/**
 * Another client may have removed its pet, and the list may show it for the settling time: the read is wrong if the list shows
 * the pet after that, and a further read does not.
 */
function* judgeOtherRead(
  catalogue: Catalogue,
  id: bigint,
  read: HistoryEntry,
  reads: readonly HistoryEntry[],
): Iterable<RuleResult> {
  const views = catalogue.views.get(id) ?? [];
  const before = views.findLast(({ entry }) => entry.doneAt <= read.sentAt);
  const isFoundSince = views.some(({ entry }) => !isPage(entry) && entry.sentAt >= read.sentAt);
  if (before === undefined || isFoundSince) return;
  const { status } = before.pet;
  const list = listRequest({ limit: LIMIT_MAX, ...(status === undefined ? {} : { status }) });
  const later = catalogue.pages.filter(
    (page) => isAfter(page, read) && (isUnfiltered(page) || page.query.status === status),
  );
  const shown = later.filter(({ ids }) => ids.has(id));
  const settlesAt = read.doneAt + catalogue.settlingTime;
  const isMissedAfter = (page: HistoryEntry): boolean =>
    reads.some((each) => each.status === 404 && isAfter(each, page));
  if (later.length === 0) yield doubt('GET-OK', read, [[list]]);
  else if (shown.some((page) => page.sentAt >= settlesAt && isMissedAfter(page))) yield readFails(read);
  else if (shown.length > 0) yield doubt('GET-OK', read, [[list], [readOf(id)]], settlesAt);
}

/** `before`: the addition of the pet, if the run added it. */
function readFails(read: HistoryEntry, before: readonly HistoryEntry[] = []): RuleResult {
  const difference = statusDifference(200, { status: 404 });
  const statuses = { expected: 'status 200', actual: 'status 404', difference };
  return violated('GET-OK', read.request.petId, [...before, read], statuses);
}
