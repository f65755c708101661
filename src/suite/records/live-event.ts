import { findRequirement } from '../../contract/requirements.ts';
import { isViolation, type RunRecord } from './records.ts';

/** Published during a run. A violation is final: no later result revokes it. */
export type LiveEvent =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string }
  /** The run soaks, and has done so for some of its minutes. */
  | { readonly type: 'soak'; readonly soakedMinutes: number; readonly minutes: number };

type Publish = (event: LiveEvent) => void;

/**
 * Publishes each violated required requirement once. A violation that needs a complete page is not final: it does not apply
 * if the run finds later that the service cuts pages as it likes.
 */
export function publishViolations(publish: Publish): (record: RunRecord) => void {
  const published = new Set<string>();
  return (record) => {
    if (!isViolation(record) || record.judgement.restsOnCompletePage === true) return;
    const { requirement } = record.judgement;
    if (published.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    published.add(requirement);
    publish({ type: 'violated', requirement });
  };
}
