import type { Redactor } from '../../http/redaction.ts';
import type { RunRecord } from './records.ts';

/**
 * Redacts what cases record: a finding may quote a name or a header in which a service echoed the key. Exchanges are already
 * redacted.
 */
export function redactRecord(redactor: Pick<Redactor, 'redactText'>): (record: RunRecord) => RunRecord {
  const redact = redactor.redactText;
  return (record) => {
    if (record.type === 'judgement' || record.type === 'rule-violated' || record.type === 'rule-open') {
      const { judgement } = record;
      const pointer = judgement.pointer === null ? null : redact(judgement.pointer);
      const [expected, actual] = [redact(judgement.expected), redact(judgement.actual)];
      const reason = judgement.reason === null ? null : redact(judgement.reason);
      return { ...record, judgement: { ...judgement, expected, actual, pointer, reason } };
    }
    if (record.type === 'stopped') return { ...record, reason: redact(record.reason) };
    if (record.type === 'soak' && record.soak.endedBy !== null)
      return { ...record, soak: { ...record.soak, endedBy: redact(record.soak.endedBy) } };
    if (record.type === 'trial') return { ...record, trial: { ...record.trial, tried: redact(record.trial.tried) } };
    if (record.type === 'facts') {
      const { facts } = record;
      return { ...record, facts: { ...facts, categoriesAccepted: facts.categoriesAccepted.map(redact) } };
    }
    if (record.type !== 'addition') return record;
    const { id, name } = record.addition;
    // A service may echo a numeric key as an id.
    const shown = { id: id === null || redact(id) === id ? id : null, name: name === null ? null : redact(name) };
    return { ...record, addition: { ...record.addition, ...shown } };
  };
}
