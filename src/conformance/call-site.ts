import { fileURLToPath } from 'node:url';

/**
 * Where something was asked for: `specs/list-limit.spec.ts:20`, or a line of `src/` where no spec is on the stack. An
 * installed package has the same lines in files that end in `.js`.
 */
export function callSite(): string {
  const near = framesHere(NEAR).find(isSpec);
  const frame = near ?? findFar(framesHere(DEEPEST));
  const path = frame === undefined ? null : pathInPackage(frame);
  return path === null ? 'unknown' : `${path}:${frame?.getLineNumber() ?? 0}`;
}

/** Frames that only pass a judgement on, and so tell nothing of where it was made. */
const PASSING_ON = /\/(judge|call-site)\.[jt]s/;
/** Nearly every judgement is made so few frames below its spec; each frame more costs as much again. */
const NEAR = 8;
const DEEPEST = 40;

/** The folder of the package, as a frame names a module: by its address, or by its path where a test runner has loaded it. */
const ROOTS = [new URL('../../', import.meta.url).href, fileURLToPath(new URL('../../', import.meta.url))];

function findFar(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite | undefined {
  return frames.find(isSpec) ?? frames.find((each) => !PASSING_ON.test(each.getFileName() ?? ''));
}

function isSpec(frame: NodeJS.CallSite): boolean {
  // Most frames are not, which is seen at a glance.
  if (frame.getFileName()?.includes('/specs/') !== true) return false;
  return pathInPackage(frame)?.startsWith('specs/') === true;
}

/**
 * A path from the folder of the package, whose own path may have any names in it; null for a file of others. What the
 * test runner adds to load a spec again is left out.
 */
function pathInPackage(frame: NodeJS.CallSite): string | null {
  const [name = ''] = (frame.getFileName() ?? '').split('?');
  const root = ROOTS.find((each) => name.startsWith(each));
  const path = root === undefined ? '' : name.slice(root.length).replaceAll('\\', '/');
  return path.startsWith('specs/') || path.startsWith('src/') ? path : null;
}

/**
 * The stack as frames, innermost first, those before an `await` included. To format a stack as text costs ten times as
 * much, and a run asks some two thousand times; Node runs the sources with their own line numbers, so nothing is mapped.
 */
function framesHere(limit: number): readonly NodeJS.CallSite[] {
  const { stackTraceLimit } = Error;
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder: { stack?: readonly NodeJS.CallSite[] } = {};
  Error.stackTraceLimit = limit;
  Error.prepareStackTrace = asTheyAre;
  try {
    Error.captureStackTrace(holder, framesHere);
    return holder.stack ?? [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    // Where there was none, as on Node 22, there is to be none again.
    if (prepare === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', prepare);
  }
}

function asTheyAre(_error: Error, frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
  return frames;
}
