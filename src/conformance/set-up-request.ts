import type { NewPet, PetStatus } from '../contract/pet.ts';
import type { CaseClient } from './case-client.ts';
import type { ListQuery } from './page.ts';
import type { Run } from './run.ts';
import { SET_UP_CASE } from './set-up-case.ts';

/** A request of the set-up, as plain data that survives JSON, so that a second try can send it once more. */
export type SetUpRequest =
  | {
      readonly kind: 'list';
      readonly query: ListQuery;
      /** Sent before this run added anything, a state of the catalogue that does not come back. */
      readonly beforeAdding: boolean;
    }
  | {
      readonly kind: 'add';
      readonly categoryId: string;
      readonly status: PetStatus | null;
      /** Whether the service may refuse the category with 400. */
      readonly mayBeRefused: boolean;
    }
  | { readonly kind: 'read'; readonly id: string }
  /** Reads an id that no response has shown. */
  | { readonly kind: 'read-unknown'; readonly id: string };

/** A request that is sent before this run has added anything; a run that adds nothing can send it at any time. */
export function surveying({ configuration }: Run, query: ListQuery): SetUpRequest {
  return { kind: 'list', query, beforeAdding: configuration.profile !== 'read-only' };
}

/** The request that adds an animal. */
export function addRequest({ categoryId, status }: NewPet, mayBeRefused: boolean): SetUpRequest {
  return { kind: 'add', categoryId: String(categoryId), status: status ?? null, mayBeRefused };
}

/** The requests of a set-up whose answers violated something. */
export interface ViolatedRequests {
  readonly note: (requirement: string, request: SetUpRequest) => void;
  /** One for each requirement and kind of request: a second try need not repeat a hundred additions. */
  readonly all: () => readonly SetUpRequest[];
}

/** Begins to collect violated requests. */
export function collectViolated(): ViolatedRequests {
  const first = new Map<string, SetUpRequest>();
  return {
    note(requirement, request) {
      const key = `${request.kind} ${isConclusive(request)} ${requirement}`;
      if (!first.has(key)) first.set(key, request);
    },
    all: () => [...new Set(first.values())],
  };
}

/** Whether an answer without a violation, the second time, says that the first one was a matter of chance. */
export function isConclusive(request: SetUpRequest): boolean {
  return request.kind !== 'list' || !request.beforeAdding;
}

/** Sends a request once more, and judges its answer as the first time. An addition has a name of its own. */
export async function repeatRequest(run: Run, client: CaseClient, request: SetUpRequest): Promise<void> {
  if (request.kind === 'list') await client.list(request.query);
  else if (request.kind === 'add') await addAgain(run, client, request);
  else if (request.kind === 'read-unknown')
    client.refused('GET-UNKNOWN', await readAgain(client, request, 'named'), 404);
  else if (run.phase === 'before') await client.read(BigInt(request.id));
  else await readAgain(client, request, 'open');
}

function readAgain(
  client: CaseClient,
  { id }: { readonly id: string },
  condition: 'named' | 'open',
): ReturnType<CaseClient['send']> {
  return client.send({ method: 'GET', path: `/pets/${id}`, operation: 'getPet' }, condition);
}

async function addAgain(
  run: Run,
  client: CaseClient,
  request: Extract<SetUpRequest, { readonly kind: 'add' }>,
): Promise<void> {
  const pet: NewPet = {
    name: run.nextName(SET_UP_CASE),
    categoryId: BigInt(request.categoryId),
    status: request.status ?? undefined,
  };
  await (request.mayBeRefused ? client.addOrRefuse(pet, 'CREATE-CATEGORY-INT64') : client.add(pet));
}
