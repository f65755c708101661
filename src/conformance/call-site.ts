/** Where something was asked for: `specs/list-limit.spec.ts:20`, or a line of `src/` where no spec is on the stack. */
export function callSite(): string {
  return placeOf(framesHere());
}

/** A frame of a running stack, innermost first. */
interface Frame {
  readonly file: string;
  readonly line: number;
}

/** Frames that only pass a judgement on, and so tell nothing of where it was made. */
const PASSING_ON = /\/(judge|call-site)\.ts/;
const DEEPEST = 60;

function placeOf(frames: readonly Frame[]): string {
  const frame =
    frames.find(({ file }) => file.includes('/specs/')) ?? frames.find(({ file }) => !PASSING_ON.test(file));
  const path = /(?:specs|src)\/[\w./-]+/.exec(frame?.file ?? '')?.[0];
  return path === undefined ? 'unknown' : `${path}:${frame?.line ?? 0}`;
}

/**
 * The stack as frames, those before an `await` included. Formatting a stack as text costs ten times as much, and a run
 * asks some two thousand times; Node runs the sources with their own line numbers, so nothing needs to be mapped.
 */
function framesHere(): readonly Frame[] {
  const { stackTraceLimit } = Error;
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder: { stack?: readonly Frame[] } = {};
  Error.stackTraceLimit = DEEPEST;
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => ({ file: frame.getFileName() ?? '', line: frame.getLineNumber() ?? 0 }));
  try {
    Error.captureStackTrace(holder, framesHere);
    return holder.stack ?? [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', before);
  }
}
