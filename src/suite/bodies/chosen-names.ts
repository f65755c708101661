/** A name to try. `id` is a permanent slug, `title` says what is special about it. */
export interface NotableName {
  readonly id: string;
  readonly title: string;
  readonly name: string;
}

/** Ordinary names of 1 to 20 characters. A service must accept them and return them unchanged (part 4.2). */
export function ordinaryNames(): readonly NotableName[] {
  return [...PLAIN, ...SCRIPTS, ...EMOJI, ...MARKUP, ...LOOKALIKES];
}

/** Unusual names. A service may reject them with 400, or must return them unchanged (part 8 names no length). */
export function unusualNames(): readonly NotableName[] {
  return [
    named('empty', 'the empty string', ''),
    ...[21, 255, 256, 4100].map((length) => named(`length-${length}`, `${length} letters`, letters(length))),
    named('leading-space', 'a leading space', ' Rex'),
    named('trailing-space', 'a trailing space', 'Rex '),
    named('space-only', 'a space only', ' '),
    named('tab', 'a tab inside', 'Rex\tJunior'),
    named('newline', 'a newline inside', 'Rex\nJunior'),
    named('invisible', 'invisible characters', 'Rex\u00A0\u00AD\u200B\u200E\u202E\u2028\uFEFFJunior'),
    named('nul', 'a NUL inside', 'Rex\u0000Junior'),
    named('lone-surrogate', 'half of a surrogate pair', 'Rex \uD800 Junior'),
  ];
}

function named(id: string, title: string, name: string): NotableName {
  return { id, title, name };
}

/** A text without repeated parts, so a cut or a repetition is detected. */
function letters(length: number): string {
  const blocks = Array.from(
    { length: Math.ceil(length / 5) },
    (_, index) => `R${index.toString(36).padStart(3, '0')}-`,
  );
  return `${blocks.join('').slice(0, length - 1)}x`;
}

const PLAIN = [
  named('one-letter', 'one letter', 'Q'),
  named('two-words', 'two words and a full stop', 'Rex Jr.'),
  named('two-spaces', 'two spaces inside', 'Rex  Junior'),
  named('twenty-characters', 'exactly 20 characters', 'Bartholomew the Wise'),
];

const SCRIPTS = [
  named('accents', 'accents, composed', 'Zo\u00EB \u00C5sa \u0141\u00F3d\u017A M\u00FC\u00F1\u00E4'),
  named('accents-decomposed', 'accents, decomposed', 'Zoe\u0308 A\u030Asa'),
  named('sharp-s', 'letters with unusual capitals', 'Wei\u00DFe \u0130\u0131\uFB01'),
  named('greek', 'Greek and Cyrillic', 'Αργώς Мурка'),
  named('arabic', 'Arabic and Hebrew', 'قطة חתול'),
  named('devanagari', 'Devanagari and Thai', 'बिल्ली แมวน้ำ'),
  named('chinese', 'Chinese and Japanese', '小猫咪 ポチくん'),
  named('chinese-astral', 'Chinese beyond 16 bits', '𠮷野𩸽'),
  named('korean', 'Korean', '고양이'),
  named('wide-and-narrow', 'letters and digits in other widths and scripts', 'Ｒｅｘ１ ﾎﾟﾁ ٣½'),
];

const EMOJI = [
  named('emoji', 'an emoji', '🐶'),
  named('emoji-and-letters', 'emoji among letters', 'Rex 🐕 & 🐈'),
  named('emoji-joined', 'emoji of several characters each', '👩‍🌾🐕‍🦺❤️🇫🇷'),
  named('emoji-twenty', 'emoji of 20 UTF-16 units', '🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯'),
];

const MARKUP = [
  named('double-quotes', 'quotes, straight and curved', 'Rex "the" “King’s”'),
  named('apostrophe', 'an apostrophe', "O'Malley"),
  named('less-than', 'a less-than sign', 'Rex <b> King'),
  named('ampersand', 'an ampersand', 'Tom & Jerry &amp;'),
  named('backslash', 'a backslash', 'Rex\\n \\u0041'),
  named('slash', 'slashes', 'Rex/King//Junior'),
  named('percent', 'a percent escape', 'Rex%41%20'),
  named('percent-alone', 'percent signs without an escape', '100% Rex %s %'),
  named('plus', 'plus signs', 'Rex+King+1'),
  named('braces', 'braces and dollars', '{{Rex}} ${K} $1$&$$'),
  named('comma', 'commas and colons', 'Mr. Rex, K. (a: b;c)'),
  named('formula', 'an equals sign first, as a formula in a sheet has', '=1+1'),
  named('at-sign', 'an at sign first', '@Rex(1)'),
  named('signs', 'signs of many kinds', 'Rex_1 #2 @3!?*=[]~^|'),
];

const LOOKALIKES = [
  named('digits', 'digits only', '12'),
  named('zero', 'the digit 0, which is falsy in some languages', '0'),
  named('leading-zeros', 'digits with leading zeros', '007'),
  named('number-with-exponent', 'the text of a large number', '1e5'),
  named('null', 'the word null', 'null'),
  named('true', 'the word true', 'true'),
  named('constructor', 'the word constructor, a property of every JavaScript object', 'constructor'),
  named('undefined', 'the word undefined', 'undefined'),
  named('date', 'the text of a date', '2030-12-05'),
  named('mixed-case', 'mixed case', 'rEX kING'),
  named('capitals', 'capitals of another name', 'REX KING'),
];
