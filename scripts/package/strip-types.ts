import { stripTypeScriptTypes } from 'node:module';

/** A module that the package refers to by a relative path. */
const OWN_MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;

/**
 * A module of ours as JavaScript. Types become blanks, so that each line keeps its number: reports name lines of specs.
 */
export function stripTypes(source: string): string {
  return namedAsJavaScript(stripTypeScriptTypes(source, { mode: 'strip' }));
}

/** The same text with every own module named as the package has it. */
export function namedAsJavaScript(source: string): string {
  return source.replaceAll(OWN_MODULE, '$1$2.js$1');
}
