import type { CompleteResponse } from '../responses/response.ts';

/** The additions of a run that several cases share. */
export interface SharedAdditions {
  /** The response to a body: that of an earlier call with the same key, or that of `send`. Null if it is not right. */
  readonly get: (key: string, send: () => Promise<CompleteResponse | null>) => Promise<CompleteResponse | null>;
}

/** The shared additions of a run that has added nothing. */
export function createSharedAdditions(): SharedAdditions {
  const sent = new Map<string, Promise<CompleteResponse | null>>();
  return {
    get(key, send) {
      const sending = sent.get(key) ?? send();
      sent.set(key, sending);
      return sending;
    },
  };
}
