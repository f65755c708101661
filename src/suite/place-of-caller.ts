import { fileURLToPath } from 'node:url';

/** The folder of the package, as a stack names modules: by address, or by path where a test runner has loaded them. */
const ROOTS = [new URL('../../', import.meta.url).href, fileURLToPath(new URL('../../', import.meta.url))];

/** The file and line that called a function, relative to the package: `specs/create.spec.ts:12`. Empty for other files. */
export function placeOfCaller(called: (...parameters: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, called);
  const [, caller = ''] = (holder.stack ?? '').split('\n');
  const root = ROOTS.find((each) => caller.includes(each));
  if (root === undefined) return '';
  const inPackage = caller.slice(caller.indexOf(root) + root.length).replaceAll('\\', '/');
  const [, path = '', line = ''] = /^([^?:]+)(?:\?[^:]*)?:(\d+)/.exec(inPackage) ?? [];
  return `${path}:${line}`;
}
