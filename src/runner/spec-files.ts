import { readdirSync } from 'node:fs';

const SPECS = new URL('../../specs/', import.meta.url);

/** A spec is TypeScript in a checkout and JavaScript in the package. */
const ENDING = /\.spec\.[jt]s$/;

/** The spec files of the package by their names without ending, and where they are. */
export function specFiles(): ReadonlyMap<string, URL> {
  const files = readdirSync(SPECS).filter((file) => ENDING.test(file));
  return new Map(files.map((file) => [file.replace(ENDING, ''), new URL(file, SPECS)]));
}
