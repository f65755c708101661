import { operationRoute, operations } from '../contract/operations.ts';
import { type NewPet, petDifferences } from '../contract/pet.ts';
import type { CaseScope } from './case-scope.ts';
import { type HistoryEntry, historyEntry } from './history.ts';
import { isValidKey } from './keys/credentials.ts';
import type { Page } from './responses/read-body.ts';
import { type CompleteResponse, describeWrongStatus } from './responses/response.ts';
import { idToText } from './responses/text-ids.ts';

/** After so many additions that no list showed, the run reads no list for them. */
const MOST_SILENT = 3;

/** If the response to an addition shows no pet, a list may show the one that was sent. `readLargestPage`: nothing without a page. */
export async function findAdded(
  { run, caseAttempt }: CaseScope,
  response: CompleteResponse,
  readLargestPage: () => Promise<Partial<Pick<Page, 'pets' | 'others'>>>,
): Promise<CompleteResponse> {
  const { request, content: read, exchangeId: exchange } = response;
  const { pet: wanted } = request;
  if (wanted === undefined || !isSilentAddition(historyEntry(caseAttempt, request, response, response)))
    return response;
  const silent = run.history.entries.filter(isSilentAddition).length;
  if (silent > MOST_SILENT && run.knowledge.own().length === 0) return response;
  const values: NewPet = (read.kind === 'pet' ? read.values : null) ?? wanted;
  const { pets = [], others = [] } = await readLargestPage();
  // Nothing may wait between here and the entry: simultaneous additions look for their pets on one page.
  const shown =
    pets.find((pet) => {
      const isSent = pet.name === wanted.name || petDifferences(values, pet).length === 0;
      const { isOwn = true, firstKnownAt = 0 } = run.knowledge.find(pet.id) ?? {};
      return isSent && !isOwn && firstKnownAt >= response.sentAt;
    }) ??
    // An element with a wrong field, such as the status, is read as soon as the pet is known.
    others.find(({ id, name }) => name === wanted.name && run.knowledge.find(id) === undefined);
  if (shown === undefined) return response;
  const makeshift = `${operationRoute('createPet')} showed no pet, and a list showed the one that was sent`;
  const content = { kind: 'found', pet: { ...values, id: shown.id } } as const;
  const wrongStatus = describeWrongStatus(request, response, true);
  const found: CompleteResponse = { ...response, content, makeshift, wrongStatus };
  run.history.append(historyEntry(caseAttempt, request, found, found));
  const added = { id: idToText(shown.id), name: wanted.name, caseId: caseAttempt.caseId, exchange };
  run.records.add({ type: 'addition', addition: { ...added, intended: true, sentAt: null, outcome: 'created' } });
  return found;
}

/** Whether a valid addition neither showed its pet nor was rejected. */
function isSilentAddition({ request, status, pet }: HistoryEntry): boolean {
  const mayAdd = request.pet !== undefined && request.expects.includes(operations.createPet.success);
  return mayAdd && isValidKey(request.credential) && pet === null && status !== null && status >= 200 && status < 400;
}
