import type { ConformanceCase, Stage } from '../case.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';
import type { TakeRecord } from '../judge.ts';
import { isViolation, operationsOf, type RunRecord } from '../records/records.ts';
import { forgetEarlierTry, type Run } from '../run.ts';

interface SecondTryOptions {
  readonly run: Run;
  readonly cases: readonly ConformanceCase[];
  readonly fixtures: Pick<Fixtures, 'trySecondTime'>;
  readonly records: readonly RunRecord[];
  /** Runs cases once more, stage by stage. The records of a case go to `recordFor`. */
  readonly runAgain: (
    cases: readonly ConformanceCase[],
    recordFor: (each: ConformanceCase) => TakeRecord,
  ) => Promise<void>;
}

/** Runs the cases that found a violation once more. A second try shows whether a violation is stable. */
export async function runSecondTry({ run, cases, fixtures, records, runAgain }: SecondTryOptions): Promise<void> {
  const violating = casesToTryAgain(records);
  if (violating.size === 0) return;
  run.record({ type: 'second-try' });
  // The second try must see the pets of rejected bodies again.
  recordStored(run, records);
  forgetEarlierTry(run);
  await fixtures.trySecondTime();
  const again = cases.filter(({ description }) => violating.has(description.caseId));
  await runAgain(again, ({ description }) => recordOfSecondTry(run, description.stage));
}

/** Records the pets that the service stored although it rejected their bodies. */
export function recordStored({ known, record }: Run, records: readonly RunRecord[]): void {
  const recorded = new Set(records.map((each) => (each.type === 'addition' ? each.addition.id : null)));
  for (const { pet, body } of known.petsFromRejectedBodies()) {
    const id = pet.id.toString();
    if (recorded.has(id)) continue;
    const { caseId, exchangeId: exchange } = body;
    const shown = { id, name: pet.name, caseId, exchange };
    record({ type: 'addition', addition: { ...shown, intended: false, sentAt: null, outcome: 'claimed' } });
  }
}

/** The second try cannot restore the untouched catalogue, so only violations count there. */
function recordOfSecondTry(run: Run, stage: Stage): TakeRecord {
  if (stage !== 'untouched catalogue') return run.record;
  return (record) => {
    if (isViolation(record)) run.record(record);
  };
}

/** The most cases that try a violated response rule of an operation again. */
const TRIES_OF_RULE = 10;

/**
 * The cases that found a violation, fixtures included. Every response may violate a rule, so only the first cases that found
 * it try it again.
 */
export function casesToTryAgain(records: readonly RunRecord[]): ReadonlySet<string> {
  const operations = operationsOf(records);
  const ofRules = new Map<string, Set<string>>();
  const chosen = new Set<string>();
  for (const record of records) {
    if (!isViolation(record)) continue;
    const { type, caseId, judgement } = record;
    if (type === 'rule-violated') {
      const rule = `${operations.get(judgement.exchanges.at(-1) ?? '')} ${judgement.requirement}`;
      const tried = ofRules.get(rule) ?? new Set();
      ofRules.set(rule, tried);
      if (tried.size === TRIES_OF_RULE) continue;
      tried.add(caseId);
    }
    chosen.add(caseId);
  }
  return chosen;
}
