/** Where a text stops being JSON: `at` counts UTF-16 units from 0, and `wanted` names what should be there. */
export interface SyntaxProblem {
  readonly at: number;
  readonly wanted: string;
}

/** The result of reading a part of the text: the offset after it, or the problem in it. */
type Step = number | SyntaxProblem;

type Place = 'value' | 'first-value' | 'key' | 'first-key' | 'after-value';

const LITERALS = ['true', 'false', 'null'] as const;
const ESCAPES = '"\\/bfnrt';

/**
 * The first violation of the JSON grammar (RFC 8259 sections 2 to 7), or null for a valid text. Called only after the
 * parser rejected a text, because the messages of engines differ and often lack the position.
 */
export function findSyntaxProblem(text: string): SyntaxProblem | null {
  const open: ('{' | '[')[] = [];
  let place: Place = 'value';
  let at = skipSpace(text, 0);
  for (;;) {
    const mark = text.charAt(at);
    if (place === 'after-value') {
      const container = open.at(-1);
      if (container === undefined) return at === text.length ? null : { at, wanted: 'the end of the text' };
      if (mark === ',') {
        place = container === '{' ? 'key' : 'value';
        at += 1;
      } else if (mark === closing(container)) {
        open.pop();
        at += 1;
      } else return { at, wanted: `a comma or "${closing(container)}"` };
    } else if (mark !== '' && mark === closingAt(place)) {
      open.pop();
      place = 'after-value';
      at += 1;
    } else if (place === 'key' || place === 'first-key') {
      const end = keyEnd(text, at);
      if (typeof end !== 'number') return end;
      place = 'value';
      at = end;
    } else if (mark === '{' || mark === '[') {
      open.push(mark);
      place = mark === '{' ? 'first-key' : 'first-value';
      at += 1;
    } else {
      const end = scalarEnd(text, at);
      if (typeof end !== 'number') return end;
      place = 'after-value';
      at = end;
    }
    at = skipSpace(text, at);
  }
}

function closing(container: '{' | '['): '}' | ']' {
  return container === '{' ? '}' : ']';
}

function closingAt(place: Place): '}' | ']' | null {
  if (place === 'first-key') return '}';
  return place === 'first-value' ? ']' : null;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

function keyEnd(text: string, at: number): Step {
  if (text.charAt(at) !== '"') return { at, wanted: 'a property name in double quotes' };
  const end = stringEnd(text, at);
  if (typeof end !== 'number') return end;
  const colon = skipSpace(text, end);
  return text.charAt(colon) === ':' ? colon + 1 : { at: colon, wanted: 'a colon' };
}

function scalarEnd(text: string, at: number): Step {
  const mark = text.charAt(at);
  if (mark === '"') return stringEnd(text, at);
  if (mark === '-' || isDigit(mark)) return numberEnd(text, at);
  const literal = LITERALS.find((word) => text.startsWith(word, at));
  return literal === undefined ? { at, wanted: 'a value' } : at + literal.length;
}

function stringEnd(text: string, start: number): Step {
  let at = start + 1;
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === '"') return at + 1;
    if (mark < ' ') return { at, wanted: 'no control character in a string' };
    if (mark === '\\') {
      const end = escapeEnd(text, at);
      if (typeof end !== 'number') return end;
      at = end;
    } else at += 1;
  }
  return { at, wanted: 'a closing double quote' };
}

function escapeEnd(text: string, at: number): Step {
  const mark = text.charAt(at + 1);
  if (mark === 'u' && /^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6))) return at + 6;
  return mark !== '' && ESCAPES.includes(mark) ? at + 2 : { at, wanted: 'a valid escape' };
}

function numberEnd(text: string, start: number): Step {
  const whole = text.charAt(start) === '-' ? start + 1 : start;
  if (!isDigit(text.charAt(whole))) return { at: whole, wanted: 'a digit' };
  let at = text.charAt(whole) === '0' ? whole + 1 : digitsEnd(text, whole);
  if (text.charAt(at) === '.') {
    if (!isDigit(text.charAt(at + 1))) return { at: at + 1, wanted: 'a digit' };
    at = digitsEnd(text, at + 1);
  }
  if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
    const sign = text.charAt(at + 1);
    const exponent = sign === '+' || sign === '-' ? at + 2 : at + 1;
    if (!isDigit(text.charAt(exponent))) return { at: exponent, wanted: 'a digit' };
    at = digitsEnd(text, exponent);
  }
  return at;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charAt(at))) at += 1;
  return at;
}

function isDigit(mark: string): boolean {
  return mark >= '0' && mark <= '9' && mark.length === 1;
}
