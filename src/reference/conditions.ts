import type { RejectionKind, Reply } from './reply.ts';
import type { Operation, ServiceRequest } from './service-request.ts';

/** The rejections of a key (part 5 rule 3). */
export const keyRejections: readonly RejectionKind[] = ['key-missing', 'key-invalid'];

/** Picks some responses, by the reply and its request. */
export type ReplyTest = (reply: Reply, request: ServiceRequest) => boolean;

/** Whether a request is for an operation. */
export function isFor(operation: Operation): (request: ServiceRequest) => boolean {
  return (request) => request.operation === operation;
}

/** Whether a reply is the success of an operation. */
export function succeeds(operation: Operation): ReplyTest {
  return (reply, request) => request.operation === operation && reply.status < 300;
}

/** Whether a reply or a rejection is of one of these kinds. */
export function isOfKind(...kinds: readonly Reply['kind'][]): (given: Pick<Reply, 'kind'>) => boolean {
  return ({ kind }) => kinds.includes(kind);
}

/** Whether a reply says that no pet has the id that a request reads. */
export function isUnknownRead(reply: Reply, request: ServiceRequest): boolean {
  return request.operation === 'getPet' && reply.kind === 'unknown-pet';
}

/** Whether a read spells its id with percent escapes. */
export function isEscapedRead({ operation, target }: ServiceRequest): boolean {
  return operation === 'getPet' && target.includes('%');
}

/** The name of the first parameter of a query. */
export function firstParameter(query: URLSearchParams): string | undefined {
  return [...query.keys()][0];
}

/** Makes a predicate that is true on every n-th call. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
}
