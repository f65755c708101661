import type { StepChange } from '../service-steps.ts';
import { field, isJsonArray, isJsonObject } from '../json-value.ts';
import { petStatuses } from '../pet.ts';
import { accepted } from '../reply.ts';
import { readLeniently, without } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { converts } from './lenient-reading.ts';

/** Changes a status that is a text before it is validated. */
function convertsStatusText(change: (text: string) => string): StepChange {
  return converts('status', (value) => (typeof value === 'string' ? change(value) : undefined));
}

/** Faults of the rejection of a status (part 2). */
export const createStatusFaults: readonly Fault[] = [
  {
    id: 'ordinal-taken-as-status',
    title: 'A number instead of the status is read as its place in the enumeration.',
    breaks: ['CREATE-REFUSES-STATUS-TYPE'],
    apply: converts('status', (value) =>
      typeof value === 'bigint' ? (petStatuses[Number(value)] ?? 'available') : undefined,
    ),
  },
  {
    id: 'array-taken-as-status',
    title: 'An array that holds one status is read as that status.',
    breaks: ['CREATE-REFUSES-STATUS-TYPE'],
    apply: converts('status', (value) => (isJsonArray(value) && value.length === 1 ? value[0] : undefined)),
  },
  {
    id: 'boolean-taken-as-status',
    title: 'true instead of the status is read as available.',
    breaks: ['CREATE-REFUSES-STATUS-TYPE'],
    apply: converts('status', (value) => (typeof value === 'boolean' ? 'available' : undefined)),
  },
  {
    id: 'false-values-taken-as-no-status',
    title: 'false, 0 and the empty text instead of the status are read as a missing status.',
    breaks: ['CREATE-REFUSES-STATUS-TYPE', 'CREATE-REFUSES-STATUS-VALUE'],
    apply: readLeniently((body) => {
      const status = field(body, 'status');
      return status === false || status === 0n || status === '' ? without(body, 'status') : body;
    }),
  },
  {
    id: 'unknown-status-as-available',
    title: 'A status outside the enumeration becomes available.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) =>
      typeof value === 'string' && !petStatuses.some((status) => status === value) ? 'available' : undefined,
    ),
  },
  {
    id: 'reserved-taken-as-pending',
    title: 'The status reserved of an earlier version is read as pending.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) => (value === 'reserved' ? 'pending' : undefined)),
  },
  {
    id: 'adopted-taken-as-sold',
    title: 'The status adopted is read as sold.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) => (value === 'adopted' ? 'sold' : undefined)),
  },
  {
    id: 'object-words-taken-as-status',
    title: 'A status is accepted if every object has a member of that name, such as constructor.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) => (typeof value === 'string' && value in {} ? 'available' : undefined)),
  },
  {
    id: 'status-case-ignored',
    title: 'The status is accepted in any case and stored in lower case.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) => (typeof value === 'string' ? value.toLowerCase() : undefined)),
  },
  {
    id: 'status-capital-taken',
    title: 'A status with a capital first is accepted, as the name of a constant has one.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) =>
      typeof value === 'string' && /^[A-Z][a-z]+$/.test(value) ? value.toLowerCase() : undefined,
    ),
  },
  {
    id: 'status-trimmed',
    title: 'White space around the status is removed.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: converts('status', (value) => (typeof value === 'string' ? value.trim() : undefined)),
  },
  {
    id: 'empty-status-taken',
    title: 'The empty status is read as a missing status.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: readLeniently((body) => (field(body, 'status') === '' ? without(body, 'status') : body)),
  },
  {
    id: 'any-status-kept',
    title: 'Any text is stored as status.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE', 'PET-STATUS'],
    apply: (base) => ({
      validate: (body, request) => {
        const status = field(body, 'status');
        if (!isJsonObject(body) || typeof status !== 'string') return base.validate(body, request);
        const valid = base.validate(without(body, 'status'), request);
        // The fault is a status outside the type.
        return valid.ok ? accepted({ ...valid.value, status: status as 'available' }) : valid;
      },
    }),
  },
  {
    id: 'status-normalised',
    title: 'A status in full-width letters is normalised and accepted.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: convertsStatusText((text) => text.normalize('NFKC')),
  },
  {
    id: 'status-cut-at-nul',
    title: 'A status is read up to a NUL.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: convertsStatusText((text) => text.replace(/\0.*$/s, '')),
  },
  {
    id: 'status-invisible-characters-lost',
    title: 'Invisible characters around a status are removed.',
    breaks: ['CREATE-REFUSES-STATUS-VALUE'],
    apply: convertsStatusText((text) => text.replaceAll(/[\u200b\ufeff]/g, '')),
  },
];
