import { firstUnits, grouped, UNSAFE } from '../../contract/describe.ts';
import { type Mark, OUTCOMES } from '../outcomes.ts';
import { oncePer } from '../once-per.ts';
import { inertText } from '../safe-text.ts';

/** A value in a template. A string is always text, and null is empty. */
export type Content = Markup | string | number | null | readonly Content[];

/** A place within the page: the only kind of address that a link can lead to. */
export interface Place {
  readonly id: string;
}

/**
 * Markup that the functions of this file made. The text is private to the class and the class is not exported, so no text
 * can become markup in any other way.
 */
class FinishedMarkup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

export type Markup = FinishedMarkup;

/** The place of a value in a template. */
type Slot = 'text' | 'attribute' | 'address';

/**
 * Markup from a template literal. The literal is trusted. Each value is escaped for its slot: text, an attribute in double
 * quotes, or an address after `href=`, which must be a place of the page. No value stands between attributes.
 * Line breaks of the literal and the white space after them are removed.
 */
export function markup(literal: TemplateStringsArray, ...values: readonly (Content | Place)[]): Markup {
  const { texts, slots } = templateOf(literal);
  const filled = slots.map((slot, index) => writeValue(slot, values[index] ?? null) + (texts[index + 1] ?? ''));
  return new FinishedMarkup(concatenated([texts[0] ?? '', ...filled]));
}

/** The literal texts of a template without the line breaks of the source, and the slots for values. */
const templateOf = oncePer((literal: TemplateStringsArray) => {
  const texts = literal.map((text) => text.replaceAll(/\n\s*/g, ''));
  return { texts, slots: texts.slice(0, -1).map((_, index) => slotAfter(texts.slice(0, index + 1).join(''))) };
});

function slotAfter(before: string): Slot {
  const tag = /<[^<>]*$/.exec(before)?.[0];
  if (tag === undefined) return 'text';
  if (tag.split('"').length % 2 === 1) throw new Error('No value may stand between the attributes of an element.');
  return tag.endsWith(' href="') ? 'address' : 'attribute';
}

function writeValue(slot: Slot, value: Content | Place): string {
  if (slot === 'address') {
    if (!isPlace(value)) throw new Error('A link of the page must lead to a place within it.');
    return `#${escapeMarks(encodeURIComponent(value.id.toWellFormed()))}`;
  }
  if (isPlace(value)) throw new Error('A place can only be the address of a link.');
  if (slot === 'attribute')
    return escapeMarks(visibleLine(typeof value === 'string' || typeof value === 'number' ? String(value) : ''));
  return textOf(value);
}

function isPlace(value: Content | Place): value is Place {
  return typeof value === 'object' && value !== null && 'id' in value;
}

function textOf(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'string') return writeText(content, HIDDEN);
  if (typeof content === 'number') return String(content);
  return content instanceof FinishedMarkup ? content.text : concatenated(content.map(textOf));
}

/** Unlike `join`, this copies nothing. Otherwise, each element would copy all that it holds. */
function concatenated(texts: readonly string[]): string {
  return texts.reduce((before, text) => before + text, '');
}

/** The word of an outcome, to which the style gives its sign and the colour of its tone. */
export function outcomeBadge(mark: Mark): Markup {
  const { word, sign, tone } = OUTCOMES[mark];
  return markup`<b class="mark ${mark} ${tone}" data-sign="${sign}">${word}</b>`;
}

/** Contents with a separator between them. */
export function joined(contents: readonly Content[], separator = ', '): Content {
  return contents.map((content, place) => (place === 0 ? content : [separator, content]));
}

/** A paragraph that introduces what follows, or says that there is nothing. */
export function lead(content: Content): Markup {
  return markup`<p class="lead">${content}</p>`;
}

/** Labels, each with its content beside it. */
export function rows(lines: readonly (readonly [label: string, content: Content])[]): Markup {
  return markup`<dl class="rows">${lines.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>`)}</dl>`;
}

/** A line that opens to its content. */
export function details(kind: string, summary: Content, content: Content, isOpen = false): Markup {
  const inside = markup`<summary>${summary}</summary>${content}`;
  return isOpen
    ? markup`<details class="${kind}" open>${inside}</details>`
    : markup`<details class="${kind}">${inside}</details>`;
}

/** A table. The first cell of a row is its header. */
export function table(
  kind: string,
  head: readonly string[],
  body: readonly (readonly Content[])[],
  caption: Content = null,
): Markup {
  return markup`<table class="${kind}">${caption && markup`<caption>${caption}</caption>`}
    <thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${body.map(([first = null, ...cells]) => markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}

/** A text whose line breaks are kept, as in a body. The style also keeps its tabs and spaces. */
export function verbatim(text: string): Markup {
  return new FinishedMarkup(writeText(text, HIDDEN_IN_BODIES).replaceAll('\n', '<br>'));
}

/** A text on one line, cut to a number of characters. A cut text says how many are missing. */
export function cutText(text: string, limit: number): Content {
  if (text.length <= limit) return text;
  const kept = firstUnits(text, limit);
  return [kept, markup`<span class="cut">… ${grouped(text.length - kept.length)} more characters</span>`];
}

/** The page. `style` and `script` are assets of the suite and are not escaped. */
export function writeDocument(page: {
  readonly title: string;
  readonly policy: string;
  readonly style: string;
  readonly script: string;
  readonly body: Content;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarks(page.policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeMarks(visibleLine(page.title))}</title>
<style>${checkedAsset('style', page.style)}</style>
<script type="module">${checkedAsset('script', page.script)}</script>
</head>
<body>${textOf(page.body)}</body>
</html>
`;
}

/** An end tag or the start of a comment in an asset would change where the browser ends it. */
function checkedAsset(name: 'style' | 'script', text: string): string {
  if (/<\/|<!--/.test(text)) throw new Error(`The ${name} of the page must not contain an end tag or a comment.`);
  return text;
}

const HIDDEN = new RegExp(`(?:${UNSAFE})+`, 'gu');
const HIDDEN_IN_BODIES = new RegExp(String.raw`(?:(?![\n\t])${UNSAFE})+`, 'gu');

function writeText(text: string, hidden: RegExp): string {
  // Most texts hold only these characters. Nearly half of the time would go into the search in them.
  const escaped = escapeTags(text);
  return /^[ -~→·]*$/.test(text)
    ? escaped
    : escaped.replaceAll(hidden, (found) => `<span class="escape">${inertText(found)}</span>`);
}

/** Quotes mean nothing between tags, and bodies are full of them. */
function escapeTags(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** Escapes the value of an attribute, which is always in double quotes. */
function escapeMarks(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;');
}

/** A text with visible escapes such as `\u202e`, for attributes and for the title of the page. */
export function visibleLine(text: string): string {
  return text.replaceAll(HIDDEN, inertText);
}
