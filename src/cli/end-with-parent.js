import { isMainThread } from 'node:worker_threads';

// Loaded before a run that another process of the suite has started. Plain JavaScript, like all that runs before the code
// cache.

if (isMainThread) {
  process.once('disconnect', () => process.exit());
  // A run that has ended does not wait for its parent.
  process.channel?.unref();
}
