import { type Mark, wordOf } from '../outcomes.ts';
import { type Markup, markup } from './markup.ts';

/** The word of an outcome, with the sign and the colour that the style gives it. */
export function outcomeBadge(mark: Mark): Markup {
  return markup`<b class="mark ${mark}">${wordOf(mark)}</b>`;
}
