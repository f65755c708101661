import { stripTypeScriptTypes } from 'node:module';

/** A module that the package refers to by a relative path. */
const OWN_MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;

/**
 * Converts a module to JavaScript. Replaces types with blanks, which keeps line numbers: reports name lines of specs.
 */
export function stripTypes(source: string): string {
  return namedAsJavaScript(stripTypeScriptTypes(source, { mode: 'strip' }));
}

/** Replaces the extension of every relative import with the extension in the package. */
export function namedAsJavaScript(source: string): string {
  return source.replaceAll(OWN_MODULE, '$1$2.js$1');
}
