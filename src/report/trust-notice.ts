import type { Report } from './report.ts';

/** What a reader must know of how the target was reached before believing a verdict; null where there is nothing. */
export function trustNotice({ run }: Report): string | null {
  return run.configuration['insecure'] === true
    ? 'TLS certificates were not checked (--insecure): nobody knows whether these answers are those of the target.'
    : null;
}
