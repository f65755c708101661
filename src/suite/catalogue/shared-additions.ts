import type { ResponseInContext } from '../responses/response-in-context.ts';

/** The additions of a run that several cases share. */
export interface SharedAdditions {
  /** The response to a body: that of an earlier call for the same body, or that of `send`. Null if it is not right. */
  readonly get: (body: string, send: () => Promise<ResponseInContext | null>) => Promise<ResponseInContext | null>;
  /** Forgets all, so the next call sends its body again. */
  readonly clear: () => void;
}

/** The shared additions of a run that has added nothing. */
export function createSharedAdditions(): SharedAdditions {
  const sent = new Map<string, Promise<ResponseInContext | null>>();
  return {
    get(body, send) {
      const sending = sent.get(body) ?? send();
      sent.set(body, sending);
      return sending;
    },
    clear: () => sent.clear(),
  };
}
