/** So many responses without a disturbance allow one more simultaneous request. */
const RESPONSES_TO_RECOVER = 20;
/** Bytes of bodies that may arrive at a time: 20 pages of 100 KB each. */
const ROOM_FOR_BODIES = 2 * 1024 * 1024;

/** How many requests may be under way at a time. */
interface ConcurrencyLimit {
  /** The limit that disturbances left, and the lowest of the run. */
  readonly allowed: () => number;
  readonly lowest: () => number;
  /** The same limit, or a lower one while bodies are large. */
  readonly forBodies: () => number;
  /** Records a response that is no disturbance. True if it allows one more request. */
  readonly recordResponse: () => boolean;
  /** Records a disturbance, which delays the recovery. */
  readonly recordDisturbance: () => void;
  readonly halve: () => void;
  readonly restore: () => void;
  /** Records the bytes of a body. */
  readonly recordBodySize: (bytes: number) => void;
  /** The bytes of the largest body so far. */
  readonly largestBody: () => number;
}

/** How many bodies of `bytes` fit into `room`, also in bytes. At least one. */
export function bodiesThatFit(room: number, bytes: number): number {
  return Math.max(1, Math.floor(room / bytes));
}

/** Starts with the most simultaneous requests that the configuration allows. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let allowed = most;
  let lowest = most;
  let responsesInARow = 0;
  let heaviest = 1;
  return {
    allowed: () => allowed,
    lowest: () => lowest,
    forBodies: () => Math.min(allowed, bodiesThatFit(ROOM_FOR_BODIES, heaviest)),
    recordResponse: () => {
      responsesInARow += 1;
      if (responsesInARow < RESPONSES_TO_RECOVER || allowed >= most) return false;
      responsesInARow = 0;
      allowed += 1;
      return true;
    },
    recordDisturbance: () => {
      responsesInARow = 0;
    },
    halve: () => {
      allowed = Math.max(1, Math.floor(allowed / 2));
      lowest = Math.min(lowest, allowed);
    },
    restore: () => {
      allowed = most;
    },
    recordBodySize: (bytes) => {
      heaviest = Math.max(heaviest, bytes);
    },
    largestBody: () => heaviest,
  };
}
