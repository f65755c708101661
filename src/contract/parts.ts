/** One of the nine parts of the contract: its number and its subject. */
export interface ContractPart {
  readonly number: string;
  readonly title: string;
}

/** The parts in the order of the contract. */
export const parts: readonly ContractPart[] = [
  { number: '1', title: 'What the service does' },
  { number: '2', title: 'Resources and their fields' },
  { number: '3', title: 'States' },
  { number: '4', title: 'Endpoints' },
  { number: '5', title: 'Authentication' },
  { number: '6', title: 'Events' },
  { number: '7', title: 'Errors' },
  { number: '8', title: 'Limits' },
  { number: '9', title: 'Versioning' },
];

/** The number of the part of a place in the contract: `4.1` and `4.3 (RFC 9745)` belong to `4`. */
export function partNumberOf(place: string): string {
  return /^\d+/.exec(place)?.[0] ?? '';
}
