/** Addresses that every reader takes as they are: those of RFC 3986 with an authority. */
const PLAIN = /^[a-z]+:\/\/[\w.:[\]-]+(?:[/?](?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
const NOT_ALLOWED = /[^\w\-.~!$&'()*+,;=:@/?#%]|%(?![0-9a-f]{2})/gi;

/**
 * An address that readers of HAR can parse: they would refuse the whole file otherwise. One that RFC 3986 does not allow
 * is percent-encoded, and what is no address at all becomes `about:invalid`.
 */
export function harAddress(url: string): string {
  if (PLAIN.test(url) && URL.canParse(url)) return url;
  if (!URL.canParse(url)) return 'about:invalid';
  const { origin, pathname, search, hash } = new URL(url);
  if (origin === 'null') return 'about:invalid';
  const rest = `${pathname}${search}${hash.replaceAll('#', '%23').replace('%23', '#')}`;
  return origin + rest.replaceAll(NOT_ALLOWED, (character) => encodeURIComponent(character));
}

/** The parameters of an address, decoded. */
export function harQuery(url: string): readonly { readonly name: string; readonly value: string }[] {
  if (!url.includes('?') || !URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
