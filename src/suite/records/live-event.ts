import { findRequirement } from '../../contract/requirements.ts';

/** Published during a run. A violation is final: no later result revokes it. */
export type LiveEvent =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string }
  /** The run soaks, and has done so for some of its minutes. */
  | { readonly type: 'soak'; readonly soakedMinutes: number; readonly minutes: number };

type Publish = (event: LiveEvent) => void;

/** Publishes each violated required requirement once. */
export function createViolationPublisher(publish: Publish): (requirement: string) => void {
  const published = new Set<string>();
  return (requirement) => {
    if (published.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
    published.add(requirement);
    publish({ type: 'violated', requirement });
  };
}
