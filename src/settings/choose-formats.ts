import { didYouMean } from '../contract/nearest-words.ts';

/** Formats by name, each once, or one sentence that says what is wrong. */
export type FormatChoice =
  | { readonly kind: 'ok'; readonly formats: readonly string[] }
  | { readonly kind: 'bad'; readonly problem: string };

/**
 * Reads a list of names, or its text such as `junit,md`; without one all formats are chosen. `setting` is how a sentence
 * names the setting.
 */
export function chooseFormats(
  given: string | readonly string[] | undefined,
  known: readonly string[],
  setting: string,
): FormatChoice {
  if (given === undefined) return { kind: 'ok', formats: known };
  const named = (typeof given === 'string' ? given.split(',') : given)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (named.length > 0 && named.every((name) => known.includes(name))) {
    return { kind: 'ok', formats: [...new Set(named)] };
  }
  const rule = `${setting} must be one or more of ${known.join(', ')}, with commas between them`;
  const unknown = named.find((name) => !known.includes(name)) ?? '';
  return { kind: 'bad', problem: `${rule}${didYouMean(unknown, known) || '.'}` };
}
