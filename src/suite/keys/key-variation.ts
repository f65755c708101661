const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const base64 = `${upper}${lower}${digits}+/`;

/**
 * A key of the same length and look: each letter and digit gives way to another of its kind, the rest stays. It is
 * never the key itself.
 */
export function lookalikeOf(apiKey: string, random: () => number): string {
  const drawn = Array.from(apiKey, (character) => draw(kindOf(character) ?? character, random)).join('');
  if (drawn !== apiKey) return drawn;
  return apiKey.slice(0, -1) + otherLastCharacter(apiKey);
}

/** A character to put in the place of the first one. In no alphabet of keys does it stand for the same. */
export function otherFirstCharacter(apiKey: string): string {
  const first = apiKey.slice(0, 1);
  return candidatesFor(apiKey).find((candidate) => candidate.toLowerCase() !== first.toLowerCase()) ?? 'x';
}

/**
 * A character to put in the place of the last one. It differs in the high bits of a base64 digit, since the low bits of
 * a last digit may mean nothing, and a service that decodes its keys would rightly take them for the same.
 */
export function otherLastCharacter(apiKey: string): string {
  const last = apiKey.slice(-1);
  const differing = candidatesFor(apiKey).filter((candidate) => candidate.toLowerCase() !== last.toLowerCase());
  const far = differing.find((candidate) => base64.indexOf(candidate) >> 4 !== base64.indexOf(last) >> 4);
  return far ?? differing[0] ?? 'x';
}

/** Characters that the key might hold, so that it is refused as unknown and not for its look. */
function candidatesFor(apiKey: string): readonly string[] {
  if (/^\d+$/.test(apiKey)) return ['7', '2'];
  if (/^[\da-f]+$/.test(apiKey)) return ['a', '7', '2'];
  if (/^[\dA-F]+$/.test(apiKey)) return ['A', '7', '2'];
  return ['x', 'k', 'G'];
}

function kindOf(character: string): string | null {
  return [lower, upper, digits].find((kind) => kind.includes(character)) ?? null;
}

function draw(characters: string, random: () => number): string {
  return characters.charAt(Math.floor(random() * characters.length));
}
