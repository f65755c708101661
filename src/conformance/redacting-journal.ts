import type { Redactor } from '../target/redaction.ts';
import type { Journal, JournalRecord } from './journal.ts';

/**
 * A journal that takes secrets out of what cases write: an expectation may quote a name or a header in which a service
 * has echoed the key. Exchanges are redacted where they are captured.
 */
export function redactingJournal(journal: Journal, redactor: Pick<Redactor, 'redactText'>): Journal {
  return {
    append: (record) => journal.append(redacted(record, (text) => redactor.redactText(text))),
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
    return { ...record, animal: { ...animal, name: animal.name === null ? null : redact(animal.name) } };
  }
  return record;
}
