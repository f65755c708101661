/** What a report page tells, read back from its marks. */
export interface ReadHtml {
  readonly headline: string;
  /** Outcomes by id of the requirement. */
  readonly requirements: ReadonlyMap<string, string>;
  /** How many checks have each outcome. */
  readonly checkCounts: Readonly<Record<string, number>>;
}

/** Reads the headline, the requirements and the checks of a report page. */
export function readHtml(text: string): ReadHtml {
  const checkCounts: Record<string, number> = {};
  for (const [, outcome = ''] of text.matchAll(/ class="check(?: flat)?" data-outcome="([^"]*)"/g)) {
    checkCounts[outcome] = (checkCounts[outcome] ?? 0) + 1;
  }
  const rows = text.matchAll(
    / class="requirement" data-outcome="([^"]*)"[^>]*>(?:<summary>|<[^>]*>)*?<b [^>]*>[^<]*<\/b> <strong>(.*?)<\/strong>/g,
  );
  return {
    headline: /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '',
    requirements: new Map([...rows].map(([, outcome = '', id = '']) => [unescaped(id), outcome])),
    checkCounts,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Marks within a line, such as those around an escaped character, and what shows a long body: they depend on the text. */
const WITHIN_A_LINE = new Set([
  'span',
  'mark',
  'code',
  'i',
  'b',
  'wbr',
  'pre',
  'details',
  'summary',
  'small',
  'p',
  'div',
]);

/**
 * What is left of a page when its texts are taken away: its elements that make up the page with the names of their
 * attributes, in order; the kinds of all others; its own style and script.
 */
export function htmlSkeleton(text: string): unknown {
  const own = [...text.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(([whole]) => whole);
  const rest = text.replaceAll(/<(style|script)>.*?<\/\1>/gs, '');
  const elements = [...rest.matchAll(/<(\/?[a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g)].map(
    ([, name = '', attributes = '']) => ({ name, attributes: attributes.replaceAll(/="[^"]*"/g, '') }),
  );
  return {
    own,
    places: elements.filter(({ name }) => !WITHIN_A_LINE.has(name.replace('/', ''))),
    kinds: new Set(elements.map(({ name }) => name).filter((name) => !WITHIN_A_LINE.has(name.replace('/', '')))),
  };
}
