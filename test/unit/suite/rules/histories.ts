import type { Pet } from '../../../../src/contract/pet.ts';
import { type ApiRequest, type ListQuery, type Marks, type UnsentRequest } from '../../../../src/suite/api-request.ts';
import { createRequest, getRequest, listRequest } from '../../../../src/suite/operations/requests.ts';
import type { HistoryEntry, PageEntry } from '../../../../src/suite/history.ts';
import type { Page } from '../../../../src/suite/responses/read-body.ts';
import { credentialsFor, isValidKey } from '../../../../src/suite/keys/credentials.ts';
import { readCatalogue, type Terms } from '../../../../src/suite/rules/catalogue.ts';
import type { CatalogueRule, Doubt, RuleResult } from '../../../../src/suite/rules/rule.ts';

/** The size of a pet in a response. A page is as large as its elements together. */
export const PET_BYTES = 100;
export const TERMS: Terms = { settlingTime: 5000, phase: 'before', profile: 'full' };

const { valid } = credentialsFor('sk_test_4f9Kq7Zr2mXw8bTn', () => 0.5);
let count = 0;

/** How an entry differs from the plain one. `at`: when its request was sent. The response takes a millisecond. */
export interface Changes extends Partial<Omit<HistoryEntry, 'request' | 'sentAt' | 'doneAt'>> {
  readonly at?: number;
  readonly credential?: ApiRequest['credential'];
  readonly request?: Partial<HistoryEntry['request']>;
}

/** A request in the history of a run, with a response. */
export function entry(
  { body: _body, ...unsent }: UnsentRequest,
  { at = 0, credential = valid, request = {}, ...shown }: Changes,
): HistoryEntry {
  const expects = isValidKey(credential) ? unsent.expects : [401];
  return {
    caseId: 'some/case',
    attempt: 'first',
    exchangeId: `h${(count += 1)}`,
    request: { ...unsent, credential, expects, ...request },
    sentAt: at,
    doneAt: at + 1,
    isResent: false,
    status: 200,
    httpVersion: '1.1',
    makeshift: null,
    pet: null,
    largestPet: 0,
    isSlashRedirect: false,
    ...shown,
  };
}

/** The run added a pet. */
export function added(pet: Pet, changes: Changes = {}): HistoryEntry {
  const { id: _, ...sent } = pet;
  return entry(createRequest(sent), { status: 201, pet, largestPet: PET_BYTES, ...changes });
}

/** A page showed these pets, and other elements that could not be read. `size` counts also elements that show no id. */
export function page(
  query: ListQuery,
  pets: readonly Pet[],
  {
    others = [],
    size = pets.length + others.length,
    isTruncated = false,
    ...changes
  }: Changes & {
    readonly size?: number;
    readonly others?: Page['others'];
    readonly isTruncated?: boolean;
  } = {},
): PageEntry {
  const bytes = size * PET_BYTES;
  const ids = new Set([...pets, ...others].map(({ id }) => id));
  const largestPet = pets.length === 0 ? 0 : PET_BYTES;
  const shown = { query, size, pets, others, ids, isTruncated, bytes, characters: bytes, largestPet };
  return { ...entry(listRequest(query), changes), ...shown };
}

/** A list that got no page. Null is no response. */
export function noPage(status: number | null, changes: Changes = {}): HistoryEntry {
  return entry(listRequest({}), { status, ...changes });
}

/** A read of an id got a pet, or a status without a pet. Null is no response. */
export function read(id: bigint, got: Pet | number | null, changes: Changes = {}): HistoryEntry {
  const shown = typeof got === 'object' && got !== null ? { pet: got, largestPet: PET_BYTES } : { status: got };
  return entry(getRequest(id), { ...shown, ...changes });
}

/** The run removed a pet, or tried to. The contract has no such operation yet. */
export function removed(id: bigint, changes: Changes = {}): HistoryEntry {
  return entry({ ...getRequest(id), method: 'DELETE', operation: 'other', removes: id }, { status: 204, ...changes });
}

/** A body with these marks got a status that adds no pet. */
export function rejected(marks: Marks, status: number | null, changes: Changes = {}): HistoryEntry {
  return entry(createRequest({ body: '{}', expects: [400], marks }), { status, ...changes });
}

/** What a rule finds in a history. */
export function resultsOf(
  rule: CatalogueRule,
  entries: readonly HistoryEntry[],
  terms: Partial<Terms> = {},
): RuleResult[] {
  return [...rule(readCatalogue(entries, { ...TERMS, ...terms }))];
}

/** `REQUIREMENT outcome` for each result of a rule, sorted and without duplicates. */
export function outcomesOf(
  rule: CatalogueRule,
  entries: readonly HistoryEntry[],
  terms: Partial<Terms> = {},
): string[] {
  const outcomes = resultsOf(rule, entries, terms).map(
    (each) => `${each.requirement} ${each.kind === 'undecided' ? each.outcome : each.kind}`,
  );
  return [...new Set(outcomes)].sort();
}

/** The doubts of a rule: what each asks for, step by step, and from when on. */
export function doubtsOf(rule: CatalogueRule, entries: readonly HistoryEntry[], terms: Partial<Terms> = {}) {
  const doubts = resultsOf(rule, entries, terms).filter((each): each is Doubt => each.kind === 'doubt');
  return doubts.map(({ steps, notBefore }) => ({
    notBefore,
    steps: steps.map((step) => step.map(({ path }) => path)),
  }));
}
