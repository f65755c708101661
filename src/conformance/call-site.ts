/** Where something was asked for: `specs/list-limit.spec.ts:20`, or a line of `src/` where no spec is on the stack. */
export function callSite(): string {
  const frames = framesHere();
  const frame = frames.find(isSpec) ?? frames.find((each) => !PASSING_ON.test(each.getFileName() ?? ''));
  const path = /(?:specs|src)\/[\w./-]+/.exec(frame?.getFileName() ?? '')?.[0];
  return path === undefined ? 'unknown' : `${path}:${frame?.getLineNumber() ?? 0}`;
}

/** Frames that only pass a judgement on, and so tell nothing of where it was made. */
const PASSING_ON = /\/(judge|call-site)\.ts/;
const DEEPEST = 40;

function isSpec(frame: NodeJS.CallSite): boolean {
  return frame.getFileName()?.includes('/specs/') === true;
}

/**
 * The stack as frames, innermost first, those before an `await` included. To format a stack as text costs ten times as
 * much, and a run asks some two thousand times; Node runs the sources with their own line numbers, so nothing is mapped.
 */
function framesHere(): readonly NodeJS.CallSite[] {
  const { stackTraceLimit } = Error;
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder: { stack?: readonly NodeJS.CallSite[] } = {};
  Error.stackTraceLimit = DEEPEST;
  Error.prepareStackTrace = (_error, frames) => frames;
  try {
    Error.captureStackTrace(holder, framesHere);
    return holder.stack ?? [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', before);
  }
}
