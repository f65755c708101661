import type { Variant } from '../behaviour.ts';
import { keep } from '../variant-makers.ts';
import type { Fault } from './fault.ts';

function keepsName(change: (name: string) => string): Variant {
  return keep((newPet) => ({ ...newPet, name: change(newPet.name) }));
}

/** Faults that keep another name than the one that was sent (part 4.2), each in a few names only. */
export const keptNamesFaults: readonly Fault[] = [
  {
    id: 'name-curved-quotes-straightened',
    title: 'Curved quotes in names become straight ones.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => name.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
  },
  {
    id: 'name-last-stop-lost',
    title: 'A full stop at the end of a name is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => name.replace(/\.$/, '')),
  },
  {
    id: 'name-variation-selectors-lost',
    title: 'The mark that makes an emoji of a sign is dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => name.replaceAll('\ufe0f', '')),
  },
  {
    id: 'name-placeholders-filled',
    title: 'What stands in double braces in a name is taken for a placeholder, and left empty.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => name.replace(/\{\{.*?\}\}/g, '')),
  },
  {
    id: 'name-invisible-characters-lost',
    title: 'Characters of a name that do not show are dropped.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => name.replace(/[\u00ad\u200e\u2028]/g, '')),
  },
  {
    id: 'name-cut-at-1024',
    title: 'Names are cut after 1024 characters.',
    breaks: ['CREATE-KEEPS-NAME'],
    apply: keepsName((name) => Array.from(name).slice(0, 1024).join('')),
  },
];
