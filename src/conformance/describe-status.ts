const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A status in the words of a finding. No redirect is followed, since the key would go with it to wherever it points. */
export function describeStatus(status: number): string {
  return REDIRECTS.has(status) ? `status ${status}, a redirect, which is never followed` : `status ${status}`;
}
