import { styleText } from 'node:util';
import { listSome } from '../../contract/describe.ts';
import { type Fact, factLines, type Item, type Section } from '../section.ts';
import { DOUBLED_SIGN, inertText, safeText } from '../safe-text.ts';

/** The meaning of a part of a text. One table gives each a colour. */
type Tone = 'good' | 'bad' | 'doubt' | 'title' | 'quiet';

/** The page that sections are laid out on. */
export type Page = ReturnType<typeof createPage>;

const WIDEST = 100;
const NARROWEST = 40;
const LABEL = 10;
const FIELD_INDENT = 4;

const STYLES = {
  good: ['bold', 'green'],
  bad: ['bold', 'red'],
  doubt: ['bold', 'yellow'],
  title: ['bold'],
  quiet: ['dim'],
} as const;

/**
 * Makes a page. Widths are terminal cells. Every line it gives is inert. It does not fill a very wide terminal, because long lines
 * are hard to read.
 */
export function createPage(options: { readonly colour: boolean; readonly width: number }) {
  const width = Math.max(NARROWEST, Math.min(WIDEST, options.width));

  function paint(tone: Tone, text: string): string {
    return options.colour ? styleText([...STYLES[tone]], text, { validateStream: false }) : text;
  }

  /** Colours are added after line breaking because they must not count as width. */
  function hang(start: string, indent: number, text: string, tone?: Tone): readonly string[] {
    return breakWords(inertText(text), width - indent).map(
      (line, index) => (index === 0 ? start : ' '.repeat(indent)) + (tone === undefined ? line : paint(tone, line)),
    );
  }

  /** A text broken between words, each line indented. */
  function paragraph(text: string, indent: number): readonly string[] {
    return hang(' '.repeat(indent), indent, text);
  }

  /** A paragraph with a dash in front. */
  function dashed(text: string): readonly string[] {
    return hang('  - ', 4, text);
  }

  /** A label, and beside it a text broken between words, painted if a tone is given. */
  function field(label: string, text: string, tone?: Tone): readonly string[] {
    return hang(' '.repeat(FIELD_INDENT) + paint('quiet', label.padEnd(LABEL)), FIELD_INDENT + LABEL, text, tone);
  }

  /** Facts, each beside its label. A command has its own line and is never broken. */
  function facts(all: readonly Fact[]): readonly string[] {
    return all.flatMap((fact) => {
      const { label, command = '' } = fact;
      if (command !== '') return [...field(label, 'with this bash command:'), verbatim(command, FIELD_INDENT)];
      return factLines([fact]).flatMap(({ text }) => field(label, text, TONES[label]));
    });
  }

  /** An item with its facts below. Its exchanges are left out: findings name theirs. */
  function item({ id, subtitle, text, tone, facts: own }: Item): readonly string[] {
    const head =
      subtitle === undefined
        ? dashed(safeText([id ?? '', text].filter((part) => part !== '').join(': ')))
        : [
            '',
            `  ${paint(tone ?? 'title', inertText(id ?? ''))}  ${paint('quiet', inertText(subtitle))}`,
            ...paragraph(safeText(text), 2),
          ];
    return [...head, ...facts(own)];
  }

  /** A section; no lines if it is empty. Items after the first `most` have no facts. Those with an id are only named. */
  function section({ title, count = 0, facts: own = [], items = [] }: Section, most = MOST): readonly string[] {
    const rest = items.slice(most);
    const names = rest.flatMap(({ id }) => (id === null ? [] : safeText(id)));
    const sentences = rest.flatMap(({ id, text }) => (id === null ? dashed(safeText(text)) : []));
    const lines = [...facts(own), ...items.slice(0, most).flatMap(item), ...sentences];
    if (lines.length === 0) return [];
    const named = listSome(names, NAMES_SHOWN, ', ');
    const more = names.length === 0 ? [] : ['', ...paragraph(`and ${names.length} more in report.json: ${named}`, 2)];
    return [paint('title', count === 0 ? title : `${title} (${count})`), ...lines, ...more];
  }

  return { paint, paragraph, dashed, field, facts, section, verbatim };
}

const MOST = 15;
const NAMES_SHOWN = 100;

const TONES: Readonly<Record<string, Tone>> = { Expected: 'good', Actual: 'bad' };

/** A text on one line of any length, for copying. */
function verbatim(text: string, indent: number): string {
  return ' '.repeat(indent) + inertText(text);
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
