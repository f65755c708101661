import { effectOf } from '../contract/operations.ts';
import type { Pet } from '../contract/pet.ts';
import type { HttpResult } from '../http/request.ts';
import { type ApiRequest, listPath } from './api-request.ts';
import { type Page, petIn } from './responses/read-body.ts';
import { type CompleteResponse, isSlashRedirect, isSuccess } from './responses/response.ts';

/** Why a case runs: for the first time, or once more. */
export type Attempt = 'first' | 'repeat' | 'trial' | 'second try' | 'soak';

/** A case, and why it runs. */
export interface CaseAttempt {
  readonly caseId: string;
  readonly attempt: Attempt;
}

/** One request of the run and what came of it. Rules judge nothing else. */
export interface HistoryEntry extends CaseAttempt {
  readonly exchangeId: string;
  readonly request: Omit<ApiRequest, 'body'>;
  /** When the request was first sent, and when its response was complete: milliseconds on the clock of the run. */
  readonly sentAt: number;
  readonly doneAt: number;
  /** Whether the run sent it more than once: after a disturbance, or on a connection that the service had closed. */
  readonly isResent: boolean;
  /** Null without a complete response. */
  readonly status: number | null;
  readonly httpVersion: CompleteResponse['httpVersion'] | null;
  readonly makeshift: string | null;
  /** The valid pet that the response shows by itself. */
  readonly pet: Pet | null;
  /** The bytes of the largest pet in the response; 0 if it shows none. */
  readonly largestPet: number;
  /** The response redirects to its own path with a slash at the end. */
  readonly isSlashRedirect: boolean;
}

/** An entry whose response shows a page of the list. */
export interface PageEntry extends HistoryEntry, Page {}

/** All requests of a run, in the order in which they ended. */
export type History = ReturnType<typeof createHistory>;

/** The history of a run that has sent nothing. `read` is called for each new entry. */
export function createHistory(read: (entry: HistoryEntry) => void) {
  let entries: HistoryEntry[] = [];
  return {
    get entries(): readonly HistoryEntry[] {
      return entries;
    },
    append(entry: HistoryEntry): void {
      entries.push(entry);
      read(entry);
    },
    /** Forgets what a soak has sent, except additions, and each size of a page once: a soak has no end. */
    forgetSoak(): void {
      const sizes = new Set<string>();
      entries = entries.flatMap((entry) => {
        if (entry.attempt !== 'soak' || isAddition(entry)) return [entry];
        if (!isPage(entry) || sizes.has(sizeOf(entry))) return [];
        sizes.add(sizeOf(entry));
        // The size of a page still shows how the service cuts its pages.
        const blank: PageEntry = { ...entry, pets: [], others: [], ids: new Set() };
        return [blank];
      });
    },
  };
}

function sizeOf({ query, size, bytes }: PageEntry): string {
  return `${listPath(query)} ${size} ${bytes}`;
}

type SentRequest = Pick<HttpResult, 'exchangeId' | 'sentAt' | 'doneAt'> & Partial<Pick<HttpResult, 'attempts'>>;

/** What a history keeps of an exchange. */
export function historyEntry(
  { caseId, attempt }: CaseAttempt,
  { body: _body, ...request }: ApiRequest,
  { exchangeId, sentAt, doneAt, attempts = [] }: SentRequest,
  response: CompleteResponse | null,
): HistoryEntry {
  const content = response?.content;
  const pet = content === undefined ? null : petIn(content);
  const page = content?.kind === 'page' ? content.page : null;
  return {
    caseId,
    attempt,
    exchangeId,
    request,
    sentAt,
    doneAt,
    isResent: attempts.length > 1,
    status: response?.status ?? null,
    httpVersion: response?.httpVersion ?? null,
    makeshift: response?.makeshift ?? null,
    pet,
    largestPet: pet === null || response === null ? 0 : response.body.length,
    isSlashRedirect: response !== null && isSlashRedirect(response),
    ...page,
  };
}

/** Whether the response shows a page. */
export function isPage(entry: HistoryEntry): entry is PageEntry {
  return 'pets' in entry;
}

/** An entry of an added pet. */
export type AdditionEntry = HistoryEntry & { readonly pet: Pet };

/** Whether the response shows a pet that the request added. */
export function isAddition(entry: HistoryEntry): entry is AdditionEntry {
  return entry.pet !== null && effectOf(entry.request.operation) === 'adds a pet';
}

/** Whether the response shows that the request removed a pet. */
export function isRemoval(entry: HistoryEntry): boolean {
  return entry.request.removes !== undefined && isSuccess(entry);
}
