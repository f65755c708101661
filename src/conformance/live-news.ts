import { findRequirement } from '../contract/requirements.ts';
import type { JournalRecord } from './journal.ts';

/**
 * What a run tells while it goes on: that its whole traffic waits, or that a requirement is violated, which
 * nothing that is still to come can undo. The second try of a run tells its own.
 */
export type LiveNews =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string };

/** Takes what is written into the journal, and tells each required requirement that is violated, once. */
export function violationTeller(tell: (news: LiveNews) => void): (record: JournalRecord) => void {
  const told = new Set<string>();
  return (record) => {
    if (record.type !== 'judgement' || record.judgement.outcome !== 'violated') return;
    const { requirement } = record.judgement;
    if (told.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    told.add(requirement);
    tell({ type: 'violated', requirement });
  };
}
