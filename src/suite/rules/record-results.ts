import type { TestableId } from '../../contract/requirements.ts';
import type { CaseAttempt, Entry } from '../history.ts';
import { judgementOf, unprovenRecord, unsettled } from '../judge.ts';
import type { RunRecord } from '../records/records.ts';
import type { JudgedHistory } from './judge-history.ts';

/** The results of the catalogue rules as records, those of each case and subject together. */
export function recordsOf({ results }: Pick<JudgedHistory, 'results'>): readonly RunRecord[] {
  const satisfied = results.filter((each) => each.kind === 'satisfied');
  const groups = Map.groupBy(satisfied, ({ about, entry }) => JSON.stringify([about, entry.caseId, entry.attempt]));
  const kept = [...groups.values()].flatMap((group): RunRecord[] => {
    const rules: Partial<Record<TestableId, string[]>> = {};
    for (const { requirement, entry } of group) (rules[requirement] ??= []).push(entry.exchangeId);
    const [first] = group;
    return first === undefined ? [] : [{ type: 'rules-satisfied', ...sender(first.entry), about: first.about, rules }];
  });
  return [
    ...kept,
    ...results.flatMap((each): RunRecord[] => {
      if (each.kind === 'unproven') return [unprovenRecord(each.requirement, each.entry.makeshift, each.entry)];
      if (each.kind === 'open') {
        const { requirement, outcome, reason, evidence } = each;
        return [{ type: 'rule-open', judgement: { requirement, ...unsettled(outcome, reason, evidence) } }];
      }
      const judged = each.kind === 'violated' ? each.evidence.at(-1) : undefined;
      if (each.kind !== 'violated' || judged === undefined) return [];
      const { requirement, about, evidence } = each;
      const judgement = judgementOf('violated', { ...each, responses: evidence });
      return [{ type: 'rule-violated', ...sender(judged), about, judgement: { requirement, ...judgement } }];
    }),
  ];
}

function sender({ caseId, attempt }: Entry): CaseAttempt {
  return { caseId, attempt };
}
