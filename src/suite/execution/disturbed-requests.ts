import { BOUNDS } from '../../http/bounds.ts';
import { isCausable } from '../../http/disturbance.ts';
import type { HttpResult } from '../../http/request.ts';
import type { ApiRequest } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { isExpectedKind } from '../responses/response.ts';
import type { TriedValue } from '../operations/tried-value.ts';

/** The most pets that a trial adds after its requests and controls: by another request, and by the case that judges the result, which may send two. */
export const PETS_AFTER_TRIAL = 3;

/** The most pets that the trials of a run add. */
export const PETS_FOR_TRIALS = BOUNDS.trialsOfAdditions * (2 * BOUNDS.sendsOfEach + PETS_AFTER_TRIAL);

/** A request that never got a response, since each attempt was disturbed in a way that the request may cause. */
export interface DisturbedRequest {
  readonly caseId: string;
  readonly request: ApiRequest;
}

/** What the run knows about requests that were disturbed, for the controlled trials. */
export type DisturbedRequests = ReturnType<typeof createDisturbedRequests>;

/** The knowledge of a run that has sent nothing. `valuesIn`: the values that a request tries. */
export function createDisturbedRequests(valuesIn: (request: ApiRequest) => readonly TriedValue[]) {
  let disturbed: readonly DisturbedRequest[] = [];
  const harmless = new Set<string>();
  const tried = new Set<string>();
  const proven = new Set<string>();
  const isProven = (request: ApiRequest): boolean =>
    proven.size > 0 && valuesIn(request).some(({ key }) => proven.has(key));

  function identityOf(request: ApiRequest): string {
    const values = valuesIn(request).map(({ key }) => key);
    return [request.method, request.path, request.credential.id, ...values].join('\n');
  }

  return {
    /** Notes the result of a request. True if a trial may show that the request causes its disturbance. */
    note(caseId: string, request: ApiRequest, { result }: HttpResult): boolean {
      if (result.kind === 'response') {
        // A disturbance is over if the repeated case got a response to the same request.
        const isSame = (each: DisturbedRequest): boolean =>
          each.caseId === caseId && identityOf(each.request) === identityOf(request);
        disturbed = disturbed.filter((each) => !isSame(each));
        // A service that rejects the key may read nothing else, so its 401 is a response to the credential, the first value, alone.
        const read = result.status === 401 ? valuesIn(request).slice(0, 1) : valuesIn(request);
        if (isExpectedKind(request, result.status)) for (const { key } of read) harmless.add(key);
        return false;
      }
      if (!isCausable(result.status ?? result.failure.kind) || isProven(request)) return false;
      disturbed = [...disturbed, { caseId, request }];
      return true;
    },
    /** Notes a request that a case may not send any more. If it was disturbed in another case, the same trial decides it. */
    noteUnsent(caseId: string, request: ApiRequest): void {
      const identity = identityOf(request);
      if (disturbed.some((each) => identityOf(each.request) === identity))
        disturbed = [...disturbed, { caseId, request }];
    },
    all: () => disturbed,
    /** The first value of a request that no specified response of the run has shown to be harmless. */
    suspectIn: (request: ApiRequest): TriedValue | null =>
      valuesIn(request).find(({ key }) => !harmless.has(key)) ?? null,
    /** The requests with the right key that were disturbed although each of their values got a response in another request. */
    unexplained: (): readonly DisturbedRequest[] =>
      disturbed.filter(({ request }) => {
        const values = isValidKey(request.credential) ? valuesIn(request) : [];
        return values.length > 0 && values.every(({ key }) => harmless.has(key));
      }),
    /** Whether a request tries the same value. */
    tries: (request: ApiRequest, value: TriedValue): boolean => valuesIn(request).some(({ key }) => key === value.key),
    /** A trial of the value has ended, whatever it showed. */
    noteTrial: ({ key }: TriedValue): void => void tried.add(key),
    wasTried: ({ key }: TriedValue): boolean => tried.has(key),
    /** A trial has shown that the value causes the disturbance. */
    prove: ({ key }: TriedValue): void => void proven.add(key),
    /** Whether a trial has shown that a value of this request causes its disturbance. */
    isProven,
    /** Takes out the requests whose disturbance is explained by a trial, and returns them. */
    takeProven(): readonly DisturbedRequest[] {
      const taken = disturbed.filter(({ request }) => isProven(request));
      disturbed = disturbed.filter(({ request }) => !isProven(request));
      return taken;
    },
  };
}
