import type { Secret } from '../settings/secret-settings.ts';
import { unescapeOnce } from './escaped-text.ts';

/** One text by which a secret is found. `edges`: how many base64 characters beside it may hold bits of the secret. */
export interface Needle {
  readonly text: string;
  readonly label: string;
  readonly edges: { readonly left: number; readonly right: number };
}

/** Below this length a value is too likely to be met by chance, and to replace it would make nonsense of evidence. */
export const shortestSecretByValue = 8;

/** Length of the piece of a needle that is looked for before anything else is done: no needle is shorter. */
const anchorLength = shortestSecretByValue;
const noEdges = { left: 0, right: 0 };

/** Every text by which the secrets are to be found in a text without escapes, the longest first. */
export function needlesOf(secrets: readonly Secret[]): readonly Needle[] {
  const byText = new Map<string, Needle>();
  for (const secret of secrets.filter((candidate) => candidate.value.length >= shortestSecretByValue)) {
    for (const needle of [...plainNeedles(secret), ...base64Needles(secret)]) {
      if (!byText.has(needle.text)) byText.set(needle.text, needle);
    }
  }
  return [...byText.values()].sort((a, b) => b.text.length - a.text.length);
}

/**
 * The few texts of which one is in every text that holds a needle, given the longest needle first. The recipes made from
 * one key share much, and so their anchors. Each begins with a character that is rare in reports, where it can: a search
 * skips to those, which makes it many times as fast.
 */
export function anchorsOf(needles: readonly Needle[]): readonly string[] {
  const anchors: string[] = [];
  for (const { text } of needles.toReversed()) {
    if (anchors.some((anchor) => text.includes(anchor))) continue;
    const starts = Array.from({ length: text.length - anchorLength + 1 }, (_, start) => start);
    const rarest = starts.reduce((best, start) => (rarity(text, start) > rarity(text, best) ? start : best), 0);
    anchors.push(text.slice(rarest, rarest + anchorLength));
  }
  return anchors;
}

/** The characters of an ordinary report and what is made from it, the most frequent first. */
const frequent = String.raw` "eatsi-:n\,ocdrlp021um7h3yg6/f4895vbw{><}T.xIEASR=k[]jCzP'LM_ONHGqDB#UK;)(VYJZ$?FXW`;

function rarity(text: string, position: number): number {
  const place = frequent.indexOf(text.charAt(position));
  return place < 0 ? frequent.length : place;
}

function plainNeedles({ value, label }: Secret): readonly Needle[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  const texts = [value, jsonForm(value), value.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...unescapedForms(value)];
  return texts.map((text) => ({ text, label, edges: noEdges }));
}

/** Tabs and their like have escapes in JSON that tell nothing of the character they stand for, and are left in a text. */
function jsonForm(value: string): string {
  return value.replaceAll(/[\b\t\n\f\r]/g, (control) => JSON.stringify(control).slice(1, -1));
}

/** A value that looks escaped itself is seen in another form once the text around it is unescaped. */
function unescapedForms(value: string): readonly string[] {
  const next = unescapeOnce(value)?.text;
  return next === undefined || next.length < shortestSecretByValue ? [] : [next, ...unescapedForms(next)];
}

/**
 * Base64 of anything that holds the secret holds one of three texts, by the secret's place in its group of three
 * bytes. They leave out the characters that depend on the neighbours too; those are the edges.
 */
function base64Needles({ value, label }: Secret): readonly Needle[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value, 'utf8')]);
    const first = Math.ceil((shift * 8) / 6);
    const bits = bytes.length * 8;
    const text = bytes.toString('base64').slice(first, Math.floor(bits / 6));
    const edges = { left: shift === 0 ? 0 : 1, right: bits % 6 === 0 ? 0 : 1 };
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((each) => ({ text: each, label, edges }));
  });
}
