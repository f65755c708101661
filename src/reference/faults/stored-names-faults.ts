import { changeStoredName } from '../variant-makers.ts';
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
    id: 'name-variation-selectors-lost',
    title: 'The variation selector that shows a character as an emoji is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.replaceAll('\ufe0f', '')),
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
    id: 'name-percent-escapes-decoded',
    title: 'Percent escapes in a name are decoded if the whole name can be decoded.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => (/%(?![0-9a-f]{2})/i.test(name) ? name : decodeURIComponent(name))),
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
    id: 'name-cut-at-20000',
    title: 'Names are cut after 20,000 characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: changeStoredName((name) => name.slice(0, 20_000)),
  },
];
