import { readFileSync } from 'node:fs';

/** The style and the script of the page, as they stand in it. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/** Reads the two files that lie beside this one and are part of the program, like its code. */
export function pageAssets(): PageAssets {
  return {
    style: readFileSync(new URL('page.css', import.meta.url), 'utf8'),
    script: readFileSync(new URL('page.js', import.meta.url), 'utf8'),
  };
}
