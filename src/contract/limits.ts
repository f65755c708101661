/** The least page size that `limit` of the list operation takes (part 8). */
export const LIMIT_MIN = 1;

/** The greatest page size that `limit` of the list operation takes (part 8). */
export const LIMIT_MAX = 100;

/** The page size where the list operation is asked without `limit` (part 8). */
export const LIMIT_DEFAULT = 20;
