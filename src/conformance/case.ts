import type { TestableId } from '../contract/requirements.ts';

/** What a case says of itself before it runs. */
export interface CaseDescription {
  /** `<spec file>/<title as slug>`: permanent as long as file and title are. */
  readonly caseId: string;
  readonly title: string;
  /** Where it stands: `specs/list-limit.spec.ts:12`. */
  readonly place: string;
  readonly requirements: readonly TestableId[];
  /** The most animals that the case may add, whatever the service accepts. */
  readonly creates: number;
}

/** A title as part of a case id: lower case, runs of other characters as one hyphen. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
