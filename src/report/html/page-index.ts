import { hash } from 'node:crypto';
import type { Exchange, Header } from '../../http/exchange.ts';
import type { Check, Report, RequirementResult } from '../report.ts';
import { isViolated } from '../verdict/deviations.ts';
import type { Clause } from '../findings.ts';
import { shareEvidence } from '../json/render-json.ts';
import { type ReportView, viewOf } from '../view.ts';
import type { Place } from './markup.ts';

/** The total size of the bodies of exchanges that are shown whole. */
const WHOLE_BODIES = 4_000_000;
/** The total size of the bodies of all other exchanges, and the minimum and maximum for one of them. */
const CUT_BODIES = 200_000;
const LEAST_CUT = 120;
const MOST_CUT = 2_000;

/** A report as the sections of the page look things up in it. */
export type PageIndex = ReturnType<typeof pageIndex>;

/** Prepares a report for the sections of the page. */
export function pageIndex(report: Report) {
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
    // The clause that shows an exchange in full. Exchanges without such a clause are listed separately.
    shownBy: (exchange: string) => shown.get(exchange),
    isWhole: wholeExchanges(view),
    // How many characters of a body are shown of the other exchanges.
    bodyLimit: Math.min(MOST_CUT, Math.max(LEAST_CUT, Math.floor(CUT_BODIES / Math.max(1, report.exchanges.length)))),
    sameBody: sameBodies(report),
    usualFields: CLIENT_FIELDS.flatMap((name) => usualField(name, report)),
  };
}

/** Where a finding is shown in full. */
export function findingPlace(requirement: RequirementResult, { anchors }: Pick<PageIndex, 'anchors'>): Place {
  return { id: `violation-${anchors.of(requirement).id}` };
}

/** Finds the earlier exchange that has the same body in its response. */
function sameBodies({ exchanges }: Report) {
  const same = new Map(
    shareEvidence(exchanges).flatMap(({ id, response }) =>
      typeof response?.body === 'string' ? [[id, response.body]] : [],
    ),
  );
  return (id: string) => same.get(id);
}

/** What the client adds to nearly every request. */
const CLIENT_FIELDS = ['accept-encoding', 'user-agent'];

/** The field with this name that most requests have. */
function usualField(name: string, { exchanges }: Report): readonly Header[] {
  const fields = exchanges.flatMap(({ request }) => request.headers.filter(([each]) => each.toLowerCase() === name));
  const [most] = [...Map.groupBy(fields, String).values()].toSorted((one, other) => other.length - one.length);
  return most === undefined || most.length <= exchanges.length / 2 ? [] : most.slice(0, 1);
}

/** Whether an exchange shows a violation: then all of it is shown. */
function wholeExchanges({ report, exchange }: ReportView) {
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
  return (id: string) => whole.has(id);
}

function bodySize(exchange: Exchange | undefined): number {
  return (exchange?.request.body?.text.length ?? 0) + (exchange?.response?.body.text.length ?? 0);
}

const REQUIREMENT_ID = /^[A-Z][A-Z0-9-]*$/;
/** Such as `x7`. */
const EXCHANGE_ID = /^x\d{1,12}$/;

/**
 * Requirements and exchanges use their ids as anchors. The ids of checks are long, so their anchors are digests: the same check
 * has the same anchor in every report. No anchor occurs twice. An id leads to the first item with that id.
 */
export function anchorsOf(report: Report) {
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
    of: (thing: RequirementResult | Check | Exchange): Place => places.get(thing) ?? { id: 'top' },
    requirement: (id: string) => requirements.get(id),
    exchange: (id: string) => exchanges.get(id),
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
