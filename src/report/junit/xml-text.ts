import { inertText } from '../terminal/terminal-text.ts';

/** Printable ASCII that means nothing in XML: most texts are nothing else. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/**
 * A text as it may stand in an XML 1.0 document, in an element as well as in an attribute within double quotes. What XML
 * forbids, what a reader would not see and line breaks are shown as escapes such as `\x00`.
 */
export function xmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return inertText(text).replaceAll(/[&<>"\uFFFE\uFFFF]/g, referTo);
}

function referTo(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return character === '\uFFFE' ? String.raw`\ufffe` : String.raw`\uffff`;
  }
}
