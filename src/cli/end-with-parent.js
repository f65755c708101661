// Loaded before a run that another process of the suite has started. Plain JavaScript, like all that runs before the code
// cache.

// Not by process.exit, which waits for V8's own threads, and those may wait for this one.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A run that has ended does not wait for its parent.
process.channel?.unref();
