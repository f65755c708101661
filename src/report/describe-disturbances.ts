/** Disturbances by status or kind of failure, in words: "2 responses 503, 1 refused". */
export function describeDisturbances(disturbances: Readonly<Record<string, number>>): string {
  const parts = Object.entries(disturbances).map(([label, count]) =>
    /^\d/.test(label) ? `${count} ${count === 1 ? 'response' : 'responses'} ${label}` : `${count} ${label}`,
  );
  return parts.length === 0 ? 'no disturbances' : `disturbances: ${parts.join(', ')}`;
}
