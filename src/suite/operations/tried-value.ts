import type { NewPet, Pet } from '../../contract/pet.ts';
import type { Credential } from '../../http/request.ts';
import type { ApiRequest, IdRange } from '../api-request.ts';

/** A value that a request tries, and that could cause a disturbance by itself. A controlled trial finds out whether it does. */
export interface TriedValue {
  /** Equal for requests that try the same value. */
  readonly key: string;
  /** The value in words, for the report. */
  readonly label: string;
  /** The same request with other values in its place, which must be accepted. */
  readonly controls: (tools: TrialTools) => readonly ApiRequest[];
  /** Requests that share only the value. Their paths differ if they can: a gateway may choose a dead back end by the path. */
  readonly others: (tools: TrialTools) => readonly ApiRequest[];
  /** Values with the same text may share a control, because it differs from each of their requests in the tried value alone. */
  readonly sharedControl?: string | undefined;
}

/** What trials make requests of. */
export interface TrialTools {
  readonly validKey: Credential;
  /** The pets that the run added. */
  readonly own: readonly Pet[];
  readonly draft: (fields?: { readonly [Name in keyof NewPet]?: NewPet[Name] | undefined }) => NewPet;
  readonly unknownId: (range: IdRange) => bigint;
}

/** A tried value, equal to others with the same key. */
export function triedValue(label: string, requests: Omit<TriedValue, 'key' | 'label'>, key = label): TriedValue {
  return { key, label, ...requests };
}
