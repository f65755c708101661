import { counted } from '../contract/describe.ts';
import type { RequirementResult } from './report.ts';
import type { ReportView, UnsettledGroup } from './view.ts';

/** A labelled fact of an entry: a text that may hold anything, and what it names. */
interface EntryFact {
  readonly label: string;
  readonly text?: string;
  /** Shown as they are, such as requests. */
  readonly values?: readonly string[];
  readonly requirements?: readonly RequirementResult[];
  readonly exchanges?: readonly string[];
}

/** One cause, deviation, reason or fault. Formats lay it out: its text as an item, and the facts below. */
export interface Entry {
  /** The requirement, check or fact that it is about; null if it is about none or several. */
  readonly id: string | null;
  /** May hold anything, or nothing. */
  readonly text: string;
  readonly facts: readonly EntryFact[];
  readonly isBad?: boolean;
  /** A command that shows it again. It is inert. */
  readonly command?: string | null;
}

/** What a report lists beside its findings, as every format for people shows it. */
export function entriesOf(view: ReportView) {
  const { unsettled } = view;
  return {
    causes: view.causes.map(({ sentence, fix, explains, requirements, exchanges }): Entry => ({
      id: null,
      text: sentence,
      facts: [
        { label: 'Fix', text: fix },
        { label: 'Explains', text: explains, requirements: requirements.flatMap((id) => view.requirement(id) ?? []) },
        { label: 'Seen in', exchanges },
      ],
    })),
    deviations: view.deviations.map(
      ({ deviation: { id, reason, owner, expires, checks }, state, isOutdated, violation }): Entry => ({
        id,
        text: state,
        isBad: isOutdated,
        facts: [
          { label: 'Reason', text: reason },
          { label: 'Owner', text: `${owner}, until ${expires}` },
          ...(violation === null
            ? []
            : [
                { label: 'Expected', values: [violation.expected] },
                { label: 'Actual', values: [violation.actual] },
              ]),
          ...(checks.length > 1 ? [{ label: 'Checks', text: `${counted(checks.length, 'check')} by it` }] : []),
        ],
      }),
    ),
    unsettled: [
      ...unsettled.blockages.map(({ sentence, requirements }) => about(sentence, [], requirements)),
      ...unsettled.groups.map(groupEntry),
      ...(unsettled.extraChecks === null ? [] : [about(`${unsettled.extraChecks} report.json has the reasons.`)]),
    ],
    notApplicable: view.notApplicable.map(groupEntry),
    suiteFaults: view.allSuiteFaults.map(({ text, check }): Entry => ({ id: check?.id ?? null, text, facts: [] })),
  };
}

function groupEntry({ reason, howToResolve, things, requests }: UnsettledGroup): Entry {
  const resolve = howToResolve.map((text) => ({ label: 'Resolve', text }));
  return about(
    reason,
    [...(requests.length === 0 ? [] : [{ label: 'Requests', values: requests }]), ...resolve],
    things,
  );
}

/** Required requirements come first, because they prevent a verdict. */
function about(text: string, facts: Entry['facts'] = [], requirements: readonly RequirementResult[] = []): Entry {
  const named = [
    ...requirements.filter(({ level }) => level === 'required'),
    ...requirements.filter(({ level }) => level !== 'required'),
  ];
  const concerns = named.length === 0 ? [] : [{ label: 'Concerns', requirements: named }];
  return { id: null, text, facts: [...facts, ...concerns] };
}

/** The id of a requirement, with its level unless it is required: only these decide the verdict. */
export function nameOf({ id, level }: RequirementResult): string {
  return level === 'required' ? id : `${id} (${level})`;
}
