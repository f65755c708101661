/** Tells where a judgement was asked for: the line of `specs/`, or of `src/` where no spec is on the stack. */
export type CallSites = () => string;

/**
 * Call sites of a run. To map a stack back to the sources is slow, so it is done once for each place in the running
 * code: the places themselves are cheap to get.
 */
export function createCallSites(): CallSites {
  const known = new Map<string, string>();
  return () => {
    const place = runningPlace();
    const before = known.get(place);
    if (before !== undefined) return before;
    const site = sourceLine();
    known.set(place, site);
    return site;
  };
}

/** Every frame of the stack as it runs, unmapped. */
function runningPlace(): string {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_error, frames) =>
    frames
      .map((frame) => `${frame.getFileName() ?? ''}:${frame.getLineNumber() ?? 0}:${frame.getColumnNumber() ?? 0}`)
      .join('\n');
  const place = String(new Error('place').stack);
  if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  else Object.defineProperty(Error, 'prepareStackTrace', before);
  return place;
}

function sourceLine(): string {
  const lines = (new Error('call site').stack ?? '').split('\n').slice(1);
  const line =
    lines.find((text) => text.includes('/specs/')) ??
    lines.find((text) => !text.includes('/judge.ts') && !text.includes('/call-sites.ts')) ??
    '';
  return /(specs|src)\/[\w./-]+?:\d+/.exec(line)?.[0] ?? 'unknown';
}
