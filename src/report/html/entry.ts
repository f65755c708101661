import { element, type Content, type Markup } from './markup.ts';
import type { ReportIndex } from './report-index.ts';

/** One check or exchange in a list. `id` is the address of its evidence. */
export interface Entry {
  readonly kind: 'check' | 'exchange';
  readonly outcome?: string;
  readonly id: string;
  readonly line: readonly Content[];
  readonly evidence: readonly Content[];
}

/**
 * An entry that opens to its evidence. A browser needs about as long for such an element as for ten others, so that in a
 * page with thousands of entries the evidence stands open below its line; what is around the entries still opens.
 */
export function renderEntry(entry: Entry, index: ReportIndex): Markup {
  const attributes = entry.outcome === undefined ? {} : { 'data-outcome': entry.outcome };
  const evidence = element('div', { class: 'evidence', id: entry.id }, ...entry.evidence);
  if (!index.manyEntries) {
    return element('details', { class: entry.kind, ...attributes }, element('summary', {}, ...entry.line), evidence);
  }
  return element('div', { class: `${entry.kind} flat`, ...attributes }, element('p', {}, ...entry.line), evidence);
}
