import { BroadcastChannel } from 'node:worker_threads';
import { findRequirement } from '../contract/requirements.ts';
import type { JournalRecord } from './journal.ts';

/**
 * What a run tells while it goes on: that its whole traffic waits, or that a requirement is violated, which
 * nothing that is still to come can undo. The second try of a run tells its own.
 */
export type LiveNews =
  | { readonly type: 'pacing'; readonly milliseconds: number }
  | { readonly type: 'violated'; readonly requirement: string };

/** Tells the news of a run from the thread of its cases. */
export interface NewsTeller {
  readonly pacing: (milliseconds: number) => void;
  /** Takes what is written into the journal. */
  readonly record: (record: JournalRecord) => void;
  readonly close: () => void;
}

/** Opens the channel of a run for telling. It keeps no thread alive. */
export function tellNews(runId: string): NewsTeller {
  const channel = new BroadcastChannel(newsChannel(runId));
  channel.unref();
  const tell = (news: LiveNews): void => channel.postMessage(news);
  const told = new Set<string>();
  return {
    pacing: (milliseconds) => tell({ type: 'pacing', milliseconds }),
    record(record) {
      if (record.type !== 'judgement' || record.judgement.outcome !== 'violated') return;
      const { requirement } = record.judgement;
      if (told.has(requirement) || findRequirement(requirement)?.level !== 'required') return;
      told.add(requirement);
      tell({ type: 'violated', requirement });
    },
    close: () => channel.close(),
  };
}

/** Hears the news of a run, from any thread of this process, until it is closed. */
export function hearNews(runId: string, hear: (news: LiveNews) => void): { readonly close: () => void } {
  const channel = new BroadcastChannel(newsChannel(runId));
  channel.addEventListener('message', (event) => {
    if ('data' in event && isNews(event.data)) hear(event.data);
  });
  channel.unref();
  return { close: () => channel.close() };
}

function newsChannel(runId: string): string {
  return `petstore-conformance/${runId}/news`;
}

function isNews(value: unknown): value is LiveNews {
  return typeof value === 'object' && value !== null && 'type' in value;
}
