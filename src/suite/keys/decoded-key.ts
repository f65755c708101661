const UUID = /^\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?$/i;
const HEXADECIMAL = /^(?:[\da-f]{2})+$/i;
/** What an encoder of base64 writes, in either alphabet, with or without padding. */
const ENCODED = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?|[\w+/-]{4})$/;

/** Whether a key is hexadecimal or a UUID, which mean the same in either case of letters. */
export function hasNoCase(key: string): boolean {
  return HEXADECIMAL.test(key) || UUID.test(key);
}

/** Whether a lenient decoder reads a changed key as the right one. A service may compare decoded keys, so such a key is not wrong. */
export function decodesAlike(changed: string, key: string): boolean {
  if (changed === key) return true;
  if (hasNoCase(key) && hexadecimalBytes(changed) === hexadecimalBytes(key)) return true;
  // The parts of a JSON Web Token are base64 each.
  const isEncoded = key.split('.').every((part) => ENCODED.test(part));
  const decoders = [base64Bytes, (text: string): string => text.split('.').map(base64Bytes).join('.')];
  return isEncoded && decoders.some((decode) => decode(changed) === decode(key));
}

function hexadecimalBytes(text: string): string {
  const [digits = ''] = /^[\da-f]*/.exec(text.replaceAll(/[{}-]/g, '').toLowerCase()) ?? [];
  return digits.slice(0, digits.length - (digits.length % 2));
}

/** Node decodes both alphabets of base64, skips other characters, and stops at the padding. */
function base64Bytes(text: string): string {
  return Buffer.from(text, 'base64').toString('hex');
}
