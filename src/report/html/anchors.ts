import { hash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { Check, Report, RequirementResult } from '../report.ts';
import type { Place } from './markup.ts';

/** Where on the page things stand. By id it is the first thing with that id, undefined where the report has none. */
export interface Anchors {
  readonly of: (thing: RequirementResult | Check | Exchange) => Place;
  readonly requirement: (id: string) => Place | undefined;
  readonly exchange: (id: string) => Place | undefined;
}

const REQUIREMENT_ID = /^[A-Z][A-Z0-9-]*$/;
/** Such as `x7`. */
const EXCHANGE_ID = /^x\d{1,12}$/;

/**
 * Requirements and exchanges are found under their own ids. Those of checks are long, so that a digest stands for them:
 * the same check has the same address in the report of every run. Whatever the report holds, no address occurs twice.
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
