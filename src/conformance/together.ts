/**
 * Does several things at the same time and waits for the end of all, also of those that come after one that ended its
 * case; then rejects as the first of them did, if one did.
 */
export async function together(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const settled = await Promise.allSettled(works.map((work) => work()));
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}
