/** What a run may do, by the name of its profile. A quick one judges by the cases of src/suite/quick-cases.json. */
export const PROFILES = {
  full: { addsPets: true, isQuick: false },
  'read-only': { addsPets: false, isQuick: false },
  quick: { addsPets: true, isQuick: true },
  'quick-read-only': { addsPets: false, isQuick: true },
} as const;

/** The name of a profile. */
export type Profile = keyof typeof PROFILES;

export const profileNames = Object.keys(PROFILES) as readonly Profile[];
