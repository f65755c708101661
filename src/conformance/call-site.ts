/** Where something was asked for: `specs/list-limit.spec.ts:20`, or a line of `src/` where no spec is on the stack. */
export function callSite(): string {
  const near = framesHere(NEAR).find(isSpec);
  const frame = near ?? findFar(framesHere(DEEPEST));
  const path = /(?:specs|src)\/[\w./-]+/.exec(frame?.getFileName() ?? '')?.[0];
  return path === undefined ? 'unknown' : `${path}:${frame?.getLineNumber() ?? 0}`;
}

/** Frames that only pass a judgement on, and so tell nothing of where it was made. */
const PASSING_ON = /\/(judge|call-site)\.ts/;
/** Nearly every judgement is made so few frames below its spec; each frame more costs as much again. */
const NEAR = 8;
const DEEPEST = 40;

function findFar(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite | undefined {
  return frames.find(isSpec) ?? frames.find((each) => !PASSING_ON.test(each.getFileName() ?? ''));
}

function isSpec(frame: NodeJS.CallSite): boolean {
  return frame.getFileName()?.includes('/specs/') === true;
}

/**
 * The stack as frames, innermost first, those before an `await` included. To format a stack as text costs ten times as
 * much, and a run asks some two thousand times; Node runs the sources with their own line numbers, so nothing is mapped.
 */
function framesHere(limit: number): readonly NodeJS.CallSite[] {
  const { stackTraceLimit } = Error;
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder: { stack?: readonly NodeJS.CallSite[] } = {};
  Error.stackTraceLimit = limit;
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
