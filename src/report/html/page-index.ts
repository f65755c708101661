import { hash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { Check, Report, RequirementResult } from '../report.ts';
import { isViolated } from '../verdict/deviations.ts';
import type { ViolatedRequirement } from '../findings.ts';
import { type ReportView, viewOf } from '../view.ts';
import type { Place } from './markup.ts';

/** The total size of the bodies of exchanges that are shown whole. */
const WHOLE_BODIES = 4_000_000;
/** The total size of the bodies of all other exchanges, and the minimum and maximum for one of them. */
const CUT_BODIES = 150_000;
const LEAST_CUT = 120;
const MOST_CUT = 2_000;

/** A report as the sections of the page look things up in it. */
export type PageIndex = ReturnType<typeof pageIndex>;

/** Prepares a report for the sections of the page. */
export function pageIndex(report: Report) {
  const view = viewOf(report);
  const all = [...view.violated, ...view.warnings, ...view.deviating].flatMap(
    (each): readonly ViolatedRequirement[] => [each, ...each.also],
  );
  // The first violated requirement that cites an exchange shows it.
  const shown = new Map(all.toReversed().map((each) => [each.violation?.exchange?.id, each]));
  return {
    ...view,
    anchorOf: anchorsOf(report),
    // The violated requirement that shows an exchange in full. Exchanges without one are listed separately.
    shownBy: (exchange: string) => shown.get(exchange),
    // The ids of exchanges that show a violation: these are shown whole.
    whole: wholeExchanges(view),
    // How many characters of a body are shown of the other exchanges.
    bodyLimit: Math.min(MOST_CUT, Math.max(LEAST_CUT, Math.floor(CUT_BODIES / Math.max(1, report.exchanges.length)))),
  };
}

/** Where a finding is shown in full. */
export function findingPlace(requirement: RequirementResult, { anchorOf }: Pick<PageIndex, 'anchorOf'>): Place {
  return { id: `violation-${anchorOf(requirement).id}` };
}

function wholeExchanges({ report, exchanges }: ReportView): ReadonlySet<string> {
  const whole = new Set<string>();
  let left = WHOLE_BODIES;
  for (const check of report.checks) {
    if (!isViolated(check)) continue;
    for (const id of [...check.exchanges, ...check.repeatExchanges, ...check.furtherViolations]) {
      const size = bodySize(exchanges.get(id));
      if (whole.has(id) || size > left) continue;
      whole.add(id);
      left -= size;
    }
  }
  return whole;
}

function bodySize(exchange: Exchange | undefined): number {
  return (exchange?.request.body?.text.length ?? 0) + (exchange?.response?.body.text.length ?? 0);
}

/** Ids of requirements and exchanges, which are their own anchors. */
const PLAIN_ID = /^(?:[A-Z][A-Z0-9-]*|x\d{1,12})$/;

/**
 * Requirements and exchanges use their ids as anchors. The ids of checks are long, so their anchors are digests: the same check
 * has the same anchor in every report. No anchor occurs twice. An id leads to the first item with that id.
 */
export function anchorsOf({ requirements, checks, exchanges }: Pick<Report, 'requirements' | 'checks' | 'exchanges'>) {
  const taken = new Set<string>();
  const places = new Map<object, Place>();
  for (const thing of [...requirements, ...exchanges, ...checks]) {
    const name = PLAIN_ID.test(thing.id) ? thing.id : `${'case' in thing ? 'check' : 'item'}-${shortDigest(thing.id)}`;
    let id = name;
    for (let count = 2; taken.has(id); count += 1) id = `${name}.${count}`;
    taken.add(id);
    places.set(thing, { id });
  }
  return (thing: RequirementResult | Check | Exchange): Place => places.get(thing) ?? { id: 'top' };
}

function shortDigest(text: string): string {
  return hash('sha256', text.toWellFormed()).slice(0, 12);
}
