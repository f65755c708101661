/**
 * Does several things at the same time and waits for the end of all, also of those that come after one that ended its
 * case; then rejects as the first of them did, if one did.
 */
export async function together(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const settled = await Promise.allSettled(works.map((work) => work()));
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}

/**
 * Does the same with each item, so many at a time, in their order. A case that sent a hundred requests at once would keep
 * every other one waiting. Rejects with the first failure, when what was under way has ended.
 */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  async function lane(): Promise<void> {
    for (const item of waiting) await work(item);
  }
  await together(...Array.from({ length: lanes }, () => lane));
}
