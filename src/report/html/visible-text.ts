import { inertText, UNSAFE } from '../terminal/terminal-text.ts';

/** A run of a text: shown as it is, or as the escapes of characters that would act, hide or reorder. */
export interface TextRun {
  readonly text: string;
  readonly escaped: boolean;
}

/** Whether line breaks and tabs are shown as such, as in a body, or as escapes, as in a line of ours. */
export type LineBreaks = 'kept' | 'escaped';

const PLAIN = { kept: /^[ -~\n\t]*$/, escaped: /^[ -~]*$/ } as const;

/** Whether a text is of visible ASCII characters and spaces alone, as nearly all are, and of line breaks that are kept. */
function isPlain(text: string, lineBreaks: LineBreaks): boolean {
  return PLAIN[lineBreaks].test(text);
}

const HIDDEN = {
  kept: new RegExp(String.raw`(?:(?![\n\t])${UNSAFE})+`, 'gu'),
  escaped: new RegExp(`(?:${UNSAFE})+`, 'gu'),
} as const;

/** Splits a text into what can be shown as it is and what is shown as visible escapes such as `\u202e`. */
export function visibleRuns(text: string, lineBreaks: LineBreaks): readonly TextRun[] {
  if (isPlain(text, lineBreaks)) return text === '' ? [] : [{ text, escaped: false }];
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
  if (isPlain(text, 'escaped')) return text;
  return visibleRuns(text, 'escaped')
    .map((run) => run.text)
    .join('');
}

/** The first `limit` UTF-16 units, never half of a pair of surrogates; the whole text where it is no longer. */
export function firstUnits(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = limit === 0 ? 0 : (text.codePointAt(limit - 1) ?? 0);
  return text.slice(0, last > 0xff_ff ? limit - 1 : limit);
}

/** A whole number with its thousands apart, the same on every machine: `4,202`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun in the right number: `1 check`, `4,202 bytes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
