import { hash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { Check, Report, RequirementResult } from '../report.ts';
import { isViolated } from '../deviations.ts';
import type { Clause } from '../findings.ts';
import { type ReportView, viewOf } from '../view.ts';
import type { Place } from './markup.ts';

/** A report as the sections of the page look things up in it. */
export interface PageIndex {
  readonly view: ReportView;
  readonly report: Report;
  readonly anchors: Anchors;
  /** The clause that shows an exchange in full. Exchanges without such a clause are listed separately. */
  readonly shownBy: (exchange: string) => Clause | undefined;
  /** How many characters of an exchange's body are shown. */
  readonly bodyLimit: (exchange: string) => number;
}

/** The total size of the bodies that are shown whole: those of exchanges that show a violation. */
const WHOLE_BODIES = 4_000_000;
/** The total size of the bodies of all other exchanges, and the minimum and maximum for one of them. */
const CUT_BODIES = 1_000_000;
const LEAST_CUT = 120;
const MOST_CUT = 2_000;

/** Prepares a report for the sections of the page. */
export function pageIndex(report: Report): PageIndex {
  const view = viewOf(report);
  const shown = new Map<string, Clause>();
  for (const finding of [...view.violated, ...view.warnings, ...view.deviating].flatMap((each) => [
    each,
    ...each.also,
  ])) {
    const exchange = finding.violation?.exchange;
    if (exchange !== undefined && !shown.has(exchange.id)) shown.set(exchange.id, finding);
  }
  return {
    view,
    report,
    anchors: anchorsOf(report),
    shownBy: (exchange) => shown.get(exchange),
    bodyLimit: bodyLimits(view),
  };
}

/** Where a finding is shown in full. */
export function findingPlace(requirement: RequirementResult, { anchors }: Pick<PageIndex, 'anchors'>): Place {
  return { id: `violation-${anchors.of(requirement).id}` };
}

function bodyLimits({ report, exchange }: ReportView): PageIndex['bodyLimit'] {
  const whole = new Set<string>();
  let left = WHOLE_BODIES;
  for (const check of report.checks) {
    if (!isViolated(check)) continue;
    for (const id of [...check.exchanges, ...check.repeatExchanges, ...check.furtherViolations]) {
      const size = bodySize(exchange(id));
      if (whole.has(id) || size > left) continue;
      whole.add(id);
      left -= size;
    }
  }
  const cut = Math.floor(CUT_BODIES / Math.max(1, report.exchanges.length));
  const limit = Math.min(MOST_CUT, Math.max(LEAST_CUT, cut));
  return (id) => (whole.has(id) ? Number.POSITIVE_INFINITY : limit);
}

function bodySize(exchange: Exchange | undefined): number {
  return (exchange?.request.body?.text.length ?? 0) + (exchange?.response?.body.text.length ?? 0);
}

/** The anchors of the page. An id leads to the first item with that id, undefined if there is none. */
interface Anchors {
  readonly of: (thing: RequirementResult | Check | Exchange) => Place;
  readonly requirement: (id: string) => Place | undefined;
  readonly exchange: (id: string) => Place | undefined;
}

const REQUIREMENT_ID = /^[A-Z][A-Z0-9-]*$/;
/** Such as `x7`. */
const EXCHANGE_ID = /^x\d{1,12}$/;

/**
 * Requirements and exchanges use their ids as anchors. The ids of checks are long, so their anchors are digests: the same check
 * has the same anchor in every report. No anchor occurs twice.
 */
export function anchorsOf(report: Report): Anchors {
  const taken = new Set<string>();
  const places = new Map<object, Place>();
  function settle(
    things: readonly { readonly id: string }[],
    nameOf: (id: string) => string,
  ): ReadonlyMap<string, Place> {
    const byId = new Map<string, Place>();
    for (const thing of things) {
      const place = { id: freeName(nameOf(thing.id), taken) };
      places.set(thing, place);
      if (!byId.has(thing.id)) byId.set(thing.id, place);
    }
    return byId;
  }
  const requirements = settle(report.requirements, (id) =>
    REQUIREMENT_ID.test(id) ? id : `requirement-${digest(id)}`,
  );
  settle(report.checks, (id) => `check-${digest(id)}`);
  const exchanges = settle(report.exchanges, (id) => (EXCHANGE_ID.test(id) ? id : `exchange-${digest(id)}`));
  return {
    of: (thing) => places.get(thing) ?? { id: 'top' },
    requirement: (id) => requirements.get(id),
    exchange: (id) => exchanges.get(id),
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}.${count}`;
  taken.add(free);
  return free;
}

function digest(text: string): string {
  return hash('sha256', text.toWellFormed()).slice(0, 12);
}
