import type { Console } from './console.ts';

/** The flag of every command that prints its result for programs. */
export const JSON_FLAG = '--json';

/** What must not stand in the log of a build server or on a terminal: commands such as ##vso[…], and control characters. */
const ACTING = /#(?=#)|[\u007f-\u009f]/g;

/** Prints one JSON document (schemas/output.schema.json), with characters that could act as escapes. */
export function printJson(document: unknown, console: Pick<Console, 'out'>): void {
  const json = JSON.stringify(document, null, 2);
  const inert = json.replace(ACTING, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
  console.out(`${inert}\n`);
}
