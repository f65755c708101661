import { rejectsNames } from '../shared-changes.ts';
import { changeStoredName, composeChanges } from '../step-changes.ts';
import type { Fault } from './fault.ts';

/** Faults that store another name than the request has (part 4.2), each in a few names only. */
export const storedNamesFaults: readonly Fault[] = [
  {
    id: 'name-curved-quotes-straightened',
    title: 'Curved quotes in names become straight ones.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
  },
  {
    id: 'name-last-stop-lost',
    title: 'A full stop at the end of a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/\.$/, '')),
  },
  {
    id: 'name-last-apostrophe-lost',
    title: 'An apostrophe at the end of a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/'$/, '')),
  },
  {
    id: 'name-last-backslash-lost',
    title: 'A backslash at the end of a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/\\$/, '')),
  },
  {
    id: 'name-byte-order-mark-lost',
    title: 'A byte-order mark at the start of a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^\ufeff/, '')),
  },
  {
    id: 'name-copy-counter-lost',
    title: 'A number in parentheses at the end of a name is dropped, as that of a copied file.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/ \(\d+\)$/, '')),
  },
  {
    id: 'name-variation-selectors-lost',
    title: 'The variation selector that shows a character as an emoji is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\ufe0f', '')),
  },
  {
    id: 'name-text-selectors-lost',
    title: 'The variation selector that shows a character as text is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\ufe0e', '')),
  },
  {
    id: 'name-placeholders-filled',
    title: 'Text in double braces in a name is replaced like a placeholder.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/\{\{.*?\}\}/g, '')),
  },
  {
    id: 'name-invisible-characters-lost',
    title: 'Invisible characters of a name are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[\u00ad\u200e\u2028]/g, '')),
  },
  {
    id: 'name-controls-outside-xml-lost',
    title: 'Control characters other than tabs and line ends are dropped from a name, as XML cannot hold them.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/(?![\t\n\r])\p{Cc}/gu, '')),
  },
  {
    id: 'name-backticks-escaped',
    title: 'A backtick in a name becomes an entity of HTML.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('`', '&#96;')),
  },
  {
    id: 'name-turned-text-marks-lost',
    title: 'Marks in a name that change the direction of the text are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  },
  {
    id: 'name-zero-width-space-lost',
    title: 'Zero-width spaces and byte-order marks in a name are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/[\u200b\ufeff]/g, '')),
  },
  {
    id: 'name-taken-for-a-replacement',
    title: 'A name is used as a replacement pattern, so `$&` and `$$` in it change.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => ':name'.replace(':name', name)),
  },
  {
    id: 'name-cut-at-1024',
    title: 'Names are cut after 1024 characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => Array.from(name).slice(0, 1024).join('')),
  },
  {
    id: 'name-ends-at-less-than-sign',
    title: 'A name ends before a less-than sign and a digit, which a filter takes for a tag.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/<\d.*$/s, '')),
  },
  {
    id: 'name-comments-lost',
    title: 'What stands between the signs of a comment in a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/\/\*.*?\*\//gs, '')),
  },
  {
    id: 'name-percent-escapes-decoded',
    title: 'Percent escapes in a name are decoded if the whole name can be decoded.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (/%(?![0-9a-f]{2})/i.test(name) ? name : decodeURIComponent(name))),
  },
  {
    id: 'name-double-percents-joined',
    title: 'Two percent signs in a name become one, as in a format string.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('%%', '%')),
  },
  {
    id: 'name-typeset',
    title: 'Two dashes and three dots in a name become typographic ones.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('--', '\u2014').replaceAll('...', '\u2026')),
  },
  {
    id: 'name-quotes-around-it-lost',
    title: 'Quotes around a whole name are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^"(.*)"$/s, '$1')),
  },
  {
    id: 'name-double-quotes-joined',
    title: 'Two double quotes in a name become one, as a file of comma-separated values reads them.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('""', '"')),
  },
  {
    id: 'name-tilde-as-home',
    title: 'A tilde at the beginning of a name becomes the path of a home folder.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^~/, '/home/pets')),
  },
  {
    id: 'name-ends-at-comment',
    title: 'A name ends before a space and a hash, as a value in YAML does.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/ #.*$/s, '')),
  },
  {
    id: 'name-double-apostrophes-joined',
    title: 'Two apostrophes in a name become one, as in a text of SQL.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll("''", "'")),
  },
  {
    id: 'formula-quoted',
    title: 'A name that starts like a formula gets an apostrophe before it.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^[=@]/, "'$&")),
  },
  {
    id: 'wide-letters-narrowed',
    title: 'Full-width letters and digits in names become ordinary ones.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) =>
      name.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    ),
  },
  {
    id: 'names-equal-without-case',
    title: 'A name gets the capitals of an earlier name that differs only in case.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: (base, { catalogue }) => ({
      complete: (newPet) => {
        const lower = newPet.name.toLowerCase();
        const earlier = catalogue.all().find(({ name }) => name.toLowerCase() === lower);
        return base.complete({ ...newPet, name: earlier?.name ?? newPet.name });
      },
    }),
  },
  {
    id: 'name-yes-and-no-as-truth-values',
    title: 'The names yes, no, on and off become true and false, as in YAML.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^(yes|on)$/i, 'true').replace(/^(no|off)$/i, 'false')),
  },
  {
    id: 'name-time-as-seconds',
    title: 'A name that reads as a time becomes a number of base 60, as in YAML 1.1.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => {
      const [, minutes, seconds] = /^([1-9]\d?):([0-5]\d)$/.exec(name) ?? [];
      return minutes === undefined ? name : String(Number(minutes) * 60 + Number(seconds));
    }),
  },
  {
    id: 'name-null-as-text-lost',
    title: 'The name NULL becomes the empty text, as in a text file of a database.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (name === 'NULL' ? '' : name)),
  },
  {
    id: 'name-crlf-as-newline',
    title: 'A carriage return before a newline in a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\r\n', '\n')),
  },
  {
    id: 'name-skin-tones-lost',
    title: 'Skin tones of emoji in names are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/[\u{1f3fb}-\u{1f3ff}]/gu, '')),
  },
  {
    id: 'name-tag-characters-lost',
    title: 'Tag characters in names, as in the flag of England, are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/[\u{e0020}-\u{e007f}]/gu, '')),
  },
  {
    id: 'name-non-joiners-lost',
    title: 'The non-joiner of Persian names is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u200c', '')),
  },
  {
    id: 'name-arabic-letters-replaced',
    title: 'The Arabic letters yeh and kaf in names become the Persian ones.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9')),
  },
  {
    id: 'name-cyrillic-io-replaced',
    title: 'The Cyrillic letter io in names becomes ie.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u0451', '\u0435')),
  },
  {
    id: 'name-hebrew-points-lost',
    title: 'Points of Hebrew letters in names are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/[\u05b0-\u05bc]/g, '')),
  },
  {
    id: 'name-arabic-vowels-lost',
    title: 'Vowels and lengthening of Arabic letters in names are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/\u0640|[\u064b-\u0652]/g, '')),
  },
  {
    id: 'name-cedillas-replaced',
    title: 'A cedilla below s or t in a name becomes a comma, as in Romanian.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u015f', '\u0219').replaceAll('\u0163', '\u021b')),
  },
  {
    id: 'name-wave-dash-replaced',
    title: 'A wave dash in a name becomes a full-width tilde, as between two encodings of Japanese.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u301c', '\uff5e')),
  },
  {
    id: 'name-smileys-replaced',
    title: 'A colon and a closing bracket in a name become an emoji.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(':)', '🙂')),
  },
  {
    id: 'name-short-codes-replaced',
    title: 'A short code in a name becomes an emoji.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(':dog:', '🐶')),
  },
  {
    id: 'name-card-numbers-masked',
    title: 'Thirteen to nineteen digits in a row in a name are masked.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/\d{13,19}/g, '****')),
  },
  {
    id: 'name-mail-addresses-masked',
    title: 'An address of a mailbox in a name is masked.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/\S+@\S+\.\S+/g, '***')),
  },
  {
    id: 'name-last-zero-lost',
    title: 'A name that is a decimal number loses the zeros at its end.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (/^\d+\.\d+$/.test(name) ? String(Number(name)) : name)),
  },
  {
    id: 'name-plus-sign-lost',
    title: 'A name that is a number loses the plus sign before it.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^\+(?=\d+$)/, '')),
  },
  {
    id: 'name-hexadecimal-as-number',
    title: 'A name that is a number in hexadecimal becomes the same number in decimal.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (/^0x[\da-f]+$/i.test(name) ? String(Number(name)) : name)),
  },
  {
    id: 'name-nan-as-null',
    title: 'The name NaN becomes the word null.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (name === 'NaN' ? 'null' : name)),
  },
  {
    id: 'name-infinity-as-null',
    title: 'The name Infinity is read as a number, and written as null.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (/^[+-]?Infinity$/.test(name) ? 'null' : name)),
  },
  {
    id: 'name-date-time-as-local',
    title: 'A name that is a date with a time is written in another form, as some JSON libraries do.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^(\d{4})-(\d\d)-(\d\d)T([\d:]{8})Z$/, '$2/$3/$1 $4')),
  },
  {
    id: 'name-range-as-date',
    title: 'A name that is a range of two small numbers becomes a date, as in a table.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replace(/^(\d)-(\d)$/, '0$2.0$1.')),
  },
  {
    id: 'name-not-available-empty',
    title: 'The name N/A becomes empty.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (name === 'N/A' ? '' : name)),
  },
  {
    id: 'name-second-mark-lost',
    title: 'Of two combining marks on a letter in a name, the second is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/(\p{Mn})[\u0307]/gu, '$1')),
  },
  {
    id: 'name-private-characters-replaced',
    title: 'Private characters in names become replacement characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll(/[\ue000-\uf8ff]/g, '\ufffd')),
  },
  {
    id: 'name-wide-spaces-narrowed',
    title: 'An ideographic space in a name becomes an ordinary one.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\u3000', ' ')),
  },
  {
    id: 'name-cut-at-64-bytes',
    title: 'A name of more than 20 characters is rejected, and a shorter one is cut after 64 bytes.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: composeChanges(
      rejectsNames((name) => Array.from(name).length > 20),
      changeStoredName((name) => Buffer.from(name).subarray(0, 64).toString()),
    ),
  },
  {
    id: 'name-cut-at-32-utf-16-units',
    title: 'A name of more than 20 characters is rejected, and a shorter one is cut after 32 UTF-16 units.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: composeChanges(
      rejectsNames((name) => Array.from(name).length > 20),
      changeStoredName((name) => name.slice(0, 32)),
    ),
  },
  {
    id: 'name-cut-at-20000',
    title: 'Names are cut after 20,000 characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.slice(0, 20_000)),
  },
];
