import { createHash } from 'node:crypto';

/** What a report page says, read back from its marks. */
export interface ReadHtml {
  readonly headline: string;
  /** Outcomes by id of the requirement. */
  readonly requirements: ReadonlyMap<string, string>;
  /** How many checks have each outcome. */
  readonly checkCounts: Readonly<Record<string, number>>;
}

/** The outcomes of checks that the page shows by another mark. */
const CHECK_OUTCOMES: Readonly<Record<string, string>> = { warning: 'violated', verified: 'satisfied' };

/** Reads the headline, the requirements and the checks of a report page. */
export function readHtml(html: string): ReadHtml {
  const checkCounts: Record<string, number> = {};
  for (const [, mark = ''] of html.matchAll(/ class="check"><summary><b class="mark ([^" ]*)/g)) {
    const outcome = CHECK_OUTCOMES[mark] ?? mark;
    checkCounts[outcome] = (checkCounts[outcome] ?? 0) + 1;
  }
  const rows = html.matchAll(
    / class="requirement" data-outcome="([^"]*)"[^>]*>(?:<summary>|<[^>]*>)*?<b [^>]*>[^<]*<\/b> <strong>(.*?)<\/strong>/g,
  );
  return {
    headline: /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? '',
    requirements: new Map([...rows].map(([, outcome = '', id = '']) => [unescaped(id), outcome])),
    checkCounts,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** The tags of a page. */
export interface PageFacts {
  readonly ids: readonly string[];
  readonly links: readonly string[];
  /** Names of elements that were left open, or closed without having been opened. */
  readonly unbalanced: readonly string[];
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

const VOID = new Set(['meta', 'input', 'br']);

/** Reads the tags of a page. All text in it is escaped, so every angle bracket belongs to a tag. */
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

/** The visible text of a page. */
export function pageText(html: string): string {
  return unescaped(
    html
      .replaceAll(/<(style|script)[^>]*>[^]*?<\/\1>/g, '')
      .replaceAll('<br>', '\n')
      .replaceAll(/<[^>]*>/g, ''),
  );
}

/** The digest of the style or script of a page, as its policy names it. */
export function assetDigest(html: string, name: 'style' | 'script'): string {
  const text = new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(html)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
