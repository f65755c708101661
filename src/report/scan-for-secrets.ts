import type { Redactor } from '../target/redaction.ts';

/**
 * The label of a secret that a finished text holds in any encoding, or null. Evidence is redacted when it is captured;
 * this is the net below. Whoever gets a label publishes nothing and ends as a fault of the suite (exit code 4).
 */
export function findSecret(text: string, redactor: Redactor): string | null {
  return redactor.containsSecret(text);
}

/**
 * Whether a find would mean anything. A key such as `available` or `petstore-conformance` stands in the suite's own
 * words, so every report holds it and shows nothing by it. `staticText` is what is the same for every target: the
 * requirement table and the cases, and never anything of the run, its target or its answers, which may hold a secret
 * that has to be found. Secrets of fewer than 8 characters are never looked for, as the redactor has it.
 */
export function canScan(redactor: Redactor, staticText: string): boolean {
  return redactor.containsSecret(staticText) === null;
}
