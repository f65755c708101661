import { firstUnits, grouped } from '../../contract/describe.ts';
import { type Mark, wordOf } from '../outcomes.ts';
import { inertText, UNSAFE } from '../safe-text.ts';

/** A value in a template. A string is always text, null is empty, and a list may be lazy. */
export type Content = Markup | string | number | null | Iterable<Content>;

/** A place within the page: the only kind of address that a link can lead to. */
export interface Place {
  readonly id: string;
}

/** The place of a value in a template. */
type Slot = 'text' | 'attribute' | 'address' | 'tag';

/** A template: its literal text without the line breaks of the source, and the slots for values. */
interface Template {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

/** Finished text, or a list that is made while it is read. */
type Piece = string | Iterable<Content>;

/**
 * Markup that the functions of this file made. The pieces are private to the class and the class is not exported, so no
 * text can become markup in any other way.
 */
class FinishedMarkup {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }
}

export type Markup = FinishedMarkup;

const templates = new WeakMap<TemplateStringsArray, Template>();

/**
 * Markup from a template literal. The literal is trusted. Each value is escaped for its slot: text, an attribute in double
 * quotes, or an address after `href=`, which must be a place of the page. Between attributes, a value must be markup.
 * Line breaks of the literal and the white space after them are removed.
 */
export function markup(literal: TemplateStringsArray, ...values: readonly (Content | Place)[]): Markup {
  let template = templates.get(literal);
  if (template === undefined) {
    template = readTemplate(literal);
    templates.set(literal, template);
  }
  const { texts, slots } = template;
  const pieces: Piece[] = [texts[0] ?? ''];
  for (const [index, slot] of slots.entries()) {
    addValue(pieces, slot, values[index] ?? null);
    addText(pieces, texts[index + 1] ?? '');
  }
  return new FinishedMarkup(pieces);
}

function readTemplate(literal: TemplateStringsArray): Template {
  const texts = literal.map((text) => text.replaceAll(/\n\s*/g, ''));
  let isInTag = false;
  let isQuoted = false;
  const slots = texts.slice(0, -1).map((text): Slot => {
    for (const character of text) {
      if (character === '"' && isInTag) isQuoted = !isQuoted;
      else if (!isQuoted && (character === '<' || character === '>')) isInTag = character === '<';
    }
    if (!isInTag) return 'text';
    if (!isQuoted) return 'tag';
    return text.endsWith(' href="') ? 'address' : 'attribute';
  });
  return { texts, slots };
}

function addValue(pieces: Piece[], slot: Slot, value: Content | Place): void {
  if (slot === 'address') {
    if (!isPlace(value)) throw new Error('A link of the page must lead to a place within it.');
    addText(pieces, `#${escapeMarks(encodeURIComponent(value.id.toWellFormed()))}`);
  } else if (isPlace(value)) {
    throw new Error('A place can only be the address of a link.');
  } else if (slot === 'attribute') {
    if (typeof value === 'string' || typeof value === 'number') addText(pieces, writeLine(String(value)));
  } else if (slot === 'text' || value === null || value instanceof FinishedMarkup) {
    addContent(pieces, value);
  } else {
    throw new Error('Only markup may stand between the attributes of an element.');
  }
}

function isPlace(value: Content | Place): value is Place {
  return typeof value === 'object' && value !== null && 'id' in value;
}

function addContent(pieces: Piece[], content: Content): void {
  if (content === null) return;
  if (typeof content === 'string') addText(pieces, writeText(content, 'escaped'));
  else if (typeof content === 'number') addText(pieces, String(content));
  else if (content instanceof FinishedMarkup) addPieces(pieces, content.pieces);
  else if (Array.isArray(content)) for (const each of content) addContent(pieces, each);
  else pieces.push(content);
}

function addPieces(pieces: Piece[], added: readonly Piece[]): void {
  for (const piece of added) {
    if (typeof piece === 'string') addText(pieces, piece);
    else pieces.push(piece);
  }
}

/** Adds a finished text. Neighbouring texts are one piece. */
function addText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
  else pieces.push(text);
}

/** The text of a content. A list that is made while it is read comes item by item. */
function* textsOf(content: Content): Generator<string> {
  const pieces: Piece[] = [];
  addContent(pieces, content);
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece;
    else for (const each of piece) yield* textsOf(each);
  }
}

/** The word of an outcome, with the sign and the colour that the style gives it. */
export function outcomeBadge(mark: Mark): Markup {
  return markup`<b class="mark ${mark}">${wordOf(mark)}</b>`;
}

/** Contents with a separator between them. */
export function joined(contents: readonly Content[], separator = ', '): Content {
  return contents.map((content, place) => (place === 0 ? content : [separator, content]));
}

/** Markup if a condition holds. For attributes such as `open`. */
export function when(condition: boolean, content: Markup): Markup | null {
  return condition ? content : null;
}

/** A text whose line breaks are kept, as in a body. The style also keeps its tabs and spaces. */
export function verbatim(text: string): Markup {
  return new FinishedMarkup([writeText(text, 'kept')]);
}

/** A text in which ids of requirements move to the next line rather than break. `show` makes content of the other parts. */
export function wholeIds(text: string, show: (part: string) => Content = (part) => part): Content {
  return text
    .split(/\b([A-Z]{2,}(?:-[A-Z0-9]+)+)\b/)
    .map((part, place) => (place % 2 === 0 ? show(part) : markup`<span class="id">${part}</span>`));
}

/** A text on one line, cut to a number of characters. A cut text says how many are missing. */
export function cutText(text: string, limit: number): Content {
  if (text.length <= limit) return text;
  const kept = firstUnits(text, limit);
  return [kept, markup`<span class="cut">… ${grouped(text.length - kept.length)} more characters</span>`];
}

/** The page as text, in pieces. `style` and `script` are assets of the suite and are not escaped. */
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
  for (const each of page.body) yield* textsOf(each);
  yield '</body>\n</html>\n';
}

/** An end tag or the start of a comment in an asset would change where the browser ends it. */
function asset(name: 'style' | 'script', text: string): string {
  if (/<\/|<!--/.test(text)) throw new Error(`The ${name} of the page must not contain an end tag or a comment.`);
  return text;
}

/** Whether line breaks and tabs are kept, as in a body, or become escapes, as in a line of the report. */
type LineBreaks = 'kept' | 'escaped';

function writeText(text: string, lineBreaks: LineBreaks): string {
  return visibleRuns(text, lineBreaks)
    .map((run) => (run.escaped ? `<span class="escape">${escapeTags(run.text)}</span>` : escapeTags(run.text)))
    .join('')
    .replaceAll('\n', '<br>');
}

function writeLine(text: string): string {
  return escapeMarks(visibleLine(text));
}

/** Quotes mean nothing between tags, and bodies are full of them. */
function escapeTags(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** Escapes the value of an attribute, which is always in double quotes. */
function escapeMarks(text: string): string {
  return escapeTags(text).replaceAll('"', '&quot;');
}

/** A part of a text that is either safe to show, or consists of escapes of unsafe characters. */
interface TextRun {
  readonly text: string;
  readonly escaped: boolean;
}

const HIDDEN = {
  kept: new RegExp(String.raw`(?:(?![\n\t])${UNSAFE})+`, 'gu'),
  escaped: new RegExp(`(?:${UNSAFE})+`, 'gu'),
} as const;

/** Most texts hold only these characters, which are visible. Nearly half of the time would go into the search in them. */
const VISIBLE = { kept: /^[ -~→·\n\t]+$/, escaped: /^[ -~→·]+$/ } as const;

/** Splits a text into safe parts and parts that are replaced by visible escapes such as `\u202e`. */
export function visibleRuns(text: string, lineBreaks: LineBreaks): readonly TextRun[] {
  if (VISIBLE[lineBreaks].test(text)) return [{ text, escaped: false }];
  const runs: TextRun[] = [];
  let done = 0;
  for (const match of text.matchAll(HIDDEN[lineBreaks])) {
    if (match.index > done) runs.push({ text: text.slice(done, match.index), escaped: false });
    runs.push({ text: inertText(match[0]), escaped: true });
    done = match.index + match[0].length;
  }
  if (done < text.length) runs.push({ text: text.slice(done), escaped: false });
  return runs;
}

/** The same as plain text, for attributes and for the title of the page. */
export function visibleLine(text: string): string {
  return visibleRuns(text, 'escaped')
    .map((run) => run.text)
    .join('');
}
