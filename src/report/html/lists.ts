import { isViolated } from '../verdict/deviations.ts';
import type { ReportItem, ReportList } from '../lists.ts';
import type { RequirementResult } from '../report.ts';
import { exchangeLinks } from './exchanges.ts';
import { type Content, cutText, joined, type Markup, markup, wholeIds } from './markup.ts';
import { findingPlace, type PageIndex } from './page-index.ts';

const LONGEST = 2_000;
const VALUES_SHOWN = 10;

/** Causes, deviations, reasons or faults as a list. */
export function renderList({ items }: ReportList, index: PageIndex): Markup {
  return markup`<ul class="reasons-list">${items.map((item) => renderItem(item, index))}</ul>`;
}

/** One of them, with its facts below. */
export function renderItem({ id, text, facts, isBad }: ReportItem, index: PageIndex): Markup {
  const said = text.length > LONGEST ? cutText(text, LONGEST) : wholeIds(text);
  return markup`<li>${id === null ? null : [nameLink(id, index), ' ']}${isBad === true ? markup`<b class="unstable">${said}</b>` : said}
    ${facts.map(({ label, text: own, values = [], requirements = [], exchanges = [] }) => {
      const parts = [
        own === undefined ? null : cutText(own, LONGEST),
        values.length === 0 ? null : valueList(values),
        requirements.length === 0 ? null : joined(requirements.map((each) => requirementLink(each, index))),
        exchanges.length === 0 ? null : exchangeLinks(exchanges, index),
      ].filter((part) => part !== null);
      return parts.length === 0 ? null : markup`<p><b>${label}</b> ${joined(parts, ': ')}</p>`;
    })}</li>`;
}

function nameLink(id: string, { view, report, anchors }: PageIndex): Markup {
  const thing = view.requirement(id) ?? report.checks.find((check) => check.id === id);
  return thing === undefined ? markup`<code>${id}</code>` : markup`<a href="${anchors.of(thing)}">${id}</a>`;
}

/** Leads to the finding, if there is one. */
function requirementLink(requirement: RequirementResult, index: PageIndex): Content {
  const { id, level } = requirement;
  const place = isViolated(requirement) ? findingPlace(requirement, index) : index.anchors.of(requirement);
  return [markup`<a href="${place}">${id}</a>`, level === 'required' ? null : ` (${level})`];
}

function valueList(values: readonly string[]): Content {
  const left = values.length - VALUES_SHOWN;
  const shown = values.slice(0, VALUES_SHOWN).map((value) => markup`<code>${cutText(value, 200)}</code>`);
  return [joined(shown), left > 0 ? ` and ${left} more` : null];
}
