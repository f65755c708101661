import { counted } from '../../contract/describe.ts';

/** A part of a page. `entries` are whole paragraphs, lists or rows. If space is short, the last ones are omitted. */
export interface Section {
  /** Lines in front of the entries; nothing is shown of a section without entries. */
  readonly heading: string;
  readonly entries: readonly string[];
  /** The separator of entries: a blank line, or a line break in a list. */
  readonly between: '\n\n' | '\n';
  /** What the sentence about omitted entries calls one: "violated requirement". */
  readonly noun: string;
  /** A line after the entries. */
  readonly end?: string;
}

/**
 * Lays sections out in order within a number of bytes of UTF-8. From the first entry that does not fit, the rest of its section
 * is omitted, and a sentence says how many entries. Headings and these sentences are always included.
 */
export function fitSections(sections: readonly Section[], longest: number): string {
  const shown = sections.filter(({ entries }) => entries.length > 0);
  let room = longest - shown.reduce((sum, section) => sum + overheadOf(section), 0);
  return shown
    .map((section) => {
      const { fitting, bytes } = takeFitting(section, room);
      room -= bytes;
      const left = section.entries.length - fitting.length;
      const rest = left === 0 ? '' : leftOut(left, section.noun);
      const blocks = [section.heading, fitting.join(section.between), rest, section.end ?? ''];
      return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
    })
    .join('\n');
}

function takeFitting(
  { entries, between }: Section,
  room: number,
): { readonly fitting: readonly string[]; readonly bytes: number } {
  const fitting: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const more = Buffer.byteLength(entry) + between.length;
    if (bytes + more > room) break;
    fitting.push(entry);
    bytes += more;
  }
  return { fitting, bytes };
}

function leftOut(count: number, noun: string): string {
  const verb = count === 1 ? 'is' : 'are';
  return `${counted(count, `more ${noun}`)} ${verb} in report.json, because this page would be too long.`;
}

function overheadOf({ heading, entries, noun, end = '' }: Section): number {
  return Buffer.byteLength(heading + end) + Buffer.byteLength(leftOut(entries.length, noun)) + 8;
}
