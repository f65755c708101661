import type { Profile } from '../settings/profiles.ts';
import quickCases from './quick-cases.json' with { type: 'json' };

/** The cases of a quick profile, and what they cost on a service that violates nothing. */
export interface QuickCases {
  readonly requests: number;
  readonly creates: number;
  readonly cases: readonly string[];
}

const CHOSEN: Readonly<Partial<Record<Profile, QuickCases>>> = quickCases;

/** The cases of a quick profile; null for a profile that has all cases. */
export function quickCasesOf(profile: Profile): QuickCases | null {
  return CHOSEN[profile] ?? null;
}
