import type { CaseEnd } from '../../suite/execution/run-cases.ts';
import { type Judgement, requestsOf, type RunRecord } from '../../suite/records/records.ts';
import { findRequirement } from '../../contract/requirements.ts';
import { STAGES } from '../../suite/case.ts';
import type { Check } from '../report.ts';
import { foldChecks } from './fold-checks.ts';

/** The checks of the first try. Each violated one is compared with its second try, if there was one. */
export function foldTries(records: readonly RunRecord[], ends: readonly CaseEnd[]): readonly Check[] {
  const first = records.filter((record) => !isSecond(record));
  const again = comparable(records.filter(isSecond), first, ends);
  if (again.length === 0) return foldChecks(first, ends);
  const exchanges = records.filter(({ type }) => type === 'exchange' || type === 'omitted');
  const second = new Map(foldChecks([...exchanges, ...again], ends).map((check) => [check.id, check]));
  return foldChecks(first, ends).map((check) => markStability(check, second.get(check.id)));
}

function isSecond(record: RunRecord): boolean {
  return 'attempt' in record && record.attempt === 'second try';
}

/**
 * What of a second try can be compared with the first. A rule is tried again by the same request of the same case: other responses
 * do not disprove a violation. The catalogue is full by then, so of lists that were read while it was small only
 * violations count.
 */
function comparable(
  second: readonly RunRecord[],
  first: readonly RunRecord[],
  ends: readonly CaseEnd[],
): readonly RunRecord[] {
  const stages = new Map(ends.map(({ description: { caseId, stage } }) => [caseId, STAGES.indexOf(stage)]));
  const requests = requestsOf([...first, ...second]);
  const broken = new Set(
    first.flatMap((record) =>
      record.type === 'rule-violated'
        ? record.judgement.exchanges.map(
            (id) => `${record.subject} ${record.judgement.requirement} ${requests.get(id)?.target}`,
          )
        : [],
    ),
  );
  // A case that was stopped proves nothing: the response that breaks the rule may be missing.
  const cutShort = new Set(
    second.flatMap((record) => (record.type === 'stopped' && record.outcome === 'not-verified' ? [record.caseId] : [])),
  );
  return second.flatMap((record): readonly RunRecord[] => {
    if (!('caseId' in record)) return [record];
    const wasSmall = (stages.get(record.caseId) ?? STAGES.length) < STAGES.indexOf('main');
    if (record.type === 'judgement') return wasSmall && findsNothingInList(record.judgement) ? [] : [record];
    if (record.type !== 'rules-satisfied') return [record];
    if (cutShort.has(record.caseId)) return [];
    const rules = Object.entries(record.rules).map(([requirement, kept]) => {
      const again = kept.filter((id) => {
        const { operation, target } = requests.get(id) ?? {};
        return broken.has(`${record.subject} ${requirement} ${target}`) && (!wasSmall || operation !== 'listPets');
      });
      return [requirement, again] as const;
    });
    return [{ ...record, rules: Object.fromEntries(rules) }];
  });
}

function findsNothingInList({ requirement, outcome }: Judgement): boolean {
  return outcome !== 'violated' && findRequirement(requirement)?.operation === 'listPets';
}

function markStability(check: Check, second: Check | undefined): Check {
  if (second === undefined || second.judgements === 0) return check;
  if (check.outcome !== 'violated') return second.outcome === 'violated' ? onlyInSecondTry(check, second) : check;
  if (second.outcome !== 'violated' && second.outcome !== 'satisfied') return check;
  return { ...check, unstable: second.outcome === 'satisfied', repeatExchanges: second.exchanges };
}

/** A violation that only the second try found. It is unstable if the first try found that the requirement holds. */
function onlyInSecondTry(first: Check, second: Check): Check {
  return { ...second, unstable: first.outcome === 'satisfied' ? true : null };
}
