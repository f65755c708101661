import { type Exchange, requestLine } from '../http/exchange.ts';
import type { ControlledTrial } from '../suite/records/records.ts';
import type { Report } from './report.ts';

/** A controlled trial, as every format shows it. */
export interface TrialView {
  /** What was tried in which case, and what the trial showed. Without a full stop. */
  readonly sentence: string;
  /** The requests and their controls in the order in which they were sent. Other requests with the same value are last. */
  readonly rows: readonly TrialRow[];
}

/** One request of a trial. */
interface TrialRow {
  readonly order: number;
  readonly role: 'request' | 'control' | 'other request';
  /** The tried value of a request, the request line of a control, and both of an other request. */
  readonly tried: string;
  /** The status, or how the request failed. */
  readonly ended: string;
  /** `12:34:56.789` in UTC. */
  readonly time: string;
}

/** The names of the columns of a trial. */
export const TRIAL_COLUMNS = ['Order', 'Role', 'Tried', 'Response', 'Time (UTC)'] as const;

/** The cells of a row, in the order of the columns. */
export function trialCells({ order, role, tried, ended, time }: TrialRow): readonly string[] {
  return [String(order), role, tried, ended, time];
}

/** The controlled trials of a report. */
export function trialViews(
  { trials = [], run }: Report,
  exchange: (id: string) => Exchange | undefined,
): readonly TrialView[] {
  return trials.map((trial) => {
    const rows = [
      ...trial.requests.map((id) => ({ id, role: 'request' as const })),
      ...trial.controls.map((id) => ({ id, role: 'control' as const })),
    ].sort((left, right) => serialOf(left.id) - serialOf(right.id));
    const all = [...rows, ...trial.others.map((id) => ({ id, role: 'other request' as const }))];
    return {
      sentence: sentenceOf(trial),
      rows: all.map(({ id, role }, index) => ({
        order: index + 1,
        role,
        ...outcomeOf(exchange(id), role, trial, run.target),
      })),
    };
  });
}

function sentenceOf({ tried, case: caseId, isProven, requests, controls, others }: ControlledTrial): string {
  const shown = isProven
    ? `causes its disturbance: none of ${requests.length + others.length} requests got a response, but all ${controls.length} controls did`
    : 'is not proven to cause its disturbance';
  return `In ${caseId}, ${tried} ${shown}`;
}

function outcomeOf(
  exchange: Exchange | undefined,
  role: TrialRow['role'],
  { tried }: ControlledTrial,
  target: string,
): Pick<TrialRow, 'tried' | 'ended' | 'time'> {
  const attempt = exchange?.attempts.at(-1);
  return {
    tried: sent(role, tried, exchange === undefined ? null : requestLine(exchange, target)),
    ended: String(attempt?.status ?? attempt?.failure?.kind ?? 'unknown'),
    time: /T([\d:.]+)Z$/.exec(attempt?.startedAt ?? '')?.[1] ?? 'unknown',
  };
}

/** An other request has the tried value too, but often another target. */
function sent(role: TrialRow['role'], tried: string, line: string | null): string {
  if (line === null || role === 'request') return tried;
  return role === 'control' ? line : `${tried}: ${line}`;
}

/** Exchanges are numbered in the order in which they were sent. */
function serialOf(id: string): number {
  return Number(id.replace(/^\D+/, ''));
}
