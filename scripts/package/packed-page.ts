import { posix } from 'node:path';

/** A code block, a link, a picture, or inline code. A link may contain a picture. */
const CODE_OR_LINK =
  /^(?<fence>`{3,})[^]*?^\k<fence>$|(?<picture>!?)\[(?<text>(?:!\[[^[\]]*\]\([^()\s]+\)|[^[\]])*)\]\((?<target>[^()\s]+)\)|`[^`\n]*`/gm;

/** Passages for checkouts only, and comments for the scripts that write pages. */
const OF_CHECKOUT = /^<!-- checkout -->$[^]*?^<!-- end of checkout -->\n\n?|^<!-- .* -->\n\n?/gm;

/** The packaged version of a Markdown page, without commands that exist only in a checkout. */
export function packedPage(page: string, path: string, isPacked: (path: string) => boolean): string {
  return packedLinks(page.replaceAll(OF_CHECKOUT, ''), path, isPacked);
}

/**
 * Adapts the links of a page to the package. A link to a TypeScript source becomes a link to its JavaScript, which has the
 * same lines. A link to a file outside the package becomes text with a note, because the repository has no known address.
 * `path` is the page, and `isPacked` reports whether the package contains a path. Paths start at the root of the package.
 */
function packedLinks(page: string, path: string, isPacked: (path: string) => boolean): string {
  return page.replaceAll(CODE_OR_LINK, (whole: string, ...match: readonly unknown[]) => {
    const { picture = '', text = '', target } = groupsOf(match);
    if (target === undefined) return whole;
    const inner = text.includes('![') ? packedLinks(text, path, isPacked) : text;
    const [file = '', anchor] = target.split('#');
    const leadsTo = (name: string): boolean => isPacked(posix.join(posix.dirname(path), decodeURI(name)));
    if (/^[a-z]+:/.test(target) || file === '' || leadsTo(file)) return `${picture}[${inner}](${target})`;
    const script = file.replace(/\.ts$/, '.js');
    if (leadsTo(script)) {
      const named = inner.replace(posix.basename(file), posix.basename(script));
      return `[${named}](${script}${anchor === undefined ? '' : `#${anchor}`})`;
    }
    return picture === '!' || inner.startsWith('![') ? inner : `${inner} (not in this package)`;
  });
}

function groupsOf(match: readonly unknown[]): Readonly<Partial<Record<'picture' | 'text' | 'target', string>>> {
  const groups = match.at(-1);
  return typeof groups === 'object' && groups !== null ? groups : {};
}
