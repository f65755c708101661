import { type ReferenceService, startReference } from '../../src/reference/reference-service.ts';

/** Starts a conformant service, and one whose pages hold a pet too many. */
export function startSoundAndBroken(): Promise<readonly [sound: ReferenceService, broken: ReferenceService]> {
  return Promise.all([startReference({ seed: 1 }), startReference({ seed: 1, faults: ['limit-plus-one'] })]);
}
