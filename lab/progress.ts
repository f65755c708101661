/** Milliseconds between two estimates. */
const PAUSE = 15_000;

/** Returns a function to call after each of `total` steps. It estimates the time that is left, on the standard error. */
export function createProgress(total: number): () => void {
  const started = performance.now();
  let done = 0;
  let shown = 0;
  return () => {
    done += 1;
    const spent = performance.now() - started;
    if (done === total || spent - shown < PAUSE) return;
    shown = spent;
    const minutes = Math.ceil((spent / done) * ((total - done) / 60_000));
    process.stderr.write(`${done} of ${total} judged. About ${minutes} min left.\n`);
  };
}
