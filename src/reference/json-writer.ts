import { isJsonArray, type Json, type JsonObject, verbatim } from './json-value.ts';

/** How a text is laid out: `indent` spaces a level (0: on one line), `ascii` escapes everything outside ASCII. */
interface JsonStyle {
  readonly indent: number;
  readonly ascii: boolean;
}

const plain: JsonStyle = { indent: 0, ascii: false };

/** Writes a value as JSON text. A bigint is written in full; a lone surrogate is escaped, so UTF-8 can carry it. */
export function writeJson(value: Json, style: JsonStyle = plain): string {
  return writeValue(value, style, '');
}

function writeValue(value: Json, style: JsonStyle, margin: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return writeString(value, style);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonArray(value))
    return style.indent === 0 ? writeArrayOnOneLine(value, style) : writeArray(value, style, margin);
  if (verbatim in value) return value[verbatim];
  return style.indent === 0 ? writeObjectOnOneLine(value, style) : writeObject(value, style, margin);
}

/** Most JSON is on one line. This is faster than `writeArray` without an indent. */
function writeArrayOnOneLine(value: readonly Json[], style: JsonStyle): string {
  let text = '[';
  for (const [index, element] of value.entries()) {
    text += `${index === 0 ? '' : ','}${writeValue(element, style, '')}`;
  }
  return `${text}]`;
}

function writeObjectOnOneLine(value: JsonObject, style: JsonStyle): string {
  let text = '{';
  for (const [name, one] of Object.entries(value)) {
    text += `${text === '{' ? '' : ','}${writeString(name, style)}:${writeValue(one, style, '')}`;
  }
  return `${text}}`;
}

function writeArray(value: readonly Json[], style: JsonStyle, margin: string): string {
  const elements = value.map((element) => writeValue(element, style, deeper(margin, style)));
  return enclose('[', elements, ']', style, margin);
}

function writeObject(value: JsonObject, style: JsonStyle, margin: string): string {
  const members = Object.entries(value).map(
    ([name, one]) => `${writeString(name, style)}: ${writeValue(one, style, deeper(margin, style))}`,
  );
  return enclose('{', members, '}', style, margin);
}

function deeper(margin: string, style: JsonStyle): string {
  return margin + ' '.repeat(style.indent);
}

function enclose(open: string, parts: readonly string[], close: string, style: JsonStyle, margin: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const inner = deeper(margin, style);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`;
}

function writeString(text: string, style: JsonStyle): string {
  const written = JSON.stringify(text);
  if (!style.ascii) return written;
  return written.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
