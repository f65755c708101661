import { pageLimit } from '../api-request.ts';
import { FLAWED_PAGES, type GivenReason } from '../reasons.ts';
import { isFlawed } from '../responses/read-body.ts';
import type { HistoryEntry, PageEntry } from '../history.ts';
import { formDifference } from '../judge.ts';
import { isValidKey } from '../keys/credentials.ts';
import { PROFILES } from '../../settings/profiles.ts';
import { markOfName } from '../bodies/run-names.ts';
import { type Catalogue, isAfter, isUnfiltered, lacksStoredPet } from './catalogue.ts';
import { notApplicable, type RuleResult, satisfied, violated } from './rule.ts';
import type { OtherElement } from '../responses/meant-pet.ts';
import { describeId } from '../responses/text-ids.ts';

/** The requirements that a pet stored for a rejected body violates: the body was faulty, or its key was wrong. */
const REQUIREMENTS = ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const;

/** Which of them a request is about; null for other requests. A wrong key has no effect, whatever its response (part 5). */
function requirementOf({ request, status }: HistoryEntry): (typeof REQUIREMENTS)[number] | null {
  const { marks, credential, expects } = request;
  if (marks?.name === undefined && marks?.categoryId === undefined) return null;
  if (!isValidKey(credential)) return expects.includes(401) && status !== null ? 'AUTH-NO-EFFECT' : null;
  return status === 400 ? 'CREATE-REFUSED-NOT-STORED' : null;
}

/** A body, and a response that shows a pet stored for it. The pet may have wrong fields. */
interface StoredPet {
  readonly body: HistoryEntry;
  readonly view: Mark;
}

/** What a response shows of a pet that could identify it. */
interface Mark {
  readonly pet: OtherElement;
  readonly entry: HistoryEntry;
}

/** The pets stored for rejected bodies: only later responses show their marks. A pet of an earlier run may have the same marks. */
export function findStored(catalogue: Catalogue): readonly StoredPet[] {
  const marks = catalogue.entries.flatMap((body) => {
    const { name, categoryId } = requirementOf(body) === null ? {} : (body.request.marks ?? {});
    return marksIn({ name, categoryId }).map((mark) => ({ mark, body }));
  });
  const bodies = Map.groupBy(marks, ({ mark }) => mark);
  const others = catalogue.pages.flatMap((entry) => entry.others.map((pet) => ({ pet, entry })));
  const shown = [...catalogue.views, ...Map.groupBy(others, ({ pet }) => pet.id)];
  return shown.flatMap(([id, views]) => (catalogue.own.has(id) ? [] : storedIn(views, bodies)));
}

/** What identifies a pet. A service may store the name of the run in another case, cut or padded. */
function marksIn({ name, categoryId }: Pick<OtherElement, 'name' | 'categoryId'>): readonly (string | bigint)[] {
  return [name === undefined ? undefined : markOfName(name), categoryId].flatMap((mark) => mark ?? []);
}

/** The bodies whose marks a pet bears, each with the first view that shows it. */
function storedIn(
  views: readonly Mark[],
  bodies: ReadonlyMap<string | bigint, readonly { readonly body: HistoryEntry }[]>,
): readonly StoredPet[] {
  const stored = new Map<HistoryEntry, Mark>();
  for (const view of views) {
    const marked = marksIn(view.pet).flatMap((mark) => bodies.get(mark) ?? []);
    for (const { body } of marked) if (!stored.has(body)) stored.set(body, view);
  }
  return [...stored].flatMap(([body, view]) => (view.entry.doneAt < body.sentAt ? [] : [{ body, view }]));
}

/** A rejected body leaves no pet behind (parts 4.2 and 5). A pet with its marks is a violation on any page or read. */
export function* judgeRejectedBodies(catalogue: Catalogue): Iterable<RuleResult> {
  const stored = findStored(catalogue);
  const proving = catalogue.pages.filter((page) => !lacksStoredPet(catalogue, page));
  for (const requirement of REQUIREMENTS) {
    const bodies = catalogue.entries.filter((entry) => requirementOf(entry) === requirement);
    const violating = stored.filter(({ body }) => bodies.includes(body));
    for (const { body, view } of violating) {
      yield violated(requirement, body.caseId, [view.entry, body], {
        expected: 'no pet stored for the body',
        actual: `pet ${describeId(view.pet.id)} stored for it, as a later response shows`,
        difference: formDifference('a stored pet'),
      });
    }
    const proven = bodies.flatMap((body) => {
      const proof = violating.some((each) => each.body === body) ? undefined : proofOf(catalogue, proving, body);
      return proof === undefined ? [] : [{ body, proof }];
    });
    for (const { body, proof } of proven) yield satisfied(requirement, body.caseId, body, proof);
    if (violating.length === 0 && proven.length === 0 && bodies.length > 0) {
      yield notApplicable(requirement, whyUndecided(catalogue, bodies), bodies.slice(0, 1));
    }
    if (bodies.length === 0 && catalogue.entries.length > 0)
      yield notApplicable(
        requirement,
        PROFILES[catalogue.profile].addsPets
          ? 'The service did not reject a body that identifies its pet.'
          : `The profile ${catalogue.profile} does not send bodies that could be stored.`,
      );
  }
}

/** Why no page proves that no pet is stored for the bodies. */
function whyUndecided({ pages, caps }: Catalogue, bodies: readonly HistoryEntry[]): GivenReason {
  const isFlawedAfter = (body: HistoryEntry): boolean => pages.some((page) => isAfter(page, body) && isFlawed(page));
  return !caps.cutsAtWill && bodies.some(isFlawedAfter) ? FLAWED_PAGES : caps.whyNotComplete;
}

/**
 * Which of some pages proves that no pet is stored for a body: a complete one, if there is one read without makeshift. The service may store the
 * pet without its status, so a filtered page counts only if an unfiltered one was below its limit (our reading of part 4.1).
 */
function proofOf({ caps }: Catalogue, pages: readonly PageEntry[], body: HistoryEntry): HistoryEntry | undefined {
  const later = pages.filter((page) => isAfter(page, body));
  const hasRoom = later.some((page) => isUnfiltered(page) && page.size < pageLimit(page.query));
  const isDecisive = (page: PageEntry): boolean =>
    isUnfiltered(page) || (hasRoom && page.query.status === body.request.marks?.status);
  // An element that shows no pet may be the stored one.
  const proofs = later.filter((page) => isDecisive(page) && !isFlawed(page) && caps.isComplete(page));
  return proofs.find(({ makeshift }) => makeshift === null) ?? proofs[0];
}
