import { findRequirement } from '../contract/requirements.ts';
import { isViolation, type RunRecord } from './records.ts';

/**
 * What a run tells while it goes on: that its whole traffic waits, or that a requirement is violated, which
 * nothing that is still to come can undo.
 */
export type LiveEvent =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string }
  /** The service sends bodies so large that memory is to be spared. */
  | { readonly type: 'heavy-response' };

/** Bytes of such a body. A hundred ordinary pets take a fifth of it. */
const HEAVY = 64 * 1024;

/** Takes the lengths of response bodies, and tells of the first heavy one. */
export function heavinessTeller(tell: (news: LiveEvent) => void): (bytes: number) => void {
  let told = false;
  return (bytes) => {
    if (told || bytes <= HEAVY) return;
    told = true;
    tell({ type: 'heavy-response' });
  };
}

/** Takes what is recorded, and tells each required requirement that is violated, once. */
export function violationTeller(tell: (news: LiveEvent) => void): (record: RunRecord) => void {
  const told = new Set<string>();
  return (record) => {
    if (!isViolation(record)) return;
    const { requirement } = record.judgement;
    if (told.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    told.add(requirement);
    tell({ type: 'violated', requirement });
  };
}
