import { createHash } from 'node:crypto';

/** What can be read off a page without a browser. */
export interface PageFacts {
  readonly ids: readonly string[];
  readonly links: readonly string[];
  /** Names of elements that were left open, or closed without having been opened. */
  readonly unbalanced: readonly string[];
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

const VOID = new Set(['meta', 'input']);

/** Reads the tags of a page. All text in it is escaped, so that every angle bracket belongs to a tag. */
export function pageFacts(html: string): PageFacts {
  const text = html.replaceAll(/<(style|script)([^>]*)>[^]*?<\/\1>/g, '<$1$2></$1>').replace('<!doctype html>', '');
  const open: string[] = [];
  const unbalanced: string[] = [];
  const elements = new Set<string>();
  const attributes = new Set<string>();
  for (const [, slash, name = '', rest = ''] of text.matchAll(/<(\/?)([a-z0-9]+)((?:\s[^<>]*)?)>/gi)) {
    elements.add(name);
    for (const [, attribute = ''] of rest.matchAll(/\s([\w-]+)(?:="[^"]*")?/g)) attributes.add(attribute);
    if (slash === '/') {
      if (open.pop() !== name) unbalanced.push(name);
    } else if (!VOID.has(name)) open.push(name);
  }
  return {
    ids: [...text.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? ''),
    links: [...text.matchAll(/ href="([^"]*)"/g)].map((match) => match[1] ?? ''),
    unbalanced: [...unbalanced, ...open],
    elements,
    attributes,
  };
}

/** The visible text of a page, without its tags. */
export function pageText(html: string): string {
  return html
    .replaceAll(/<(style|script)[^>]*>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The digest of the style or script of a page, as its policy names it. */
export function assetDigest(html: string, name: 'style' | 'script'): string {
  const text = new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(html)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
