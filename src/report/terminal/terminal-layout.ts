import { styleText } from 'node:util';
import { listSome } from '../../contract/describe.ts';
import { type Entry, nameOf } from '../entries.ts';
import { DOUBLED_SIGN, inertText, safeText } from '../safe-text.ts';

/** The meaning of a part of a text. One table gives each a colour. */
export type Tone = 'good' | 'bad' | 'doubt' | 'title' | 'quiet';

/** The page that sections are laid out on. Widths are terminal cells. Every line it gives is inert. */
export interface Page {
  paint(tone: Tone, text: string): string;
  /** A text broken between words, each line indented. */
  paragraph(text: string, indent: number): readonly string[];
  /** A paragraph with a dash in front. */
  item(text: string): readonly string[];
  /** A label, and beside it a text broken between words, painted if a tone is given. */
  field(label: string, text: string, tone?: Tone): readonly string[];
  /** A text on one line of any length, for copying. */
  verbatim(text: string, indent: number): string;
  /** A command, which has its own line and is never broken. */
  command(command: string): readonly string[];
  /** An entry without its exchanges: findings name theirs. */
  entry(entry: Entry): readonly string[];
}

const WIDEST = 100;
const NARROWEST = 40;
const LABEL = 10;
const FIELD_INDENT = 4;
const VALUES_SHOWN = 15;

const STYLES = {
  good: ['bold', 'green'],
  bad: ['bold', 'red'],
  doubt: ['bold', 'yellow'],
  title: ['bold'],
  quiet: ['dim'],
} as const;

/** Makes a page. It does not fill a very wide terminal, because long lines are hard to read. */
export function createPage(options: { readonly colour: boolean; readonly width: number }): Page {
  const width = Math.max(NARROWEST, Math.min(WIDEST, options.width));
  const paint: Page['paint'] = (tone, text) =>
    options.colour ? styleText([...STYLES[tone]], text, { validateStream: false }) : text;

  /** Colours are added after line breaking because they must not count as width. */
  function hang(start: string, indent: number, text: string, tone?: Tone): readonly string[] {
    return breakWords(inertText(text), width - indent).map(
      (line, index) => (index === 0 ? start : ' '.repeat(indent)) + (tone === undefined ? line : paint(tone, line)),
    );
  }

  const page: Page = {
    paint,
    paragraph: (text, indent) => hang(' '.repeat(indent), indent, text),
    item: (text) => hang('  - ', 4, text),
    field: (label, text, tone) =>
      hang(' '.repeat(FIELD_INDENT) + paint('quiet', label.padEnd(LABEL)), FIELD_INDENT + LABEL, text, tone),
    verbatim: (text, indent) => ' '.repeat(indent) + inertText(text),
    command: (command) => [...page.field('Reproduce', 'with this bash command:'), page.verbatim(command, 4)],
    entry: ({ id, text, facts, command = null }) => [
      ...page.item(safeText([id ?? '', text].filter((part) => part !== '').join(': '))),
      ...facts.flatMap(({ label, text: own = '', values = [], requirements = [] }) => {
        const named = listSome([...values, ...requirements.map(nameOf)].map(safeText), VALUES_SHOWN, ', ');
        const shown = [safeText(own), named].filter((part) => part !== '').join(': ');
        return shown === '' ? [] : page.field(label, shown);
      }),
      ...(command === null ? [] : page.command(command)),
    ],
  };
  return page;
}

/** A space where a line may break. A number stays with its unit, and no line starts with a possible command. */
const SPACE = new RegExp(String.raw` (?!(?<=\d )(?:s|ms|min|KiB|bytes?)(?!\p{L}))(?!${DOUBLED_SIGN})`, 'gu');

/** A word that is wider than the line stays whole, because an address must be copyable. */
function breakWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string | null = null;
  // An inert text holds no line feed.
  for (const word of text.replaceAll(SPACE, '\n').split('\n')) {
    const longer: string = line === null ? word : `${line} ${word}`;
    if (line === null || displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line ?? ''];
}

const NO_WIDTH = /\p{M}/gu;
const TWO_WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;

/** How many cells a text takes on a terminal, near enough for breaking lines. */
export function displayWidth(text: string): number {
  const drawn = text.replaceAll(NO_WIDTH, '');
  return Array.from(drawn).length + (drawn.match(TWO_WIDE)?.length ?? 0);
}
