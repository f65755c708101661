import type { Redactor } from '../http/redaction.ts';
import type { RunRecord } from './records.ts';

const MOST_KNOWN = 2000;
const LONGEST_KNOWN = 200;

/**
 * Takes secrets out of what cases record: a finding may quote a name or a header in which a service has echoed the key.
 * Exchanges are redacted when they are captured.
 */
export function redactRecord(redactor: Pick<Redactor, 'redactText'>): (record: RunRecord) => RunRecord {
  /** The same few texts are recorded thousands of times. */
  const known = new Map<string, string>();

  function redact(text: string): string {
    const before = known.get(text);
    if (before !== undefined) return before;
    const clean = redactor.redactText(text);
    if (known.size < MOST_KNOWN && text.length < LONGEST_KNOWN) known.set(text, clean);
    return clean;
  }

  return (record) => {
    if (record.type === 'judgement' || record.type === 'broken') {
      const { judgement } = record;
      const pointer = judgement.pointer === null ? null : redact(judgement.pointer);
      const [expected, actual] = [redact(judgement.expected), redact(judgement.actual)];
      return { ...record, judgement: { ...judgement, expected, actual, pointer } };
    }
    if (record.type === 'stopped') return { ...record, reason: redact(record.reason) };
    if (record.type !== 'created') return record;
    const { pet } = record;
    // A key of digits alone may come back as an id.
    const id = pet.id === null || redact(pet.id) === pet.id ? pet.id : null;
    return { ...record, pet: { ...pet, id, name: pet.name === null ? null : redact(pet.name) } };
  };
}
