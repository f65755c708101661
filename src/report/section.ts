import { listSome } from '../contract/describe.ts';
import type { RequirementResult } from './report.ts';
import { safeText } from './safe-text.ts';

// What reports and commands show to people: sections of items and facts. A format lays them out, and makes each text safe.

/** A labelled fact. Its texts may hold anything. Formats leave out a fact without any. */
export interface Fact {
  readonly label: string;
  /** A sentence of the suite, in which a text of the service may stand. */
  readonly text?: string | null | undefined;
  /** The same without any text of the service. */
  readonly own?: string | null | undefined;
  /** Shown as they are, such as requests. */
  readonly values?: readonly string[];
  readonly requirements?: readonly RequirementResult[];
  readonly exchanges?: readonly string[];
  /** A bash command, which is inert and shown in full. */
  readonly command?: string;
}

/** One finding, cause, deviation, reason or fault: a line, and the facts below it. */
export interface Item {
  /** The requirement, check or fact that it is about; null if it is about none or several. */
  readonly id: string | null;
  /** What belongs to the id: "part 4.1, required". */
  readonly subtitle?: string;
  /** May hold anything, or nothing. */
  readonly text: string;
  readonly tone?: 'good' | 'bad' | 'doubt';
  readonly facts: readonly Fact[];
}

/** Facts and items under a title. Formats leave out a section without either. */
export interface Section {
  readonly title: string;
  /** The number beside the title: items, or the requirements that they are about. */
  readonly count?: number;
  readonly facts?: readonly Fact[];
  readonly items?: readonly Item[];
  /** What a sentence calls one item. */
  readonly noun?: string;
}

/** The id of a requirement, with its level unless it is required: only these decide the verdict. */
function nameOf({ id, level }: RequirementResult): string {
  return level === 'required' ? id : `${id} (${level})`;
}

/** A label, and one inert line. */
export type FactLine = Readonly<Record<'label' | 'text', string>>;

const NAMES_SHOWN = 15;

/** Facts as lines without their exchanges. A fact without any text has none. */
export function factLines(facts: readonly Fact[]): readonly FactLine[] {
  return facts.flatMap(({ label, text, own, values = [], requirements = [], command = '' }) => {
    const named = listSome([...values, ...requirements.map(nameOf)].map(safeText), NAMES_SHOWN, ', ');
    const parts = [safeText(own ?? text ?? ''), named, command].filter((part) => part !== '');
    return parts.length === 0 ? [] : [{ label, text: parts.join(': ') }];
  });
}
