import { LIMIT_MAX } from '../../contract/operations.ts';
import { type Pet, petDifferences, type PetStatus } from '../../contract/pet.ts';
import { listRequest } from '../operations/requests.ts';
import { type HistoryEntry, isPage } from '../history.ts';
import { FEWER_CLIENTS } from '../reasons.ts';
import { type Catalogue, isAfter, isUnfiltered, type OwnPet, readOf, type View } from './catalogue.ts';
import { type Doubt, doubt, notVerified, preferDecided, type RuleResult, satisfied, violated } from './rule.ts';

/** The requirements that a pet is stored as it was sent (parts 2 and 4.2). The status may change. */
const KEEPS = {
  name: ['CREATE-KEEPS-NAME'],
  categoryId: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64'],
} as const;

/** The list and `GET /pets/{petId}` show a pet of the run as it was added (parts 4.1 and 4.3). Only its status may change. */
export function* judgeOwnPetsSame(catalogue: Catalogue): Iterable<RuleResult> {
  for (const own of catalogue.own.values()) {
    const verified = new Set<string>();
    const kept = findValuesNotKept(own);
    yield* kept;
    if (kept.length > 0) continue;
    for (const view of own.views) {
      const { entry } = view;
      const requirement = isPage(entry) ? 'LIST-SAME' : 'GET-SAME';
      const differences = petDifferences(own.pet, view.pet);
      const explained = explainStatus(catalogue, own, view);
      const wrong = differences.filter(({ field }) => field !== 'status' || explained === 'wrong');
      const key = `${requirement} ${entry.attempt}`;
      if (wrong.length > 0) yield violated(requirement, own.id, [own.addition, entry], comparedFields(wrong));
      else if (typeof explained !== 'string') yield doubt(requirement, entry, explained);
      else if (!verified.has(key)) {
        yield satisfied(requirement, own.id, entry, own.addition);
        // What was read makeshift verifies nothing.
        if (entry.makeshift === null) verified.add(key);
      }
    }
  }
}

/**
 * A response to an addition in a wrong form may not show a value. If reads and lists then agree on another value than the one that was
 * sent, they show the pet alike, and the service stored it otherwise.
 */
function findValuesNotKept({ addition, views, id }: OwnPet): readonly RuleResult[] {
  const { makeshift, request } = addition;
  const { pet: sent } = request;
  // A read shows the pet alone.
  const read = views.find(({ entry }) => !isPage(entry));
  if (makeshift === null || sent === undefined || read === undefined) return [];
  const isListed = views.some(({ entry }) => isPage(entry));
  const areAlike = views.every(({ pet }) => petDifferences(read.pet, pet).length === 0);
  if (!isListed || !areAlike) return [];
  return petDifferences(sent, read.pet).flatMap((difference) => {
    const { field } = difference;
    if (field !== 'name' && field !== 'categoryId') return [];
    return KEEPS[field].map((each) => violated(each, id, [addition, read.entry], comparedFields([difference])));
  });
}

function comparedFields(differences: ReturnType<typeof petDifferences>) {
  const list = (side: 'expected' | 'actual'): string =>
    differences.map((each) => `${each.field} ${each[side]}`).join(', ');
  return { expected: list('expected'), actual: list('actual') };
}

/** Why a view shows its status, or the requests that may tell. */
type StatusExplanation = 'as added' | 'moved' | 'wrong' | Doubt['steps'];

/** Has the service moved the pet to the status that a view shows (part 3 shows no transitions), or is the view wrong? */
function explainStatus(catalogue: Catalogue, own: OwnPet, { pet: { status }, entry }: View): StatusExplanation {
  const sent = own.pet.status;
  if (status === sent) return 'as added';
  if (status === undefined) return 'wrong';
  const first = own.views.find((view) => view.pet.status === status)?.entry ?? entry;
  const requests = [[listRequest({ limit: LIMIT_MAX })], [readOf(own.id)]];
  const latest = latestViews(catalogue, own, first);
  if (latest === null) return requests;
  const [now, ...others] = new Set(latest.map(({ pet }) => pet.status));
  const isAgreed = others.length === 0;
  if (isAgreed && now === status) return explainAgreed(catalogue, own, status, first);
  if (wasAgreed(own, status)) return 'moved';
  if (!isAgreed) {
    const isSettled = latest.every((view) => view.entry.sentAt >= first.doneAt + catalogue.settlingTime);
    return isSettled ? 'wrong' : requests;
  }
  // The service has moved the pet on, or the view is wrong.
  return now === undefined || now === sent ? 'wrong' : explainAgreed(catalogue, own, now, first);
}

/** The latest read and the latest unfiltered list since a response first showed a status. Null if more requests are needed. */
function latestViews({ phase, pages }: Catalogue, own: OwnPet, first: HistoryEntry): readonly View[] | null {
  const later = own.views.filter(({ entry }) => entry.sentAt >= first.sentAt);
  const listed = later.filter(isUnfilteredPage).slice(-1);
  // A list that may be cut need not show the pet.
  const isListed = listed.length > 0 || pages.some((page) => isUnfiltered(page) && isAfter(page, first));
  if (!isListed) return null;
  // From the day of the removal, only lists tell.
  if (phase !== 'before') return listed;
  const read = later.findLast(({ entry }) => !isPage(entry));
  return read === undefined ? null : [read, ...listed];
}

function isUnfilteredPage({ entry }: View): boolean {
  return isPage(entry) && isUnfiltered(entry);
}

/** Whether a read and a list have shown the status. */
function wasAgreed({ views }: OwnPet, status: PetStatus): boolean {
  const shown = views.filter(({ pet }) => pet.status === status);
  return shown.some(({ entry }) => !isPage(entry)) && shown.some(isUnfilteredPage);
}

/**
 * A read and a list agree on a status that was not sent. The service has moved the pet if a response has shown the status that was
 * sent, or if another pet has moved to this status. A service that
 * stores another status never shows the one that was sent.
 */
function explainAgreed(catalogue: Catalogue, own: OwnPet, agreed: PetStatus, since: HistoryEntry): StatusExplanation {
  const sent = own.pet.status;
  if (sent === undefined || wasShownWith(own, sent)) return 'moved';
  const others = [...catalogue.own.values()].filter((other) => other !== own && wasShownWith(other, other.pet.status));
  if (others.some((other) => other.pet.status !== agreed && wasShownWith(other, agreed))) return 'moved';
  const alike = others.find(({ pet }) => pet.status === sent);
  if (alike === undefined || catalogue.phase !== 'before') return 'wrong';
  const isSeenSince = alike.views.some(({ entry }) => isAfter(entry, since));
  return isSeenSince ? 'wrong' : [[readOf(alike.id)]];
}

function wasShownWith({ views }: OwnPet, status: PetStatus | undefined): boolean {
  return views.some(({ pet }) => pet.status === status);
}

/** The pets of this run that the service has moved to another status, and to which. */
export function findMoves(
  catalogue: Catalogue,
): readonly { readonly pet: Pet; readonly movedTo: readonly PetStatus[] }[] {
  return [...catalogue.own.values()].flatMap((own) => {
    const moved = own.views.filter((view) => explainStatus(catalogue, own, view) === 'moved');
    const movedTo = [...new Set(moved.flatMap(({ pet }) => pet.status ?? []))];
    return movedTo.length === 0 ? [] : [{ pet: own.pet, movedTo }];
  });
}

/** How many reads and pages must show a steady difference. A pet that alternates may match a few times by chance. */
const STEADY = 4;

/** The list shows the pets of others as `GET /pets/{petId}` does (parts 4.1 and 4.3). */
export function* judgeOtherPetsSame(catalogue: Catalogue): Iterable<RuleResult> {
  const misread = fieldsMisread(catalogue);
  const others = [...catalogue.views].filter(([id]) => !catalogue.own.has(id) && !catalogue.reusedIds.has(id));
  yield* preferDecided(others.flatMap(([id, views]) => [...judgeOtherPetSame(catalogue, id, views, misread)]));
}

/**
 * Another client may change a pet at any time, and the list may be late: a difference counts if the read shows the same for the
 * settling time, and the list shows something else after it.
 */
function* judgeOtherPetSame(
  catalogue: Catalogue,
  id: bigint,
  views: readonly View[],
  misread: ReadonlySet<string>,
): Iterable<RuleResult> {
  const reads = views.filter(({ entry }) => !isPage(entry));
  const pages = views.filter(({ entry }) => isPage(entry));
  const last = reads.at(-1);
  const listed = pages.findLast(({ entry }) => entry.sentAt <= (last?.entry.doneAt ?? 0)) ?? pages[0];
  if (last === undefined || listed === undefined) return;
  const isSame = reads.some((read) => pages.some((page) => petDifferences(read.pet, page.pet).length === 0));
  if (isSame) yield satisfied('LIST-SAME', id, listed.entry);
  const fields = petDifferences(last.pet, listed.pet).filter(({ field }) => !misread.has(field));
  if (fields.length === 0) return;
  if (differsSteadily(catalogue, reads, pages)) {
    yield violated('LIST-SAME', id, [last.entry, listed.entry], comparedFields(fields));
    return;
  }
  const again = listRequest(isPage(listed.entry) ? listed.entry.query : {});
  if (isUnchanged(reads)) yield doubt('LIST-SAME', listed.entry, [[readOf(id)], [again], [readOf(id)]]);
  const reason = { reason: 'The pet changed between two reads.', howToResolve: FEWER_CLIENTS };
  yield notVerified('LIST-SAME', reason, [listed.entry]);
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
