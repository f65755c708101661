import { rejected } from '../reply.ts';
import { readTextLeniently } from '../variant-makers.ts';
import type { Variant } from '../behaviour.ts';
import type { Fault } from './fault.ts';

/** Rejects valid bodies whose text has something that means nothing in JSON. */
function refusesText(when: (text: string) => boolean): Variant {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      if (!valid.ok || !when(request.body.toString('utf8'))) return valid;
      return rejected('malformed-json', 400, 'The body is not written as it should be.');
    },
  });
}

const additions = [
  'CREATE-OK',
  'CREATE-NAMES',
  'CREATE-STATUS-OPTIONAL',
  'CREATE-DUPLICATES',
  'CREATE-STORED',
  'CREATE-ID-ASSIGNED',
] as const;

/** Faults of reading valid bodies that are written in other ways (parts 1 and 4.2). */
export const bodySpellingFaults: readonly Fault[] = [
  {
    id: 'other-field-order-refused',
    title: 'A body whose first field is not the name is rejected.',
    breaksSome: additions,
    apply: refusesText((text) => !/^\s*\{\s*"(name|id)"/.test(text)),
  },
  {
    id: 'white-space-in-body-refused',
    title: 'A body with a line break between its fields is rejected.',
    breaksSome: additions,
    apply: refusesText((text) => text.includes('\n')),
  },
  {
    id: 'surrogate-escapes-broken',
    title: 'Characters that are written as two escapes become two replacement characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: readTextLeniently((text) => text.replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, '\ufffd\ufffd')),
  },
];
