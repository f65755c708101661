import { safeText } from '../report/terminal/terminal-text.ts';

/**
 * What the parser of the command line complains of, as one sentence in one line, inert, with the name of the command. Its
 * own texts begin with "error:", hold full stops, and put what was probably meant in a second line.
 */
export function usageSentence(text: string): string {
  const whole = text.replace(/^error: /, '').trim();
  const [, complaint = whole, hint = ''] = /^(.*)\n\(Did you mean ([^\n]*)\?\)$/s.exec(whole) ?? [];
  const sentence = complaint.replace(/\.$/, '').replace('. Expected', ', expected').trim();
  const end = hint === '' ? '.' : `; did you mean ${hint}?`;
  return `petstore-conformance: ${safeText(`${sentence}${end}`)}\n`;
}
