import { createHash } from 'node:crypto';
import type { Report } from '../report.ts';
import { verdictHeadline } from '../verdicts.ts';
import { renderBehaviour } from './behaviour-section.ts';
import { renderPicture } from './contract-picture.ts';
import { renderContents } from './contents.ts';
import { renderCreated } from './created-section.ts';
import { renderDeprecation } from './deprecation-section.ts';
import { renderExchanges } from './exchanges-section.ts';
import { renderDeviations } from './deviations-section.ts';
import { renderFirstSight } from './first-sight.ts';
import { renderLatency } from './latency-section.ts';
import { element, longElement, writeDocument, type Markup } from './markup.ts';
import { pageAssets } from './page-assets.ts';
import { renderProvenance } from './provenance-section.ts';
import { indexReport } from './report-index.ts';
import { renderRequirements } from './requirements-section.ts';
import { renderSuiteFaults, renderUnsettled } from './unsettled-section.ts';
import { counted } from './visible-text.ts';
import { renderViolations, renderWarnings } from './violations-section.ts';

/**
 * A report as one self-contained page, `report.html`, in pieces, which end where tags do. The same report gives the same
 * bytes. Nothing in it can act: all that comes from a service is text, and the page's own policy allows only its own style
 * and script.
 */
export function htmlPieces(report: Report): Iterable<string> {
  const index = indexReport(report);
  const { style, script } = pageAssets();
  return writeDocument({
    title: `${verdictHeadline(report.verdict)}: ${report.run.target}`,
    policy: policyFor(style, script),
    style,
    script,
    body: [
      element('a', { class: 'skip', href: { id: 'violations' } }, 'Skip to the findings'),
      renderFirstSight(index),
      renderContents(index),
      longElement(
        'main',
        {},
        renderPicture(index),
        renderViolations(index),
        renderWarnings(index),
        renderDeviations(index),
        renderSuiteFaults(index),
        renderUnsettled(index),
        renderRequirements(index),
        renderBehaviour(index),
        renderDeprecation(index),
        renderLatency(index),
        renderCreated(index),
        renderProvenance(index),
        renderExchanges(index),
      ),
      renderEnd(report),
    ],
  });
}

/** Everything is forbidden but the page's own style and script, which are known by their digests. */
function policyFor(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function renderEnd({ run, counts }: Report): Markup {
  return element(
    'footer',
    {},
    element(
      'p',
      {},
      `Made from report.json of run ${run.id} by ${run.suite.name} ${run.suite.version}: ${counted(counts.cases, 'case')}, ${counted(counts.exchanges, 'exchange')}. `,
      element('a', { href: { id: 'top' } }, 'To the top'),
    ),
    element('p', { id: 'announcement', class: 'unseen', role: 'status' }),
  );
}
