import type { RequirementRow } from '../contract/requirements.ts';
import type { AttestationKey } from './signing-key.ts';

/** What a run is verified by: the suite that does it, and the public key where one is given. */
export interface Verifier {
  readonly suiteVersion: string;
  readonly table: readonly RequirementRow[];
  readonly publicKey: AttestationKey | null;
}
