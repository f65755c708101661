import { LIMIT_MAX } from '../../contract/operations.ts';
import { type Pet, petDifferences, type PetStatus } from '../../contract/pet.ts';
import { type UnsentRequest } from '../api-request.ts';
import { listRequest } from '../operations/requests.ts';
import { type Entry, isPage } from '../history.ts';
import { FEWER_CLIENTS } from '../reasons.ts';
import { type Catalogue, isUnfiltered, type OwnPet, readOf, type View } from './catalogue.ts';
import { doubt, notVerified, type RuleResult, satisfied, violated } from './rule.ts';

/** The list and `GET /pets/{petId}` show a pet of the run as it was added (parts 4.1 and 4.3). Only its status may change. */
export function* judgeOwnPetsSame(catalogue: Catalogue): Iterable<RuleResult> {
  for (const own of catalogue.own.values()) {
    const judged = new Set<string>();
    for (const view of own.views) {
      const requirement = isPage(view.entry) ? 'LIST-SAME' : 'GET-SAME';
      const fields = petDifferences(own.pet, view.pet);
      // LIST-STATUS-FILTER judges a filter that lists a pet without a status.
      const isOfFilter = own.pet.status === undefined && isPage(view.entry) && view.entry.query.status !== undefined;
      const status =
        isOfFilter || view.pet.status === own.pet.status ? 'as added' : explainStatus(catalogue, own, view);
      const differing = fields.filter(({ field }) => field !== 'status' || status === 'wrong');
      if (differing.length > 0) {
        yield violated(requirement, own.pet.id, [own.addition, view.entry], findingOf(differing));
      } else if (typeof status !== 'string') yield doubt(requirement, view.entry, status);
      else if (!judged.has(`${requirement} ${view.entry.attempt}`)) {
        if (view.entry.makeshift === null) judged.add(`${requirement} ${view.entry.attempt}`);
        yield satisfied(requirement, own.pet.id, view.entry, own.addition);
      }
    }
  }
}

function findingOf(differences: ReturnType<typeof petDifferences>) {
  const list = (side: 'expected' | 'actual'): string =>
    differences.map((each) => `${each.field} ${each[side]}`).join(', ');
  return { expected: list('expected'), actual: list('actual') };
}

/** Why a view shows another status than the addition, or the requests that may tell. */
type StatusExplanation = 'as added' | 'moved' | 'wrong' | readonly (readonly UnsentRequest[])[];

/**
 * The service may move a pet to another status (part 3 shows no transitions): all responses agree on it, and an earlier one showed
 * the status that was sent, of this pet or of another one that moved alike. A pet without a status may show one later.
 */
function explainStatus(catalogue: Catalogue, own: OwnPet, { pet, entry }: View): StatusExplanation {
  const { status } = pet;
  if (status === undefined) return 'wrong';
  const since = own.views.find((view) => view.pet.status === status)?.entry ?? entry;
  const read = own.views.findLast((view) => !isPage(view.entry) && view.entry.sentAt >= since.sentAt);
  const listed = own.views.findLast((view) => isUnfilteredPage(view) && view.entry.sentAt >= since.sentAt);
  const requests = [[listRequest({ limit: LIMIT_MAX })], [readOf(own.pet.id)]];
  const needed = catalogue.phase === 'before' ? [read, listed] : [listed];
  if (catalogue.phase === 'before' && read === undefined) return requests;
  const isListable = catalogue.pages.some((page) => isUnfiltered(page) && page.sentAt >= since.doneAt);
  if (listed === undefined && !isListable) return requests;
  const known = needed.flatMap((view) => (view === undefined ? [] : [view.pet.status]));
  const [agreed] = known;
  const isAgreed = known.every((each) => each === agreed);
  if (isAgreed && agreed === status) return explainMove(catalogue, own, status, since);
  if (wasAgreed(own, status)) return 'moved';
  // All agree on another status by now: the service moved the pet on, or the view was wrong.
  if (isAgreed && agreed !== own.pet.status && agreed !== undefined) return explainMove(catalogue, own, agreed, since);
  if (isAgreed) return 'wrong';
  const isOver = needed.every(
    (view) => view === undefined || view.entry.sentAt >= since.doneAt + catalogue.settlingTime,
  );
  return isOver ? 'wrong' : requests;
}

function isUnfilteredPage({ entry }: View): boolean {
  return isPage(entry) && isUnfiltered(entry);
}

/** Whether a read and a list have shown the status. */
function wasAgreed({ views }: OwnPet, status: PetStatus): boolean {
  const shown = views.filter(({ pet }) => pet.status === status);
  return shown.some(({ entry }) => !isPage(entry)) && shown.some(isUnfilteredPage);
}

/** All responses agree on another status. Did one show the status that was sent before? */
function explainMove(catalogue: Catalogue, own: OwnPet, status: PetStatus, since: Entry): StatusExplanation {
  const sent = own.pet.status;
  if (sent === undefined || own.views.some(({ pet }) => pet.status === sent)) return 'moved';
  const others = [...catalogue.own.values()].filter(
    (other) => other !== own && other.views.some(({ pet }) => pet.status === other.pet.status),
  );
  const hasMoved = ({ pet, views }: OwnPet): boolean =>
    pet.status !== status && views.some((view) => view.pet.status === status);
  if (others.some(hasMoved)) return 'moved';
  const [alike] = others.filter(({ pet }) => pet.status === sent);
  const isSeenNow = alike?.views.some(({ entry }) => entry.sentAt >= since.doneAt) ?? true;
  return alike === undefined || isSeenNow || catalogue.phase !== 'before' ? 'wrong' : [[readOf(alike.pet.id)]];
}

/** The pets of this run that the service has moved to another status, and to which. */
export function findMoves(
  catalogue: Catalogue,
): readonly { readonly pet: Pet; readonly movedTo: readonly PetStatus[] }[] {
  return [...catalogue.own.values()].flatMap((own) => {
    const moved = own.views.filter(
      (view) => view.pet.status !== own.pet.status && explainStatus(catalogue, own, view) === 'moved',
    );
    const movedTo = [...new Set(moved.flatMap(({ pet }) => pet.status ?? []))];
    return movedTo.length === 0 ? [] : [{ pet: own.pet, movedTo }];
  });
}

/** How many reads and pages must show a steady difference. A pet that alternates may match a few times by chance. */
const STEADY = 4;

/**
 * The list shows the pets of others as `GET /pets/{petId}` does. Another client may change a pet at any time, and the list may
 * be late: a difference counts if the read shows the same for the settling time, and the list shows something else after it.
 */
export function* judgeOtherPetsSame(catalogue: Catalogue): Iterable<RuleResult> {
  const misread = fieldsMisread(catalogue);
  let undecided: Entry | null = null;
  let isDecided = false;
  for (const [id, views] of catalogue.views) {
    const reads = views.filter(({ entry }) => !isPage(entry));
    if (catalogue.own.has(id) || catalogue.reusedIds.has(id) || reads.length === 0) continue;
    const pages = views.filter(({ entry }) => isPage(entry));
    const last = reads.at(-1);
    const listed = pages.findLast(({ entry }) => entry.sentAt <= (last?.entry.doneAt ?? 0)) ?? pages[0];
    if (last === undefined || listed === undefined) continue;
    if (reads.some((read) => pages.some((page) => petDifferences(read.pet, page.pet).length === 0))) {
      isDecided = true;
      yield satisfied('LIST-SAME', id, listed.entry);
    }
    const fields = petDifferences(last.pet, listed.pet).filter(({ field }) => !misread.has(field));
    if (fields.length === 0) continue;
    if (differsSteadily(catalogue, reads, pages)) {
      isDecided = true;
      yield violated('LIST-SAME', id, [last.entry, listed.entry], findingOf(fields));
    } else {
      undecided = listed.entry;
      const again = listRequest(isPage(listed.entry) ? listed.entry.query : {});
      if (isUnchanged(reads)) yield doubt('LIST-SAME', listed.entry, [[readOf(id)], [again], [readOf(id)]]);
    }
  }
  if (undecided === null || isDecided) return;
  const reason = { reason: 'The pet changed between two reads.', howToResolve: FEWER_CLIENTS };
  yield notVerified('LIST-SAME', reason, [undecided]);
}

/** The fields in which reads show pets of the run otherwise than they were added, as lists do not: then the reads are wrong. */
function fieldsMisread({ own }: Catalogue): ReadonlySet<string> {
  const fieldsIn = (isShownByPage: boolean): ReadonlySet<string> => {
    const wrong = [...own.values()].flatMap(({ pet, views }) =>
      views.flatMap((view) => (isPage(view.entry) === isShownByPage ? petDifferences(pet, view.pet) : [])),
    );
    return new Set(wrong.map(({ field }) => field));
  };
  return fieldsIn(false).difference(fieldsIn(true));
}

function isUnchanged(views: readonly View[]): boolean {
  const [first] = views;
  return first === undefined || views.every(({ pet }) => petDifferences(first.pet, pet).length === 0);
}

/** Whether all reads of the settling time agree, and so do all pages after it, but on something else. */
function differsSteadily({ settlingTime }: Catalogue, reads: readonly View[], pages: readonly View[]): boolean {
  const [first] = reads;
  const last = reads.at(-1);
  if (first === undefined || last === undefined || !isUnchanged(reads) || reads.length < STEADY) return false;
  const late = pages.filter(
    ({ entry }) => entry.sentAt >= first.entry.doneAt + settlingTime && entry.doneAt <= last.entry.sentAt,
  );
  const seen = pages.filter(({ entry }) => entry.sentAt >= first.entry.sentAt);
  return late.length > 0 && seen.length >= STEADY && isUnchanged(seen);
}
