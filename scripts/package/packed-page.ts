import { posix } from 'node:path';

/** A block of code, a link or picture, or code within a line; a link may hold a picture. */
const CODE_OR_LINK =
  /^(?<fence>`{3,})[^]*?^\k<fence>$|(?<picture>!?)\[(?<text>(?:!\[[^[\]]*\]\([^()\s]+\)|[^[\]])*)\]\((?<target>[^()\s]+)\)|`[^`\n]*`/gm;

/** What is of use in a checkout alone, and notes to the scripts that write pages. */
const OF_CHECKOUT = /^<!-- checkout -->$[^]*?^<!-- end of checkout -->\n\n?|^<!-- .* -->\n\n?/gm;

/** A page of Markdown as the package has it: it names no command that only a checkout has. */
export function packedPage(page: string, path: string, isPacked: (path: string) => boolean): string {
  return packedLinks(page.replaceAll(OF_CHECKOUT, ''), path, isPacked);
}

/**
 * Leads the links of a page to what is in the package. A link to a source leads to its JavaScript, which has the same lines. A link to
 * what stays in the repository becomes its text, and says so: no address of the repository is known here. `path` is the page
 * and `isPacked` says whether the package has a file or folder. Both paths start at the root of the package.
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
