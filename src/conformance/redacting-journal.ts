import type { Redactor } from '../target/redaction.ts';
import type { Journal, JournalRecord } from './journal.ts';

const MOST_KNOWN = 2000;
const LONGEST_KNOWN = 200;

/**
 * A journal that takes secrets out of what cases write: an expectation may quote a name or a header in which a service
 * has echoed the key. Exchanges are redacted where they are captured.
 */
export function redactingJournal(journal: Journal, redactor: Pick<Redactor, 'redactText'>): Journal {
  const known = new Map<string, string>();
  /** The same few texts are written thousands of times; only those are kept. */
  function redact(text: string): string {
    const before = known.get(text);
    if (before !== undefined) return before;
    const clean = redactor.redactText(text);
    if (known.size < MOST_KNOWN && text.length < LONGEST_KNOWN) known.set(text, clean);
    return clean;
  }
  return {
    append: (record) => journal.append(redacted(record, redact)),
    close: () => journal.close(),
  };
}

function redacted(record: JournalRecord, redact: (text: string) => string): JournalRecord {
  if (record.type === 'judgement') {
    const { judgement } = record;
    const pointer = judgement.pointer === null ? null : redact(judgement.pointer);
    return {
      ...record,
      judgement: { ...judgement, expected: redact(judgement.expected), actual: redact(judgement.actual), pointer },
    };
  }
  if (record.type === 'stopped') return { ...record, reason: redact(record.reason) };
  if (record.type === 'created') {
    const { animal } = record;
    // A key of digits alone may come back as an id.
    const id = animal.id === null || redact(animal.id) === animal.id ? animal.id : null;
    return { ...record, animal: { ...animal, id, name: animal.name === null ? null : redact(animal.name) } };
  }
  return record;
}
