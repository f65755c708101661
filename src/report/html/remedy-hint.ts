import { findRequirement } from '../../contract/requirements.ts';
import { element, type Markup } from './markup.ts';

/**
 * What usually breaks a requirement and what to change. Null for requirements that this suite does not know, as in a
 * report of another version. A hint and no evidence, so that it says so itself.
 */
export function renderRemedyHint(requirement: string): Markup | null {
  const remedy = findRequirement(requirement)?.remedy;
  if (remedy === undefined) return null;
  return element(
    'div',
    { class: 'hint' },
    element('p', { class: 'label' }, 'A hint how to fix it, from what usually breaks this requirement'),
    element('p', {}, remedy),
  );
}
