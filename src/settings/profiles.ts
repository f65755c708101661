/** What a run may do, by the name of its profile. */
export const PROFILES = {
  full: { addsPets: true },
  'read-only': { addsPets: false },
} as const;

/** The name of a profile. */
export type Profile = keyof typeof PROFILES;

export const profileNames = Object.keys(PROFILES) as readonly Profile[];
