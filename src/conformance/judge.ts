import { findRequirement, type RequirementRow, type TestableId } from '../contract/requirements.ts';
import type { Answer } from '../target/answer.ts';
import { callSite } from './call-site.ts';
import type { Journal } from './journal.ts';
import type { Judgement } from './judgement.ts';

/** What was looked at: in words, and the answers it rests on. */
export interface Finding {
  readonly expected: string;
  readonly actual: string;
  readonly pointer?: string;
  readonly answers: readonly Pick<Answer, 'exchangeId'>[];
}

/** The only way to a verdict: each call is one requirement judged, written to the journal at once. */
export interface Judge {
  readonly caseId: string;
  /** What the case cites, and so may judge beside the rules for every answer. */
  readonly cited: readonly TestableId[];
  /** Satisfied where `holds`, violated otherwise. Returns `holds`. */
  check(requirement: TestableId, holds: boolean, finding: Finding): boolean;
  /** Records what this service does where the contract leaves it open. */
  observe(requirement: TestableId, finding: Finding): void;
  notVerified(requirement: TestableId, reason: string, supply: string | null, answers?: Finding['answers']): void;
  notApplicable(requirement: TestableId, reason: string, answers?: Finding['answers']): void;
  /** Ends the case: what it has not judged yet is not verified. */
  stop(reason: string, supply: string | null, answers?: Finding['answers']): never;
  /** Ends the case: what it has not judged yet does not apply to this run or this service. */
  stopNotApplicable(reason: string, answers?: Finding['answers']): never;
  /**
   * A rule that holds for every answer. What is kept is written once, when the case ends: as a judgement where the case
   * cites the rule, else as a mere list of exchanges, since the rule is then judged over all answers of the run.
   */
  everyAnswer(requirement: TestableId, holds: boolean, finding: Finding): boolean;
  /** Writes what the rules for every answer found satisfied. Called when the case ends. */
  finish(): void;
}

/** A fault of the suite itself: it ends as a harness error, never as a verdict on the service. */
export class HarnessFault extends Error {
  override readonly name = 'HarnessFault';
}

export interface JudgeOptions {
  readonly caseId: string;
  readonly cited: readonly TestableId[];
  readonly journal: Journal;
  /** Ends the case at once by throwing. */
  readonly leave: (note: string) => never;
}

interface Held {
  readonly finding: Finding;
  readonly exchanges: string[];
}

/** A judge for one case, which may judge the requirements that the case cites and those of every answer. */
export function createJudge({ caseId, cited, journal, leave }: JudgeOptions): Judge {
  const held = new Map<TestableId, Held>();
  const kept = new Map<TestableId, string[]>();

  function requireJudgeable(requirement: TestableId): RequirementRow | undefined {
    const row = findRequirement(requirement);
    if (cited.includes(requirement) || row?.everyAnswer === true) return row;
    throw new HarnessFault(`The case ${caseId} judged ${requirement}, which it does not cite.`);
  }

  function write(requirement: TestableId, part: Omit<Judgement, 'requirement' | 'callSite'>, site = callSite()): void {
    const row = requireJudgeable(requirement);
    if ((row?.level === 'unspecified') !== (part.outcome === 'observed') && isSettled(part)) {
      throw new HarnessFault(`${requirement} is ${row?.level ?? 'unknown'}, so it cannot end as ${part.outcome}.`);
    }
    journal.append({ type: 'judgement', caseId, judgement: { requirement, ...part, callSite: site } });
  }

  function stopped(
    outcome: 'not-verified' | 'not-applicable',
    reason: string,
    supply: string | null,
    answers: Finding['answers'],
  ): never {
    journal.append({
      type: 'stopped',
      caseId,
      outcome,
      reason,
      supply,
      exchanges: answers.map((answer) => answer.exchangeId),
    });
    return leave(reason);
  }

  function keep(requirement: TestableId, { answers: [answer] }: Finding): void {
    if (answer === undefined) return;
    const exchanges = kept.get(requirement);
    if (exchanges === undefined) {
      requireJudgeable(requirement);
      kept.set(requirement, [answer.exchangeId]);
    } else exchanges.push(answer.exchangeId);
  }

  return {
    caseId,
    cited,
    check(requirement, holds, finding) {
      write(requirement, {
        outcome: holds ? 'satisfied' : 'violated',
        ...evidence(finding),
        reason: null,
        supply: null,
      });
      return holds;
    },
    observe(requirement, finding) {
      write(requirement, { outcome: 'observed', ...evidence(finding), reason: null, supply: null });
    },
    notVerified(requirement, reason, supply, answers = []) {
      write(requirement, {
        outcome: 'not-verified',
        ...evidence({ expected: '', actual: '', answers }),
        reason,
        supply,
      });
    },
    notApplicable(requirement, reason, answers = []) {
      write(requirement, {
        outcome: 'not-applicable',
        ...evidence({ expected: '', actual: '', answers }),
        reason,
        supply: null,
      });
    },
    stop: (reason, supply, answers = []) => stopped('not-verified', reason, supply, answers),
    stopNotApplicable: (reason, answers = []) => stopped('not-applicable', reason, null, answers),
    everyAnswer(requirement, holds, finding) {
      if (!holds) {
        write(
          requirement,
          { outcome: 'violated', ...evidence(finding), reason: null, supply: null },
          `every answer: ${requirement}`,
        );
        return false;
      }
      if (!cited.includes(requirement)) {
        keep(requirement, finding);
        return true;
      }
      const exchanges = finding.answers.map((answer) => answer.exchangeId);
      const before = held.get(requirement);
      if (before === undefined) held.set(requirement, { finding, exchanges });
      else before.exchanges.push(...exchanges);
      return true;
    },
    finish() {
      for (const [requirement, { finding, exchanges }] of held) {
        const part = { ...evidence(finding), outcome: 'satisfied' as const, exchanges, reason: null, supply: null };
        write(requirement, part, `every answer: ${requirement}`);
      }
      held.clear();
      if (kept.size > 0) journal.append({ type: 'kept', caseId, rules: Object.fromEntries(kept) });
      kept.clear();
    },
  };
}

function isSettled(part: { readonly outcome: Judgement['outcome'] }): boolean {
  return part.outcome === 'satisfied' || part.outcome === 'violated' || part.outcome === 'observed';
}

function evidence(finding: Finding): Pick<Judgement, 'expected' | 'actual' | 'pointer' | 'exchanges'> {
  return {
    expected: finding.expected,
    actual: finding.actual,
    pointer: finding.pointer ?? null,
    exchanges: finding.answers.map((answer) => answer.exchangeId),
  };
}
