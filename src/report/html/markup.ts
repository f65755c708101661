import { firstUnits, grouped, visibleLine, visibleRuns, type LineBreaks } from './visible-text.ts';

/**
 * Markup that `element` and its companions made. The field is private to this file and the class is not exported, so
 * that no text can become markup by any other way.
 */
class FinishedMarkup {
  readonly #start: string;
  readonly #content: readonly Content[];
  readonly #end: string;
  constructor(start: string, content: readonly Content[] = [], end: string = '') {
    this.#start = start;
    this.#content = content;
    this.#end = end;
  }
  /** Adds the text of some markup to a list, whose items joined are cheaper than texts put together one by one. */
  static write(markup: FinishedMarkup, into: string[]): void {
    into.push(markup.#start);
    for (const each of markup.#content) writeContent(each, into);
    into.push(markup.#end);
  }
}

export type Markup = FinishedMarkup;

/** What an element holds. A string is text, whatever is in it; null is nothing; a list may be made while it is read. */
export type Content = Markup | string | number | null | Iterable<Content>;

/** A place within the page: the only kind of address that a link can lead to. */
export interface Place {
  readonly id: string;
}

type SectionElement = 'main' | 'header' | 'footer' | 'nav' | 'section' | 'article' | 'search' | 'figure' | 'figcaption';
type BlockElement = 'div' | 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'pre' | 'ul' | 'ol' | 'li' | 'dl' | 'dt' | 'dd';
type TableElement = 'table' | 'caption' | 'thead' | 'tbody' | 'tr' | 'th' | 'td';
type PhraseElement = 'a' | 'b' | 'code' | 'del' | 'ins' | 'mark' | 'small' | 'span' | 'strong' | 'time';
type FormElement = 'button' | 'details' | 'input' | 'label' | 'option' | 'output' | 'select' | 'summary';
type DrawingElement = 'svg' | 'g' | 'line' | 'path' | 'rect' | 'text';

/** The elements that the page is made of. Those that load or run anything are not among them. */
export type ElementName = SectionElement | BlockElement | TableElement | PhraseElement | FormElement | DrawingElement;

type WordAttribute =
  | 'aria-describedby'
  | 'aria-hidden'
  | 'aria-label'
  | 'aria-labelledby'
  | 'aria-live'
  | 'class'
  | 'colspan'
  | 'd'
  | 'data-level'
  | 'data-operation'
  | 'data-outcome'
  | 'datetime'
  | 'for'
  | 'height'
  | 'id'
  | 'placeholder'
  | 'role'
  | 'scope'
  | 'tabindex'
  | 'text-anchor'
  | 'title'
  | 'type'
  | 'value'
  | 'viewBox'
  | 'width'
  | 'x'
  | 'x1'
  | 'x2'
  | 'y'
  | 'y1'
  | 'y2';

/** Attributes of an element: none that holds code or style, and `href` only within the page. */
export type Attributes = Readonly<Partial<Record<WordAttribute, string | number>>> & {
  readonly href?: Place;
  readonly hidden?: boolean;
  readonly open?: boolean;
};

const VOID: ReadonlySet<ElementName> = new Set<ElementName>(['input']);

/** An element with its content. Strings are escaped, and what cannot be seen in them is shown as escapes. */
export function element(name: ElementName, attributes: Attributes, ...content: readonly Content[]): Markup {
  const start = startTag(name, attributes);
  return VOID.has(name) ? new FinishedMarkup(start) : new FinishedMarkup(start, content, `</${name}>`);
}

/** An element that is made while it is written: what holds thousands of others is never one text. To be read once. */
export function* longElement(
  name: ElementName,
  attributes: Attributes,
  ...content: readonly Content[]
): Generator<Content> {
  yield new FinishedMarkup(startTag(name, attributes));
  yield* content;
  yield new FinishedMarkup(`</${name}>`);
}

function startTag(name: ElementName, attributes: Attributes): string {
  let start = `<${name}`;
  for (const attribute of Object.entries(attributes)) start += writeAttribute(attribute);
  return `${start}>`;
}

/** A text whose line breaks and tabs are kept, as in a body. For `pre` alone. */
export function verbatim(text: string): Markup {
  return new FinishedMarkup(writeText(text, 'kept'));
}

/** A text of at most so many characters, in one line; how many were left out is said. */
export function cutText(text: string, limit: number): Content {
  if (text.length <= limit) return text;
  const kept = firstUnits(text, limit);
  return [kept, element('span', { class: 'cut' }, `… ${grouped(text.length - kept.length)} more characters`)];
}

/**
 * The page as text, in pieces. `style` and `script` are our own assets and stand in the head as they are; `policy` comes
 * first.
 */
export function* writeDocument(page: {
  readonly title: string;
  readonly policy: string;
  readonly style: string;
  readonly script: string;
  readonly body: Iterable<Content>;
}): Generator<string> {
  yield [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeMarks(page.policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${writeLine(page.title)}</title>`,
    `<style>${asset('style', page.style)}</style>`,
    `<script type="module">${asset('script', page.script)}</script>`,
    '</head>',
    '<body>',
  ].join('\n');
  yield* writePieces(page.body);
  yield '</body>\n</html>\n';
}

/** An asset that held its own end tag, or the beginning of a comment, would end elsewhere than it seems to. */
function asset(name: 'style' | 'script', text: string): string {
  if (/<\/|<!--/.test(text)) throw new Error(`The ${name} of the page must hold neither an end tag nor a comment.`);
  return text;
}

function writeAttribute([name, value]: readonly [string, string | number | boolean | Place | undefined]): string {
  if (value === undefined || value === false) return '';
  if (value === true) return ` ${name}`;
  if (typeof value === 'object') return ` ${name}="#${escapeMarks(encodeURIComponent(value.id.toWellFormed()))}"`;
  return ` ${name}="${writeLine(String(value))}"`;
}

function writeContent(content: Content, into: string[]): void {
  if (content === null) return;
  if (typeof content === 'string') into.push(writeText(content, 'escaped'));
  else if (typeof content === 'number') into.push(String(content));
  else if (content instanceof FinishedMarkup) FinishedMarkup.write(content, into);
  else for (const each of content) writeContent(each, into);
}

/** The same in pieces, however deep the lists lie in one another. */
function* writePieces(content: Content): Generator<string> {
  if (typeof content === 'object' && content !== null && !(content instanceof FinishedMarkup)) {
    for (const each of content) yield* writePieces(each);
    return;
  }
  const texts: string[] = [];
  writeContent(content, texts);
  yield texts.join('');
}

/** Texts that are written as they are, as nearly all: of ASCII and two marks of ours, without what markup is made of. */
const BARE = { kept: /^[ -%'-;=?-~→·\n\t]*$/, escaped: /^[ -%'-;=?-~→·]*$/ } as const;
const BARE_LINE = /^[ !#-%'-;=?-~]*$/;

function writeText(text: string, lineBreaks: LineBreaks): string {
  if (BARE[lineBreaks].test(text)) return text;
  return visibleRuns(text, lineBreaks)
    .map((run) => (run.escaped ? `<span class="escape">${escapeTags(run.text)}</span>` : escapeTags(run.text)))
    .join('');
}

function writeLine(text: string): string {
  return BARE_LINE.test(text) ? text : escapeMarks(visibleLine(text));
}

const TAGS = /[&<>]/;

/** Quotes mean nothing between tags, and bodies are full of them. */
function escapeTags(text: string): string {
  if (!TAGS.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For the value of an attribute, which always stands in double quotes. */
function escapeMarks(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;');
}
