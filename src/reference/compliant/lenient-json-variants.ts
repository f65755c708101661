import { readJson } from '../json-reader.ts';
import { readTextLeniently } from '../step-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

/** Compliant variants whose parsers read more than JSON, as RFC 8259 section 9 allows. */
export const lenientJsonVariants: readonly CompliantVariant[] = [
  {
    id: 'trailing-comma-taken',
    title: 'A comma before a closing brace is accepted.',
    expects: conformant,
    apply: readTextLeniently((text) => text.replace(/,\s*}/g, '}')),
  },
  {
    id: 'trailing-text-taken',
    title: 'Text after the first JSON value of a body is ignored.',
    expects: conformant,
    apply: readTextLeniently((text) => {
      const reading = readJson(text);
      return reading.kind === 'malformed' && reading.why === 'text after the value' ? text.slice(0, reading.at) : text;
    }),
  },
  {
    id: 'cut-body-completed',
    title: 'A body that ends too early is completed.',
    expects: conformant,
    apply: readTextLeniently((text) => {
      const completed = ['}', '"}', 'null}'].map((end) => text.replace(/[,:]?\s*$/, '') + end);
      if (readJson(text).kind === 'value') return text;
      return completed.find((candidate) => readJson(candidate).kind === 'value') ?? text;
    }),
  },
  {
    id: 'single-quotes-taken',
    title: 'Single quotes are read as double quotes.',
    expects: conformant,
    apply: readTextLeniently((text) => (readJson(text).kind === 'value' ? text : text.replaceAll("'", '"'))),
  },
  {
    id: 'bare-names-taken',
    title: 'Field names without quotes are accepted.',
    expects: conformant,
    apply: readTextLeniently((text) =>
      readJson(text).kind === 'value' ? text : text.replace(/([{,]\s*)([a-zA-Z]+)(\s*:)/g, '$1"$2"$3'),
    ),
  },
  {
    id: 'comments-taken',
    title: 'Comments in a body are skipped.',
    expects: conformant,
    apply: readTextLeniently((text) => (readJson(text).kind === 'value' ? text : text.replace(/\/\*.*?\*\//s, ''))),
  },
  {
    id: 'numbers-read-leniently',
    title: 'Numbers with a plus sign or leading zeros are accepted.',
    expects: conformant,
    apply: readTextLeniently((text) =>
      readJson(text).kind === 'value' ? text : text.replace(/("categoryId":)(-?)\+?0*(\d)/, '$1$2$3'),
    ),
  },
  {
    id: 'leading-zero-as-octal',
    title: 'A number with a leading zero is read as octal if its digits allow it.',
    expects: conformant,
    apply: readTextLeniently((text) =>
      text.replace(
        /("categoryId":)0([0-7]+)(?=[,}])/,
        (_all, name: string, digits: string) => `${name}${BigInt(`0o${digits}`)}`,
      ),
    ),
  },
  {
    id: 'control-characters-in-strings-taken',
    title: 'Line breaks in strings are accepted without an escape.',
    expects: conformant,
    apply: readTextLeniently((text) => (readJson(text).kind === 'value' ? text : text.replaceAll('\n', '\\n'))),
  },
  {
    id: 'byte-order-mark-skipped',
    title: 'A byte-order mark before a body is skipped.',
    expects: conformant,
    apply: readTextLeniently((text) => text.replace(/^\ufeff/, '')),
  },
  {
    id: 'missing-commas-added',
    title: 'Commas that are missing between fields are added.',
    expects: conformant,
    apply: readTextLeniently((text) =>
      readJson(text).kind === 'value' ? text : text.replaceAll(/(["\d]) (?="\w+":)/g, '$1,'),
    ),
  },
  {
    id: 'invalid-utf-8-replaced',
    title: 'What is not UTF-8 in a body becomes a replacement character.',
    expects: conformant,
    apply: readTextLeniently((text) => text),
  },
];
