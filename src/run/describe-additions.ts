import { listSome } from '../contract/describe.ts';
import { inertText } from '../report/safe-text.ts';
import type { JournalRecord } from '../suite/records/journal.ts';

type NamedAddition = Omit<JournalRecord, 'exchange'>;

/** The pets that a run added and may have added, in words that are safe on a terminal. `most` bounds how many are named. */
export function describeAdditions(additions: readonly NamedAddition[], most: number = Infinity): string {
  const created = additions.filter(({ outcome }) => outcome === 'created');
  const claimed = additions.filter(({ outcome }) => outcome !== 'created');
  const ids = listed(created, most, ({ id }) => id ?? 'one with an unknown id');
  const pets = `Pets added: ${created.length === 0 ? 'none' : ids}.`;
  return claimed.length === 0
    ? pets
    : `${pets} Pets that may have been added: ${listed(claimed, most, describeClaimed)}.`;
}

function listed(
  additions: readonly NamedAddition[],
  most: number,
  describe: (addition: NamedAddition) => string,
): string {
  return inertText(listSome(additions.map(describe), most, ', '));
}

function describeClaimed({ id, name, sentAt, outcome }: NamedAddition): string {
  const facts = [
    name === null ? null : `name ${JSON.stringify(name)}`,
    sentAt === null ? null : `sent at ${sentAt}`,
    outcome === 'unknown' ? 'outcome unknown' : null,
  ];
  return `${id ?? 'one with an unknown id'} (${facts.filter((fact) => fact !== null).join(', ')})`;
}
